// Lists may wait for long: they never take the whole pool, so that whoever reads by key or writes finds a connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource, type QueryRunner } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { openPool } from '../support/pool-of.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';

@Entity({ name: 'held' })
class Held {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity({ name: 'user_account' })
class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

interface Locking {
  readonly lock: string;
  readonly unlock: string;
  /** How many sessions wait for a table of this database. */
  readonly waiting: string;
}

const lockings: Readonly<Record<'postgres' | 'mariadb', Locking>> = {
  postgres: {
    lock: 'LOCK TABLE held IN ACCESS EXCLUSIVE MODE',
    unlock: 'COMMIT',
    waiting: `SELECT count(*) AS n FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  },
  mariadb: {
    lock: 'LOCK TABLES held WRITE',
    unlock: 'UNLOCK TABLES',
    waiting: `SELECT count(*) AS n FROM information_schema.PROCESSLIST
      WHERE DB = DATABASE() AND STATE LIKE 'Waiting for table%'`,
  },
};

const servers = databaseNames.filter(
  (name): name is DatabaseName & keyof typeof lockings => name in lockings,
);

describe.each(servers)('%s', (name) => {
  const { lock, unlock, waiting } = lockings[name];
  let database: TestDatabase;
  let locker: QueryRunner;
  let pool: DataSource;
  beforeAll(async () => {
    database = await openDatabase(name, [Held, User]);
    await database.dataSource.getRepository(User).insert({ name: 'ada' });
    locker = database.dataSource.createQueryRunner();
  });
  afterEach(() => pool.destroy());
  afterAll(async () => {
    await locker.release();
    await database.close();
  });

  /** Asks for as many lists of the locked table as the pool is large, and two more; waits until `share` are at the database. */
  async function askForLists(client: DirectClient, size: number, share: number) {
    let answered = 0;
    const lists = Array.from({ length: size + 2 }, async () => {
      const { status } = await client.get('/helds');
      answered++;
      return status;
    });
    let found = 0;
    for (let rounds = 0; found < share && rounds < 500; rounds++) {
      await sleep(10);
      const [row] = await database.dataSource.query<{ n: string }[]>(waiting);
      found = Number(row?.n);
    }
    return { lists: Promise.all(lists), answered: () => answered, found };
  }

  async function withLocked(work: () => Promise<void>): Promise<void> {
    if (name === 'postgres') await locker.query('BEGIN');
    await locker.query(lock);
    try {
      await work();
    } finally {
      await locker.query(unlock);
    }
  }

  test.each([
    [2, 1],
    [3, 2],
    [4, 3],
    [8, 6],
  ])(
    'of a pool of %s, lists take %s, and another table is read and written meanwhile',
    async (size, share) => {
      pool = await openPool(database, size);
      const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
      let asked: Awaited<ReturnType<typeof askForLists>> | undefined;
      await withLocked(async () => {
        asked = await askForLists(client, size, share);
        expect((await client.get('/users/1')).status).toBe(200);
        expect((await client.patch('/users/1', { name: 'bob' })).status).toBe(200);
        expect([asked.answered(), asked.found]).toEqual([0, share]);
      });
      expect(new Set(await asked?.lists)).toEqual(new Set([200]));
    },
  );

  test('of a pool of one there is nothing to share: all are served in their turn', async () => {
    pool = await openPool(database, 1);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
    let asked: Awaited<ReturnType<typeof askForLists>> | undefined;
    let read: Promise<number> | undefined;
    await withLocked(async () => {
      asked = await askForLists(client, 1, 1);
      read = client.get('/users/1').then(({ status }) => status);
      expect([asked.answered(), asked.found]).toEqual([0, 1]);
    });
    expect(await read).toBe(200);
    expect(new Set(await asked?.lists)).toEqual(new Set([200]));
  });

  test('lists that fail give their share back', async () => {
    pool = await openPool(database, 2);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 200, statementMs: 300 } });
    await withLocked(async () => {
      const attempts = Array.from({ length: 6 }, () => client.attempt('GET', '/helds'));
      for (const { status } of await Promise.all(attempts)) expect([503, 504]).toContain(status);
    });
    const answers = await Promise.all(Array.from({ length: 2 }, () => client.get('/helds')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
