import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ApiRequest, ApiResponse } from '@decorest/core';
import Koa, { type Context } from 'koa';
import { fakeApi } from '../../../../test/support/fake-api.js';
import { listening, send } from '../../../../test/support/raw-exchange.js';
import { createResponseBudget } from './response-budget.js';
import { restMiddleware } from './rest-middleware.js';

const mebibyte = 1024 * 1024;
const answerOf = (size: number): ApiResponse => ({ status: 200, headers: {}, body: 'x'.repeat(size) });
const eight = answerOf(8 * mebibyte);

/** A request of a connection of its own, as far as room for its answer asks. */
function exchangeOf(socket = Object.assign(new EventEmitter(), { destroyed: false })) {
  const res = new EventEmitter();
  return { ctx: { req: { socket }, res } as unknown as Context, res, socket };
}

describe('room for answers', () => {
  test('64 MiB may be pending; what was taken makes room', () => {
    const hasRoom = createResponseBudget().reserve;
    const pending = Array.from({ length: 8 }, () => exchangeOf());
    expect(pending.map(({ ctx }) => hasRoom(ctx, eight))).toEqual(Array(8).fill(true));
    expect(hasRoom(exchangeOf().ctx, eight)).toBe(false);
    pending[0]?.res.emit('close');
    expect(hasRoom(exchangeOf().ctx, eight)).toBe(true);
    expect(hasRoom(exchangeOf().ctx, eight)).toBe(false);
  });

  test('a refused answer takes up no room', () => {
    const hasRoom = createResponseBudget().reserve;
    const first = exchangeOf();
    hasRoom(first.ctx, answerOf(60 * mebibyte));
    for (let times = 0; times < 3; times++) expect(hasRoom(exchangeOf().ctx, eight)).toBe(false);
    expect(hasRoom(exchangeOf().ctx, answerOf(4 * mebibyte))).toBe(true);
  });

  test('there is always room for one answer, for small ones, and for none', () => {
    const hasRoom = createResponseBudget().reserve;
    expect(hasRoom(exchangeOf().ctx, answerOf(80 * mebibyte))).toBe(true);
    expect(hasRoom(exchangeOf().ctx, eight)).toBe(false);
    expect(hasRoom(exchangeOf().ctx, answerOf(65_535))).toBe(true);
    expect(hasRoom(exchangeOf().ctx, { status: 204, headers: {}, body: null })).toBe(true);
  });

  test.each([
    ['before its answer was there', 'early'],
    ['while its answer waited', 'late'],
    ['and its answer, too', 'both'],
  ])('a connection that is closed, %s, leaves no trace', (_, when) => {
    const hasRoom = createResponseBudget().reserve;
    for (let times = 0; times < 20; times++) {
      const { ctx, socket, res } = exchangeOf();
      socket.destroyed = when === 'early';
      expect(hasRoom(ctx, eight)).toBe(true);
      if (when === 'early') continue;
      if (when === 'both') res.emit('close');
      socket.emit('close');
    }
  });
});

describe('clients that do not read', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Its answers are of 8 MiB; those to `?slow` are made when the client has gone. */
  function largeApi() {
    const api = fakeApi({ served: ['/pets', '/small'] });
    const small = api.handle;
    let asked = 0;
    let left = 0;
    const app = new Koa().use(
      restMiddleware({
        ...api,
        handle: async (request) => {
          asked++;
          if (request.query === 'slow') await gone(request).then(() => left++);
          return request.path === '/small' ? small(request) : eight;
        },
      }),
    );
    app.silent = true;
    return { app, asked: () => asked, left: () => left };
  }

  async function askAndNotRead(port: number, head: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(head);
    return socket;
  }

  const get = 'GET /pets HTTP/1.1\r\nhost: a\r\n\r\n';

  test('the ninth large answer is a 503 with Retry-After, a write before it begins; small ones are answered', async () => {
    const { app, asked } = largeApi();
    const { port, close } = await listening(app);
    try {
      for (let at = 0; at < 8; at++) await askAndNotRead(port, get);
      while (asked() < 8) await new Promise(setImmediate);
      const refused = await send(port, { path: '/pets' });
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect((await send(port, { path: '/small' })).status).toBe(200);
      expect((await send(port, { path: '/pets', method: 'HEAD' })).status).toBe(200);
      const before = asked();
      const unwritten = await send(port, { path: '/pets', method: 'POST', body: '{}' });
      expect(unwritten).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(asked()).toBe(before);
      for (const socket of sockets) socket.destroy();
      expect(await untilAnswered(port)).toBe(200);
    } finally {
      close();
    }
  });

  test('clients that go away while their answers are made leave no trace', async () => {
    const { app, asked, left } = largeApi();
    const { port, close } = await listening(app);
    try {
      for (let at = 0; at < 9; at++) await askAndNotRead(port, get.replace('/pets', '/pets?slow'));
      while (asked() < 9) await new Promise(setImmediate);
      for (const socket of sockets) socket.destroy();
      while (left() < 9) await new Promise(setImmediate);
      expect(await untilAnswered(port)).toBe(200);
    } finally {
      close();
    }
  });

  /** The server is told a moment later that a connection is closed. */
  async function untilAnswered(port: number): Promise<number> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { status } = await send(port, { path: '/pets' });
      if (status === 200) return status;
      await new Promise((later) => setTimeout(later, 10));
    }
    return 503;
  }
});

/** When the client of a request has gone, and everybody was told. */
async function gone({ signal }: ApiRequest): Promise<void> {
  if (signal && !signal.aborted) await once(signal, 'abort');
  await new Promise((later) => setTimeout(later, 20));
}
