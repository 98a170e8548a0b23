// I. Resource exhaustion. Lines 107 to 120 of robustness.md, section 3; 109 is in protocol.test.ts. Where a line asks for
// a million rows or ten thousand connections there are fewer here: what is refused or bounded is so at any number.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve, type RunningServer, type ServerLimits } from '@decorest/koa/serve';
import Koa from 'koa';
import { contentOf, edgesOf, entityOf } from '../support/collection.js';
import { expectProblem } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { AbuseLog } from './abuse-log.js';
import { answersIn, closed, open, untilClosed, words } from './raw-connection.js';
import { expectNoStatement, refusedQuery } from './refusal.js';

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const get = (path: string) => words(`GET ${path} HTTP/1.1`, 'host: a');

jest.setTimeout(300_000);

onAbuseStage((stage) => {
  let serving: RunningServer | undefined;
  /** A server of its own, with limits that a test can reach. */
  const serveWith = async (limits: Partial<ServerLimits>): Promise<number> => {
    const app = new Koa();
    app.silent = true;
    app.use(restRouter(createApi(stage.dataSource, { defaultEagerLoad: true, logger: stage.log })).routes());
    serving = await serve(app, { port: 0, host: '127.0.0.1', signals: [], limits });
    return serving.port;
  };
  afterEach(async () => {
    await serving?.stop();
    serving = undefined;
  });

  test('107. a page is never larger than the largest', async () => {
    expect(await refusedQuery(stage, '/users?per_page=1000000000')).toEqual(['per_page']);
    const searches = times(50, () => stage.plain.crowded('/users?per_page=100&search.ihas=a'));
    const reads = times(50, () => stage.plain.crowded('/users/1'));
    expect(await Promise.all([...searches, ...reads])).toHaveLength(100);
  });

  test('108. twenty filters, not twenty-one', async () => {
    const names = ['username', 'display_name', 'email'].flatMap((field) =>
      ['eq', 'ihas'].map((test) => `${field}.${test}`),
    );
    const more = [
      'username.neq',
      'username.has',
      'username.prefix',
      'username.in',
      'type.eq',
      'search.ihas',
      'id.neq',
      'id.eq',
      'id.in',
      'id.notIn',
      'has.pets',
      'pets.name.eq',
      'pets.name.ihas',
      'pets.name.in',
      'pets.id.neq',
    ];
    const query = (count: number) =>
      [...names, ...more]
        .slice(0, count)
        .map((name) => `${name}=${valueFor(name)}`)
        .join('&');
    expect((await stage.plain.get(`/users?filter_op=or&${query(20)}`)).status).toBe(200);
    expectProblem(await stage.plain.get(`/users?filter_op=or&${query(21)}`), 400, 'invalid_request');
    expectNoStatement(stage);
  });

  test('110. an eager edge is cut at its limit, says so, and costs one statement', async () => {
    await stage.eager.get('/users/1');
    const answer = await stage.eager.get('/users/2');
    const { pets } = edgesOf(entityOf(answer));
    expect(pets).toHaveLength(1_000);
    expect(entityOf(answer).truncated_edges).toEqual(['pets']);
    const statements = stage.ground.latestCount;
    await stage.eager.get('/users/3');
    expect(stage.ground.latestCount).toBe(statements);
    expect(statements).toBeLessThanOrEqual(5);
  });

  test('111. a hundred rows cost no more statements than one', async () => {
    await stage.eager.get('/users?per_page=1');
    const statements = stage.ground.latestCount;
    await stage.eager.get('/users?per_page=100');
    expect(stage.ground.latestCount).toBeLessThanOrEqual(statements);
    // Begin and end of the snapshot, the list, its total, and two eager edges.
    expect(statements).toBeLessThanOrEqual(6);
  });

  test('112. five hundred heavy lists at once are answered, or refused with Retry-After', async () => {
    expect(await Promise.all(times(500, () => stage.eager.crowded('/pets?per_page=100')))).toHaveLength(500);
  });

  test('113. wildcards are characters: nothing makes a search slow', async () => {
    await stage.plain.post('/pets', { name: 'a'.repeat(255), age: 1, type: 'DOG' });
    for (const text of ['%25'.repeat(512), 'a%25'.repeat(512), 'a_'.repeat(512)]) {
      const answer = await stage.plain.get(`/pets?name.ihas=${text}`);
      expect(answer.json).toMatchObject({ total_count: 0 });
    }
  });

  test('114. no page is further away than the largest offset', async () => {
    expect(await refusedQuery(stage, '/pets?page=10000&per_page=100')).toEqual(['page']);
    expect(await refusedQuery(stage, '/pets?page=1002&per_page=100')).toEqual(['page']);
  });

  test('115. beyond so many connections further ones are refused, and those there are go on', async () => {
    const port = await serveWith({ connections: 1_000 });
    const first = await open(port);
    const idle = await Promise.all(times(999, () => open(port)));
    // A client is connected before the server has accepted it; further ones must not overtake it.
    while ((await connectionsOf(serving)) < 1_000) await sleep(10);
    const refused = await Promise.all(times(100, async () => closed(await open(port))));
    expect(new Set(refused)).toEqual(new Set(['']));
    first.write(get('/users/1'));
    const [chunk] = (await once(first, 'data')) as [Buffer];
    expect(String(chunk)).toMatch(/^HTTP\/1.1 200 /);
    for (const socket of [first, ...idle]) socket.destroy();
  });

  test('116. who does not read is cut off, and costs the others nothing', async () => {
    const port = await serveWith({ responseMs: 1_000 });
    stage.log.take();
    const socket = await open(port);
    socket.pause();
    socket.write(get('/users?per_page=100').repeat(200));
    expect(
      (await untilClosed(port, words('GET /users/1 HTTP/1.1', 'host: a', 'connection: close')))[0]?.status,
    ).toBe(200);
    while ((await connectionsOf(serving)) > 0) await sleep(50);
    socket.destroy();
    expect(stage.log.take()).toEqual([]);
  });

  test('117. a thousand clients that leave at once leave nothing behind', async () => {
    for (let round = 0; round < 20; round++) {
      const sockets = await Promise.all(times(50, () => open(stage.eager.port)));
      for (const socket of sockets) socket.write(get('/pets?per_page=100'));
      if (round % 2 === 0) await sleep(1);
      for (const socket of sockets) socket.destroy();
    }
    const answers = await Promise.all(times(20, () => stage.eager.quick('GET', '/users/1')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(stage.log.take()).toEqual([]);
  });

  test('118. headers and bodies that come too slowly are a 408', async () => {
    const port = await serveWith({ headersMs: 300, requestMs: 600 });
    const head =
      'POST /users HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n';
    const endings = await Promise.all([
      dripped(port, '', head),
      dripped(port, `${head}\r\n`, '{"username":'),
    ]);
    expect(endings).toEqual([[408], [408]]);
  });

  test('120. what fails validation is a short line of our own words in the log', async () => {
    const log = new AbuseLog();
    const api = createApi(stage.dataSource, { logger: log });
    const request = {
      method: 'POST',
      path: '/users',
      query: 'a%0Ab=1',
      headers: { 'content-type': 'application/json' },
    };
    for (let at = 0; at < 10_000; at++) {
      const { status } = await api.handle({
        ...request,
        body: Buffer.from(`{"username":"line\\nbreak ${at}"}`),
      });
      if (status !== 400) throw new Error(String(status));
    }
    // One is of the start: every client may write.
    expect(log.lines.length).toBeLessThanOrEqual(10_001);
    expect(log.lines.filter((line) => line.length > 1_024 || /[\r\n]|line|break/.test(line))).toEqual([]);
  });

  test('the rows are as they were', async () => {
    expect(contentOf(await stage.plain.get('/users?per_page=100'))).toHaveLength(40);
  });
});

function valueFor(name: string): string {
  if (name === 'has.pets') return 'true';
  if (name === 'type.eq') return 'USER';
  return name.includes('id.') ? '1' : 'x';
}

function connectionsOf(serving: RunningServer | undefined): Promise<number> {
  return new Promise((counted) =>
    serving?.server.getConnections((_, count) => {
      counted(count);
    }),
  );
}

/** Statuses that a client gets who sends the rest a byte at a time, for ever. */
async function dripped(port: number, begin: string, rest: string): Promise<number[]> {
  const socket = await open(port);
  socket.write(begin);
  let at = 0;
  const drip = setInterval(() => socket.write(rest[at++] ?? ' '), 50);
  const received = await closed(socket);
  clearInterval(drip);
  return answersIn(received).map(({ status }) => status);
}
