// What one client may cost, and how a server ends.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { serve, type ServeOptions, type RunningServer } from './serve.js';

let serving: RunningServer | undefined;
let gate: { readonly passed: Promise<void>; open(): void };

beforeEach(() => {
  let open = () => {};
  const passed = new Promise<void>((opened) => (open = opened));
  gate = { passed, open };
});
afterEach(async () => {
  gate.open();
  await serving?.stop();
});

/** Requests that reached the application. */
let handed = 0;

/** `/large` is an answer of 64 MiB, `/gated` one that waits for the gate. */
async function start(options: ServeOptions = {}): Promise<RunningServer> {
  const app = new Koa();
  app.silent = true;
  handed = 0;
  app.use(async (ctx) => {
    handed++;
    if (ctx.path === '/gated') await gate.passed;
    ctx.body = ctx.path === '/large' ? Buffer.alloc(64 * 1024 * 1024) : 'served';
  });
  serving = await serve(app, { port: 0, host: '127.0.0.1', signals: [], ...options });
  return serving;
}

/** A connection that has sent `bytes`. */
async function sent(bytes: string): Promise<Socket> {
  const socket = connect(serving?.port ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

test('a port in use is reported without a stack', async () => {
  const { port } = await start();
  const refused: unknown = await serve(new Koa(), { port, host: '127.0.0.1', signals: [] }).catch(
    (error: unknown) => error,
  );
  const message = `serve: cannot listen on port ${port} of 127.0.0.1 (EADDRINUSE): another process is listening there. Stop it, or use another port.`;
  expect(refused).toMatchObject({ message, code: 'EADDRINUSE', stack: `Error: ${message}` });
});

test('an option that does not exist is refused', async () => {
  const options: object = { drain: 10 };
  await expect(serve(new Koa(), options)).rejects.toThrow("serve: unknown option 'drain'. Use port, host,");
});

test('headers that do not arrive end in 408', async () => {
  await start({ limits: { headersMs: 50 } });
  expect(await text(await sent('GET / HTTP/1.1\r\nhost'))).toMatch(/^HTTP\/1.1 408 /);
});

test('a body that does not arrive ends in 408', async () => {
  await start({ limits: { requestMs: 50 } });
  const head = 'POST /gated HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{';
  expect(await text(await sent(head))).toMatch(/^HTTP\/1.1 408 /);
});

test('headers beyond the limit are a 431', async () => {
  await start({ limits: { headerBytes: 1_000 } });
  expect(await text(await sent(get(`/${'a'.repeat(1_000)}`)))).toMatch(/^HTTP\/1.1 431 /);
});

test('an answer that is not read is cut off', async () => {
  await start({ limits: { responseMs: 50 } });
  const socket = await sent(get('/large'));
  await untilOnly(0);
  const read = await text(socket).catch((error: unknown) => String(error));
  expect(read.length).toBeLessThan(64 * 1024 * 1024);
});

/** Waits until the server has as many connections. */
async function untilOnly(count: number): Promise<void> {
  while ((await connections()) !== count) await new Promise((wake) => setTimeout(wake, 20));
}

function connections(): Promise<number> {
  return new Promise((counted, failed) => {
    serving?.server.getConnections((error, count) => {
      if (error) failed(error);
      else counted(count);
    });
  });
}

test('connections beyond the limit are closed, those there are go on', async () => {
  await start({ limits: { connections: 1 } });
  const first = await sent(get('/'));
  await once(first, 'data');
  expect(await text(await sent(get('/')))).toBe('');
  first.write(get('/'));
  const [chunk] = (await once(first, 'data')) as [Buffer];
  expect(String(chunk)).toMatch(/^HTTP\/1.1 200 /);
  first.destroy();
});

test('requests that are sent ahead wait until the answer before them has left', async () => {
  const { server } = await start();
  let begun = 0;
  server.on('request', () => begun++);
  const socket = await sent(get('/gated').repeat(3) + get('/').repeat(3));
  await once(server, 'request');
  await new Promise((wake) => setImmediate(wake));
  expect(handed).toBe(1);
  gate.open();
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  while (received.split('served').length < 7) await once(socket, 'data');
  expect([begun, handed]).toEqual([6, 6]);
  socket.destroy();
});

test('who sends more than a thousand requests ahead is cut off', async () => {
  await start();
  const socket = await sent(get('/gated').repeat(3_000));
  expect(await text(socket).catch(() => '')).toBe('');
});

test('a request under way is answered before the end, and is the last of its connection', async () => {
  const closed: string[] = [];
  const { stop } = await start({ close: async () => closed.push('closed') });
  const socket = await sent(get('/gated'));
  await once(serving?.server ?? socket, 'request');
  const ending = stop();
  await expect(sent(get('/'))).rejects.toThrow('ECONNREFUSED');
  expect(closed).toEqual([]);
  gate.open();
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*served$/i);
  expect(await ending).toBe('drained');
  expect(closed).toEqual(['closed']);
});

test('a request that an idle connection sends as the server begins to stop is answered', async () => {
  const { stop } = await start();
  const socket = await sent(get('/'));
  await once(socket, 'data');
  const ending = stop();
  socket.write(get('/'));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*served$/i);
  expect(await ending).toBe('drained');
});

test('an idle connection does not keep the server', async () => {
  const { stop } = await start({ limits: { keepAliveMs: 600_000 } });
  const socket = await sent(get('/'));
  await once(socket, 'data');
  expect(await stop()).toBe('drained');
});

test('what is not answered at the deadline is cut off', async () => {
  const { stop } = await start({ drainMs: 50 });
  const socket = await sent(get('/gated'));
  await once(serving?.server ?? socket, 'request');
  expect(await stop()).toBe('cut');
  expect(await text(socket)).toBe('');
});

test('new connections are taken until the notice is over', async () => {
  const { stop } = await start({ noticeMs: 300 });
  const ending = stop();
  expect(await text(await sent(get('/')))).toMatch(/connection: close/i);
  expect(await ending).toBe('drained');
});

test.each([
  [{ headersMs: 0 }, 'headersMs'],
  [{ connections: 1.5 }, 'connections'],
  [{ sockets: 1 }, 'sockets'],
])('limits %p cannot be meant', async (limits, name) => {
  await expect(serve(new Koa(), { port: 0, limits: limits as object })).rejects.toThrow(name);
});

test('a port in use is an error, not a crash', async () => {
  const { port } = await start();
  await expect(serve(new Koa(), { port, host: '127.0.0.1', signals: [] })).rejects.toThrow('EADDRINUSE');
});
