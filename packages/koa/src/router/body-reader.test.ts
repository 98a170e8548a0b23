import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ApiError } from '@decorest/core';
import Koa from 'koa';
import { exchange, listening } from '../../../../test/support/raw-exchange.js';
import { createBodyReader } from './body-reader.js';

const limit = 1000;

/** Answers with the body as text, or with the code of the failure. */
function echo(before: Koa.Middleware = (_, next) => next()): Koa {
  return new Koa().use(before).use(async (ctx) => {
    try {
      const body = await createBodyReader(ctx, limit)();
      ctx.body = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : 'no bytes';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ctx.status = 400;
      ctx.body = error.code;
    }
  });
}

const post = (app: Koa, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  exchange(app, { method: 'POST', path: '/', body, headers }).then(({ text }) => text);

describe('a plain body', () => {
  test('is read byte for byte', async () => {
    expect(await post(echo(), Buffer.from([0xff, 0, 0x7b]))).toBe('\xff\0{');
    expect(await post(echo(), '')).toBe('');
  });

  test('may have as many bytes as the limit, and not one more', async () => {
    expect(await post(echo(), 'x'.repeat(limit))).toHaveLength(limit);
    expect(await post(echo(), 'x'.repeat(limit + 1))).toBe('body_too_large');
    expect(await post(echo(), 'x'.repeat(limit + 1), { 'transfer-encoding': 'chunked' })).toBe(
      'body_too_large',
    );
  });

  test('announced too large is refused before a byte arrives', async () => {
    const answer = await rawSocket('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n');
    expect(answer).toMatch(/body_too_large$/);
  });
});

describe('a compressed body', () => {
  test.each([
    ['gzip', gzipSync('{"a":1}')],
    ['GZIP ', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['identity', '{"a":1}'],
  ])('in %s is inflated', async (encoding, body) => {
    expect(await post(echo(), body, { 'content-encoding': encoding })).toBe('{"a":1}');
  });

  test.each(['gzip, gzip', 'bogus', 'gzip;q=1', ','])('in %j is unsupported', async (encoding) => {
    expect(await post(echo(), '{}', { 'content-encoding': encoding })).toBe('unsupported_media_type');
  });

  test.each([
    ['gzip', 'rubbish'],
    ['br', 'rubbish'],
    ['deflate', 'rubbish'],
    ['gzip', gzipSync('{"a":1}').subarray(0, 15)],
    ['br', brotliCompressSync('{"a":1}').subarray(0, 5)],
  ])('in %s that is corrupt or cut short is malformed', async (encoding, body) => {
    expect(await post(echo(), body, { 'content-encoding': encoding })).toBe('malformed_body');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('in %s may not inflate beyond the limit', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    expect(await post(echo(), compress('x'.repeat(limit)), headers)).toHaveLength(limit);
    expect(await post(echo(), compress('x'.repeat(limit + 1)), headers)).toBe('body_too_large');
  });

  test('that is a bomb is not held in memory', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const app = new Koa().use(async (ctx) => {
      ctx.body = await createBodyReader(ctx, 1_000_000)().catch((error: unknown) => String(error));
    });
    const before = process.memoryUsage().rss;
    expect(await post(app, bomb, { 'content-encoding': 'gzip' })).toMatch('at most 1000000 bytes');
    expect(process.memoryUsage().rss - before).toBeLessThan(32_000_000);
  });
});

describe('a body that an earlier middleware parsed', () => {
  const drain: Koa.Middleware = async (ctx, next) => {
    ctx.req.resume();
    await new Promise((resolve) => ctx.req.once('end', resolve));
    await next();
  };
  const parsed =
    (left: object, read = drain): Koa.Middleware =>
    async (ctx, next) => {
      Object.assign(ctx.request, left);
      await read(ctx, next);
    };

  test('is taken from rawBody, or else from body', async () => {
    expect(await post(echo(parsed({ body: { a: 1 }, rawBody: '{"a": 1}' })), 'sent')).toBe('{"a": 1}');
    expect(await post(echo(parsed({ rawBody: Buffer.from('raw') })), 'sent')).toBe('raw');
    expect(await post(echo(parsed({ body: { a: [null] } })), 'sent')).toBe('{"a":[null]}');
  });

  test('has the same limit', async () => {
    expect(await post(echo(parsed({ body: 'x'.repeat(limit) })), 'sent')).toBe('body_too_large');
  });

  test('is read from the stream when the parser left it alone', async () => {
    const untouched = parsed({ body: {} }, (_, next) => next());
    expect(await post(echo(untouched), 'sent')).toBe('sent');
    expect(await post(echo(untouched), 'sent', { 'transfer-encoding': 'chunked' })).toBe('sent');
  });

  test('and lost is an error of the application, said so', async () => {
    const errors: unknown[] = [];
    await post(
      echo(drain).on('error', (error) => errors.push(error)),
      'sent',
    );
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('An earlier middleware') }),
    ]);
  });
});

describe('the connection', () => {
  test('is good for another request after a refusal', async () => {
    const large = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`;
    const corrupt = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nxxxx';
    const chunked = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`;
    const good = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngood';
    for (const bad of [large, corrupt, chunked]) expect(await rawSocket(bad + good)).toMatch(/good$/);
  });

  test.each(['', 'Content-Encoding: gzip\r\n'])(
    'may go away in the middle (%j): the reader settles',
    async (header) => {
      const settled: unknown[] = [];
      const app = new Koa().use(async (ctx) => {
        await createBodyReader(ctx, limit)().catch((error: unknown) => settled.push(error));
      });
      app.silent = true;
      const { server, port, close } = await listening(app);
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}Content-Length: 100\r\n\r\n{`);
      await new Promise((resolve) => server.once('request', resolve));
      socket.destroy();
      while (settled.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      close();
      expect(settled).toEqual([expect.objectContaining({ code: 'malformed_body' })]);
    },
  );
});

/** Sends text to `echo` and collects what comes back until the server closes, or is silent after an answer. */
async function rawSocket(text: string): Promise<string> {
  const { port, close } = await listening(echo());
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setTimeout(300, () => socket.destroy());
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  close();
  return answer;
}
