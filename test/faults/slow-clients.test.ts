// F33: hundreds of clients that send their headers, their bodies, or read their answers one byte at a time. The others are
// served meanwhile, and the server cuts the slow ones off.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve, type RunningServer } from '@decorest/koa/serve';
import Koa from 'koa';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';
import { label } from './crash-point-entities.js';

const figures = robustnessFigures('faults');
/** A tenth of the defaults, so that the test is short. */
const limits = { headersMs: 1_000, requestMs: 2_500, responseMs: 1_500 };
const large = Buffer.alloc(32 * 1024 * 1024);

let database: TestDatabase;
let serving: RunningServer;
const lives = new Map<number, { readonly since: number; until?: number }>();

beforeAll(async () => {
  database = await openDatabase('sqlite', label.entities, label.subscribers);
  await label.fill(database.dataSource);
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    if (ctx.path === '/large') ctx.body = large;
    else await next();
  });
  app.use(restRouter(createApi(database.dataSource, { logger: new ServerLog() })).routes());
  serving = await serve(app, { port: 0, host: '127.0.0.1', signals: [], limits, drainMs: 500 });
  serving.server.on('connection', watch);
});
afterAll(async () => {
  await serving.stop();
  await database.close();
});

/** How long the server keeps a connection, by the port that it came from. */
function watch(socket: Socket): void {
  const life: { readonly since: number; until?: number } = { since: performance.now() };
  lives.set(socket.remotePort ?? 0, life);
  socket.once('close', () => (life.until = performance.now()));
}

interface SlowKind {
  readonly name: string;
  readonly sockets: number;
  /** What is sent at once. */
  readonly head: string;
  /** What is sent again and again, every 100 ms. */
  readonly drip: string;
  readonly limitMs: number;
}

const post = 'POST /labels HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
const kinds: readonly SlowKind[] = [
  {
    name: 'headers',
    sockets: 200,
    head: 'GET /labels/1 HTTP/1.1\r\nx: ',
    drip: 'a',
    limitMs: limits.headersMs,
  },
  {
    name: 'body',
    sockets: 200,
    head: `${post}content-length: 1000\r\n\r\n{"name":"`,
    drip: 'a',
    limitMs: limits.requestMs,
  },
  {
    name: 'answer',
    sockets: 10,
    head: 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n',
    drip: '',
    limitMs: limits.responseMs,
  },
];

/** Opens the connections of a kind; answers their ports. Those that wait for an answer do not read it. */
async function beSlow({ sockets, head, drip }: SlowKind, ended: AbortSignal): Promise<number[]> {
  return Promise.all(
    Array.from({ length: sockets }, async () => {
      const socket = connect(serving.port, '127.0.0.1');
      await once(socket, 'connect');
      const port = socket.localPort ?? 0;
      socket.on('error', () => undefined);
      if (drip !== '') socket.resume();
      socket.write(head);
      const dripping = setInterval(() => {
        if (socket.writable) socket.write(drip);
      }, 100);
      ended.addEventListener('abort', () => {
        clearInterval(dripping);
        socket.destroy();
      });
      return port;
    }),
  );
}

/** The 99th percentile of the answers to four clients, in milliseconds. */
async function slowestPercent(until: AbortSignal): Promise<number> {
  const http = new HttpClient(serving.port);
  const times: number[] = [];
  const client = async () => {
    while (!until.aborted) {
      const since = performance.now();
      expect((await http.send('GET', '/labels/1')).status).toBe(200);
      times.push(performance.now() - since);
      await sleep(5);
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  http.close();
  times.sort((a, b) => a - b);
  figures.count('sqlite', 'requests tried', times.length);
  return times[Math.floor(times.length * 0.99)] ?? Infinity;
}

test('others are served, and the server cuts the slow ones off', async () => {
  const usual = await slowestPercent(AbortSignal.timeout(1_000));
  const ended = new AbortController();
  const ports = await Promise.all(kinds.map((kind) => beSlow(kind, ended.signal)));
  const over = new AbortController();
  const others = slowestPercent(over.signal);
  // Without a limit the server keeps them until the test fails: they themselves never end.
  while (ports.flat().some((port) => lifeOf(port) === Infinity)) await sleep(50);
  over.abort();
  const slowest = await others;
  ended.abort();
  process.stdout.write(
    `F33: p99 of others ${slowest.toFixed(1)} ms, without slow clients ${usual.toFixed(1)} ms\n`,
  );
  for (const [at, { name, limitMs }] of kinds.entries()) {
    const kept = (ports[at] ?? []).map((port) => lifeOf(port));
    const longest = Math.max(...kept);
    process.stdout.write(`F33: slow ${name} kept ${longest.toFixed(0)} ms at most, limit ${limitMs} ms\n`);
    figures.count('sqlite', 'faults injected', kept.length);
    figures.count('sqlite', 'faults survived', kept.length);
  }
});

/** Infinity for a connection that the server still has, or never had. */
function lifeOf(port: number): number {
  const { since = 0, until = Infinity } = lives.get(port) ?? {};
  return until - since;
}
