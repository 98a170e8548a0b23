// F13: connections to the database are reset at the worst moments: when a commit is made and its answer on the way, before
// a commit arrives, in the middle of a result. The answer (503) says that the outcome is
// unknown, and no request is retried.
import { robustnessFigures } from '../support/robustness-figures.js';
import { Artist, Genre, Label } from './crash-point-entities.js';
import { Outage, pause } from './outage.js';
import { makeServer, servedDatabases } from './own-server.js';
import { TcpProxy, type Watch } from './tcp-proxy.js';

const figures = robustnessFigures('faults');
/** Connections to be reset under load, however long a busy machine takes. */
const cutsUnderLoad = 21;

/** `last` is what the message that ends the transaction has in it, on a connection that has done the same before. */
const creates = [
  {
    how: 'step by step',
    entity: Artist,
    path: '/artists',
    edges: { genres: [1, 2] },
    last: { postgres: 'COMMIT', mariadb: 'COMMIT' },
  },
  {
    how: 'all at once',
    entity: Label,
    path: '/labels',
    edges: {},
    last: { postgres: 'cut', mariadb: 'COMMIT' },
  },
];

describe.each(servedDatabases)('%s', (database) => {
  let proxy: TcpProxy;
  let outage: Outage;

  beforeAll(async () => {
    const server = await makeServer(database);
    proxy = await TcpProxy.before(server.port);
    outage = await Outage.open(server, {}, proxy.port);
  });
  afterAll(async () => {
    await outage.close();
    await proxy.close();
  });
  afterEach(() => {
    proxy.rest();
  });

  function survived(): void {
    figures.count(database, 'requests tried');
    figures.count(database, 'faults injected');
    figures.count(database, 'faults survived');
  }

  describe.each(creates)('a create $how', ({ how, entity, path, edges, last }) => {
    const create = (name: string) => outage.client.attempt('POST', path, { body: { name, ...edges } });

    test.each([
      ['once it is committed, before that is told', 1, afterAnswerTo],
      ['before the end of its transaction arrives', 0, beforeRequest],
    ])('is cut %s', async (_, rows, cut) => {
      expect((await create('a first')).status).toBe(201);
      expect((await create('a first')).status).toBe(201);
      const name = `cut ${how} ${rows}`;
      const resets = proxy.resets;
      cut(proxy, (chunk) => chunk.includes(last[database]));
      const answer = await create(name);
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      proxy.rest();
      expect([await outage.dataSource.manager.countBy(entity, { name }), proxy.resets - resets]).toEqual([
        rows,
        1,
      ]);
      expect((await create('next')).status).toBe(201);
      survived();
    });
  });

  test('a client that tries again with an id of its own learns that it was made', async () => {
    const create = () => outage.client.attempt('POST', '/genres', { body: { id: 77, name: 'cut' } });
    afterAnswerTo(proxy, (chunk) => chunk.includes('COMMIT'));
    expect((await create()).status).toBe(503);
    proxy.rest();
    expect((await create()).status).toBe(409);
    expect(await outage.dataSource.manager.countBy(Genre, { id: 77 })).toBe(1);
    survived();
  });

  test('a list is cut in the middle of its rows', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ name: `a long name of an artist, ${at}` }));
    await outage.dataSource.manager.insert(Artist, rows);
    const list = () => outage.client.attempt('GET', '/artists?per_page=100');
    expect((await list()).status).toBe(200);
    let cut = false;
    proxy.onAnswer = (chunk) => {
      if (cut || !chunk.includes('a long name')) return undefined;
      cut = true;
      return Math.floor(chunk.length / 2);
    };
    const answer = await list();
    expect(cut).toBe(true);
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect((await list()).status).toBe(200);
    survived();
  });

  test('commits are cut again and again, under load', async () => {
    const resets = proxy.resets;
    const load = await outage.underLoad(async () => {
      cutSomeCommits(proxy);
      while (proxy.resets - resets < cutsUnderLoad) await pause(20);
      proxy.rest();
      await outage.served();
    });
    const cut = proxy.resets - resets;
    process.stdout.write(`${database}: ${cut} connections reset\n`);
    await outage.settle(load, figures);
    figures.count(database, 'faults injected', cut - 1);
    figures.count(database, 'faults survived', cut - 1);
  });
});

type Find = (chunk: Buffer) => boolean;

/** Resets the connection at the answer to the first message found: the database has made it. */
function afterAnswerTo(proxy: TcpProxy, find: Find): void {
  let asked: object | undefined;
  proxy.onRequest = (chunk, connection) => {
    if (find(chunk)) asked = connection;
    return undefined;
  };
  proxy.onAnswer = (_, connection) => (connection === asked ? 0 : undefined);
}

/** Resets the connection instead of passing the message on. */
function beforeRequest(proxy: TcpProxy, find: Find): void {
  proxy.onRequest = (chunk) => (find(chunk) ? 0 : undefined);
}

/** Every fifth is reset, by turns before and after it was made. */
function cutSomeCommits(proxy: TcpProxy): void {
  const made = new WeakSet();
  let commits = 0;
  proxy.onRequest = (chunk, connection) => {
    if (!chunk.includes('COMMIT')) return undefined;
    commits += 1;
    if (commits % 10 === 5) return 0;
    if (commits % 10 === 0) made.add(connection);
    return undefined;
  };
  const atAnswer: Watch = (_, connection) => (made.has(connection) ? 0 : undefined);
  proxy.onAnswer = atAnswer;
}
