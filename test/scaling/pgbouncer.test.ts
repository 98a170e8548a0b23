// PgBouncer in transaction mode, as Debian 12 has it: a connection of ours has another one of the server for each transaction,
// no statement stays prepared on it for long, and a cancel request passes through, or does not arrive.
import { createApi, Filter, FilterEQ, type Api } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { OwnPostgres } from '../faults/own-postgres.js';
import { TcpProxy } from '../faults/tcp-proxy.js';
import { OwnPgbouncer } from './own-pgbouncer.js';

@Entity()
class Note {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) @Filter(FilterEQ) text!: string;

  @Column('float', { default: 0 }) @Filter(FilterEQ) seconds!: number;

  /** A read of it takes so long. */
  @VirtualColumn({
    type: 'text',
    query: (alias) => `SELECT pg_sleep(${alias}.seconds)::text`,
  })
  slow!: string;
}

const timeouts = { acquireMs: 2_000, statementMs: 1_000 };
let server: OwnPostgres;
let direct: DataSource;

beforeAll(async () => {
  server = await OwnPostgres.make();
  direct = new DataSource({ ...server.accessBy(server.port), entities: [Note], synchronize: true });
  await direct.initialize();
  await direct.manager.insert(Note, [{ text: 'quick' }, { text: 'slow', seconds: 60 }]);
});
afterAll(async () => {
  await direct.destroy();
  await server.remove();
});

/** Of a CancelRequest. */
const cancelCode = 80_877_102;

interface Stage {
  /** Between the process and the pooler. */
  readonly proxy: TcpProxy;
  readonly pooler: OwnPgbouncer;
  readonly api: Api;
}

async function through(settings: readonly string[], work: (stage: Stage) => Promise<void>): Promise<void> {
  const access = server.accessBy(server.port);
  const pooler = await OwnPgbouncer.before(access, settings);
  const proxy = await TcpProxy.before(pooler.port);
  const dataSource = new DataSource({ ...server.accessBy(proxy.port), entities: [Note], poolSize: 10 });
  try {
    await dataSource.initialize();
    await work({ pooler, proxy, api: createApi(dataSource, { timeouts, logger: quiet }) });
    expect(pooler.hasEnded).toBe(false);
  } finally {
    await dataSource.destroy();
    await proxy.close();
    await pooler.remove();
  }
}

const headers = { 'content-type': 'application/json' };
const quiet = { error: () => undefined, warn: () => undefined };

async function send(api: Api, method: string, path: string, more: object = {}): Promise<number> {
  const [pathname = '', query = ''] = path.split('?');
  const { status } = await api.handle({ method, path: pathname, query, headers, ...more });
  return status;
}

/** The statements that sleep on the server. */
async function sleeping(): Promise<number> {
  const [row] = await direct.query<{ count: string }[]>(
    "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(%' AND pid <> pg_backend_pid()",
  );
  return Number(row?.count);
}

test('statements that take too long and clients that go end on the server', async () => {
  await through([], async ({ api }) => {
    for (let round = 0; round < 3; round++) {
      const going = new AbortController();
      const requests = [
        send(api, 'GET', '/notes/2'),
        send(api, 'GET', '/notes/2'),
        send(api, 'GET', '/notes/2', { signal: going.signal }),
      ];
      setTimeout(() => {
        going.abort();
      }, 300);
      expect((await Promise.all(requests)).sort()).toEqual([503, 504, 504]);
      expect(await send(api, 'GET', '/notes/1')).toBe(200);
    }
    await until(async () => (await sleeping()) === 0);
  });
});

test('a limit of the server ends what no cancel request reaches', async () => {
  await through([], async ({ api, proxy }) => {
    proxy.onRequest = (chunk) => {
      const isCancelRequest = chunk.length === 16 && chunk.readInt32BE(4) === cancelCode;
      return isCancelRequest ? { pass: 0, then: 'end' } : undefined;
    };
    for (const path of ['/notes/2', '/notes?text.eq=slow'])
      expect(await Promise.all([send(api, 'GET', path), send(api, 'GET', path)])).toEqual([504, 504]);
    await until(async () => (await sleeping()) === 0);
  });
});

test('nothing is refused while the pooler renews its connections', async () => {
  await through(['server_lifetime = 1', 'server_idle_timeout = 1'], async ({ api }) => {
    const statuses = new Map<number, number>();
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let at = 0; at < 175; at++) {
        const status =
          at % 3 === 0
            ? await send(api, 'POST', '/notes', { body: { text: `${client} ${at}` } })
            : await send(api, 'GET', at % 3 === 1 ? '/notes/1' : '/notes?text.eq=quick');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((wake) => setTimeout(wake, 5));
      }
    });
    await Promise.all(clients);
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts++) {
    if (await isSo()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error('It does not come to that.');
}
