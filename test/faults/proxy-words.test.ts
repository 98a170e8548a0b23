// Proxies before MySQL and MariaDB have errors of their own for servers that are away, and some numbers of the server mean the same. A
// client gets a 503, never a 500, and comes back later than to a server that is busy.
import type { DataSource } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../support/test-database.js';
import { Label, label } from './crash-point-entities.js';
import { proxied } from './proxied.js';
import { errorPacket } from './strange-bytes.js';
import type { TcpProxy } from './tcp-proxy.js';

type Words = readonly [code: number, state: string, text: string];

const words: Readonly<Record<string, Words>> = {
  'MySQL Router: no server': [
    2003,
    'HY000',
    "Can't connect to remote MySQL server for client connected to '0.0.0.0:6446'",
  ],
  'MaxScale: no primary': [
    1290,
    'HY000',
    'The MariaDB server is running with the --read-only option so it cannot execute this statement',
  ],
  'MaxScale: a causal read is late': [
    1792,
    '25006',
    'Causal read timed out while in a read-only transaction, cannot retry command.',
  ],
  'ProxySQL: no server': [
    9001,
    'HY000',
    'Max connect timeout reached while reaching hostgroup 0 after 10000ms',
  ],
  'vtgate: a tablet is away': [
    1105,
    'HY000',
    'target: app.0.primary: vttablet: rpc error: code = Unavailable desc = error reading from server: EOF',
  ],
  'vtgate: no healthy tablet': [
    1105,
    'HY000',
    'target: app.0.primary: no healthy tablet available for \'keyspace:"app" shard:"0" tablet_type:PRIMARY\'',
  ],
  'MySQL: ER_SERVER_OFFLINE_MODE': [3032, 'HY000', 'The server is currently in offline mode'],
  'MySQL: ER_SERVER_ISNT_AVAILABLE': [3168, 'HY000', "Server isn't available"],
  'MySQL: ER_READ_ONLY_MODE': [1836, 'HY000', 'Running in read-only mode'],
  'MySQL: ER_RUN_HOOK_ERROR': [
    3100,
    'HY000',
    "Error on observer while running replication hook 'before_commit'.",
  ],
  'Galera: no majority': [1047, '08S01', 'WSREP has not yet prepared node for application use'],
  'MySQL: ER_KILL_DENIED_ERROR': [1095, 'HY000', 'You are not owner of thread 7'],
};

/** One connection has failed; the others tell that no server takes the statement. */
const busyCodes: ReadonlySet<number> = new Set([1095]);

describe.each(databaseNames.filter(speaksMysql))('%s', (name) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(name, label.entities, label.subscribers);
    await label.fill(database.dataSource);
  });
  afterAll(() => database.close());

  test.each(Object.entries(words))('%s', async (_, [code, state, text]) => {
    const { proxy, dataSource } = await proxied(database, { poolSize: 1 });
    try {
      const client = await startWith(dataSource, proxy);
      for (const request of [
        { method: 'GET', path: '/labels?per_page=1', body: undefined },
        { method: 'POST', path: '/labels', body: { name: 'refused' } },
      ]) {
        // The connection with the error has been closed: there is a new one.
        expect((await client.get('/labels?per_page=1')).status).toBe(200);
        proxy.onAnswer = () => {
          proxy.rest();
          return { pass: 0, append: errorPacket(1, code, state, text), then: 'silence' };
        };
        const { status, headers } = await client.attempt(request.method, request.path, request.body);
        expect(status).toBe(503);
        expect(headers['retry-after']).toBe(busyCodes.has(code) ? '1' : '5');
      }
      expect(await database.dataSource.manager.countBy(Label, { name: 'refused' })).toBe(0);
    } finally {
      await dataSource.destroy();
      await proxy.close();
    }
  });
});

/** A client of an API that has asked its questions of the start: the only connection serves them before any request. */
async function startWith(dataSource: DataSource, proxy: TcpProxy): Promise<DirectClient> {
  const asked = new Promise<void>((resolve) => {
    proxy.onRequest = (chunk) => {
      if (chunk.includes('UNIX_TIMESTAMP')) resolve();
      return undefined;
    };
  });
  const client = DirectClient.of(dataSource, {});
  await asked;
  proxy.rest();
  return client;
}
