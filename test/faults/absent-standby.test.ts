// PostgreSQL waits for a standby that is away, MariaDB for a replica (semi-synchronous replication). What the application promises
// its clients is what the database promises: a write whose commit has not reached the copy is never acknowledged, whatever ends the
// wait, as far as the database says so. ABSENT_STANDBY_ROUNDS is how often.
import { Bulk, createApi, type Api } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { keyTable, Customer, Payment, Purchase, till } from '../features/idempotency/till.js';
import { ServerLog } from '../support/server-log.js';
import { makeServer, servedDatabases, type OwnServer, type ServedDatabase } from './own-server.js';

const rounds = Number(process.env.ABSENT_STANDBY_ROUNDS ?? 2);
jest.setTimeout(60_000 + rounds * 30_000);

@Entity()
@Bulk()
class Box {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) name!: string;
}

/** A database whose commits wait for a copy of it. */
interface Promising {
  /** Whether commits wait. */
  setWaiting(server: OwnServer, on: boolean): Promise<void>;
  /** The sessions whose commits wait. */
  findWaiting(server: OwnServer): Promise<readonly number[]>;
  /** Ends the statement of a session, or the session. */
  end(server: OwnServer, what: 'statement' | 'session', session: number): Promise<unknown>;
  /** MariaDB answers a COMMIT whose wait another client has ended as any other. */
  readonly tellsEnds: boolean;
}

const promising: Readonly<Record<ServedDatabase, Promising>> = {
  postgres: {
    setWaiting: async (server, on) => {
      await server.administer(
        `ALTER SYSTEM SET synchronous_standby_names = '${on ? '*' : ''}'`,
        'SELECT pg_reload_conf()',
      );
      for (let attempts = 0; attempts < 200; attempts++) {
        const [row] = await server.administer('SHOW synchronous_standby_names');
        if ((row?.synchronous_standby_names === '*') === on) return;
      }
      throw new Error('The server does not take the setting.');
    },
    findWaiting: async (server) => {
      const found = await server.administer("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      return found.map(({ pid }) => Number(pid));
    },
    end: (server, what, session) =>
      server.administer(
        `SELECT ${what === 'session' ? 'pg_terminate_backend' : 'pg_cancel_backend'}(${session})`,
      ),
    tellsEnds: true,
  },
  mariadb: {
    setWaiting: async (server, on) => {
      await server.administer(
        'SET GLOBAL rpl_semi_sync_master_wait_no_slave = 1',
        'SET GLOBAL rpl_semi_sync_master_timeout = 60000',
        `SET GLOBAL rpl_semi_sync_master_enabled = ${on ? 1 : 0}`,
      );
    },
    findWaiting: async (server) => {
      const sessions = await server.administer('SHOW PROCESSLIST');
      return sessions
        .filter(({ State: state }) => String(state).includes('semi-sync ACK'))
        .map(({ Id: id }) => Number(id));
    },
    end: (server, what, session) =>
      server.administer(`KILL ${what === 'session' ? 'CONNECTION' : 'QUERY'} ${session}`),
    tellsEnds: false,
  },
};

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: (at: number) => unknown;
  readonly hasKey?: boolean;
}

const writes: Readonly<Record<string, Write>> = {
  'in one round trip': { method: 'POST', path: '/customers', body: (at) => ({ name: `c ${at}` }) },
  'with a key': { method: 'POST', path: '/customers', body: (at) => ({ name: `k ${at}` }), hasKey: true },
  'in steps': {
    method: 'PATCH',
    path: '/customers/1',
    body: (at) => ({ name: `s ${at}`, add_purchases: [2] }),
  },
  'with hooks': { method: 'POST', path: '/payments', body: (at) => ({ cents: at + 100 }), hasKey: true },
  'of many rows': {
    method: 'POST',
    path: '/boxes/bulk',
    body: (at) => [{ name: `a ${at}` }, { name: `b ${at}` }],
  },
  'of a change': { method: 'PATCH', path: '/purchases/1', body: (at) => ({ item: `changed ${at}` }) },
};

let made = 0;

async function send(
  api: Api,
  { method, path, body, hasKey }: Write,
  more: { key?: string; signal?: AbortSignal } = {},
) {
  const own = hasKey ? `key-${++made}` : undefined;
  const key = more.key ?? own;
  const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
  const text = Buffer.from(JSON.stringify(body(++made)));
  const { signal } = more;
  return api.handle({ method, path, query: '', headers, body: text, ...(signal ? { signal } : {}) });
}

describe.each(servedDatabases)('%s', (name) => {
  const promise = promising[name];
  let server: OwnServer;
  let dataSource: DataSource;

  beforeAll(async () => {
    server = await makeServer(name, { isReplicated: true });
    const entities = [Customer, Purchase, Payment, Box, keyTable(name)];
    dataSource = new DataSource({ ...server.accessBy(server.port), entities, synchronize: true });
    await dataSource.initialize();
    await till.fill(dataSource);
    await promise.setWaiting(server, true);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await server.remove();
  });

  /** A session whose commit waits, once there is one. */
  async function untilOneWaits(): Promise<number> {
    for (let attempts = 0; attempts < 200; attempts++) {
      const [session] = await promise.findWaiting(server);
      if (session !== undefined) return session;
    }
    throw new Error('No commit waits.');
  }

  function serve(statementMs: number): Api {
    return createApi(dataSource, {
      ...till.options,
      timeouts: { acquireMs: 5_000, statementMs },
      logger: new ServerLog(),
    });
  }

  describe.each(Object.entries(writes))('a write %s', (_, write) => {
    test('is not acknowledged when it takes too long', async () => {
      const api = serve(300);
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all([send(api, write), send(api, write)]);
        expect(answers.map(({ status }) => status)).toEqual([504, 504]);
      }
    });

    test('is not acknowledged when its client goes', async () => {
      const api = serve(5_000);
      const going = new AbortController();
      const sending = send(api, write, { signal: going.signal });
      await untilOneWaits();
      going.abort();
      expect((await sending).status).toBe(504);
    });

    test('is not acknowledged when another client ends the wait, where the database says so', async () => {
      const sending = send(serve(20_000), write);
      await promise.end(server, 'statement', await untilOneWaits());
      const { status } = await sending;
      if (promise.tellsEnds) expect(status).toBe(504);
      else expect([200, 201]).toContain(status);
    });

    test('is not acknowledged when another client ends the session', async () => {
      const sending = send(serve(20_000), write);
      await promise.end(server, 'session', await untilOneWaits());
      expect((await sending).status).toBe(503);
    });
  });

  test('a key finds its answer only once the standby has it', async () => {
    const api = serve(300);
    const pay = { method: 'POST', path: '/payments', body: () => ({ cents: 77 }) };
    const [first, second] = [await send(api, pay, { key: 'one' }), await send(api, pay, { key: 'one' })];
    expect([first.status, second.status]).toEqual([504, 504]);
    await promise.setWaiting(server, false);
    const third = await send(api, pay, { key: 'one' });
    await promise.setWaiting(server, true);
    expect(third.status).toBe(201);
    expect(await dataSource.manager.countBy(Payment, { cents: 77 })).toBe(1);
  });
});
