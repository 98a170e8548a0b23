// Lists may wait for long: they never take the whole pool, so that reads by key and writes find a connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { EagerLoad } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { openPool } from '../../support/pool-of.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../../support/test-database.js';

@Entity({ name: 'held' })
class Held {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @ManyToOne(() => Rack, (rack) => rack.helds)
  rack!: Relation<Rack> | null;
}

/** Nothing bounds how many rows one of them has. */
@Entity({ name: 'rack' })
class Rack {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Held, (held) => held.rack)
  @EagerLoad()
  helds!: Held[];
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

const lockingOfMysql: Locking = {
  lock: 'LOCK TABLES held WRITE',
  unlock: 'UNLOCK TABLES',
  waiting: `SELECT count(*) AS n FROM information_schema.PROCESSLIST
    WHERE DB = DATABASE() AND STATE LIKE 'Waiting for table%'`,
};

const lockings: Readonly<Record<'postgres' | 'mariadb' | 'mysql', Locking>> = {
  postgres: {
    lock: 'LOCK TABLE held IN ACCESS EXCLUSIVE MODE',
    unlock: 'COMMIT',
    waiting: `SELECT count(*) AS n FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  },
  mariadb: lockingOfMysql,
  mysql: lockingOfMysql,
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
    database = await openDatabase(name, [Held, Rack, User]);
    await database.dataSource.getRepository(Rack).insert({});
    await database.dataSource.getRepository(User).insert({ name: 'ada' });
    locker = database.dataSource.createQueryRunner();
  });
  afterEach(() => pool.destroy());
  afterAll(async () => {
    await locker.release();
    await database.close();
  });

  /** Asks for as many lists of the locked table as the pool is large, and two more; waits until `share` are at the database. */
  async function askForLists(client: DirectClient, size: number, share: number, path = '/helds') {
    let answered = 0;
    const lists = Array.from({ length: size + 2 }, async () => {
      const { status } = await client.attempt('GET', path);
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

  /** A list that was never read counts as a slow one. */
  async function readOften(client: DirectClient, path: string): Promise<void> {
    for (let reads = 0; reads < 20; reads++) expect((await client.get(path)).status).toBe(200);
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
      await readOften(client, '/helds');
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

  test.each([
    [4, 1],
    [8, 1],
    [16, 2],
  ])(
    'of a pool of %s, lists that were never read take %s, and other lists are read meanwhile',
    async (size, share) => {
      pool = await openPool(database, size);
      const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
      await readOften(client, '/users');
      let asked: Awaited<ReturnType<typeof askForLists>> | undefined;
      await withLocked(async () => {
        asked = await askForLists(client, size, share);
        expect((await client.get('/users')).status).toBe(200);
        expect([asked.answered(), asked.found]).toEqual([0, share]);
      });
      expect(new Set(await asked?.lists)).toEqual(new Set([200]));
    },
  );

  /** How many of many lists of the locked table are at the database at once, of a pool of eight. */
  async function mostAtOnce(client: DirectClient): Promise<number> {
    const all: Promise<readonly number[]>[] = [];
    let most = 0;
    await withLocked(async () => {
      const { lists } = await askForLists(client, 8, 1);
      all.push(lists);
      await sleep(200);
      const [row] = await database.dataSource.query<{ n: string }[]>(waiting);
      most = Number(row?.n);
    });
    expect(new Set((await Promise.all(all)).flat())).toEqual(new Set([200]));
    return most;
  }

  async function readSlowly(client: DirectClient): Promise<void> {
    const reading: Promise<unknown>[] = [];
    await withLocked(async () => {
      reading.push(client.get('/helds'));
      await sleep(600);
    });
    await Promise.all(reading);
  }

  test('a list that was slow is limited, whether it was quick before or never read', async () => {
    pool = await openPool(database, 8);
    const limits = { timeouts: { acquireMs: 30_000, statementMs: 30_000 } };
    const unread = DirectClient.of(pool, limits);
    expect((await unread.get('/users/1')).status).toBe(200);
    await readSlowly(unread);
    expect(await mostAtOnce(unread)).toBe(1);
    const quick = DirectClient.of(pool, limits);
    await readOften(quick, '/helds');
    await readSlowly(quick);
    expect(await mostAtOnce(quick)).toBe(1);
  });

  test('it is not limited any more when it has been quick for a while', async () => {
    pool = await openPool(database, 8);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
    await readSlowly(client);
    await readOften(client, '/helds');
    expect(await mostAtOnce(client)).toBe(6);
  });

  test('an entity with an eager-loaded to-many edge is limited as a list is', async () => {
    pool = await openPool(database, 8);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
    let asked: Awaited<ReturnType<typeof askForLists>> | undefined;
    await withLocked(async () => {
      asked = await askForLists(client, 8, 1, '/racks/1');
      await sleep(200);
      const [row] = await database.dataSource.query<{ n: string }[]>(waiting);
      expect([asked.answered(), Number(row?.n)]).toEqual([0, 1]);
    });
    expect(new Set(await asked?.lists)).toEqual(new Set([200]));
  });

  test('a client that goes away at once does not make a list a quick one', async () => {
    pool = await openPool(database, 8);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 30_000, statementMs: 30_000 } });
    const controller = new AbortController();
    const reading: Promise<{ readonly status: number }>[] = [];
    await withLocked(async () => {
      const request = { method: 'GET', path: '/helds', query: '', signal: controller.signal };
      reading.push(client.api.handle(request));
      await sleep(30);
      controller.abort();
      expect((await Promise.all(reading)).map(({ status }) => status)).toEqual([503]);
    });
    expect(await mostAtOnce(client)).toBe(1);
  });

  /** The statuses of many reads of a list that was never read, while a slow one waits. */
  async function readNewList(): Promise<ReadonlySet<number>> {
    pool = await openPool(database, 8);
    const client = DirectClient.of(pool, { timeouts: { acquireMs: 2_000, statementMs: 30_000 } });
    expect((await client.get('/users/1')).status).toBe(200);
    await readSlowly(client);
    let lists: Promise<unknown> | undefined;
    let statuses: readonly number[] = [];
    await withLocked(async () => {
      ({ lists } = await askForLists(client, 8, 1));
      const users = Array.from({ length: 20 }, () => client.attempt('GET', '/users'));
      statuses = (await Promise.all(users)).map(({ status }) => status);
    });
    await lists;
    return new Set(statuses);
  }

  test('a list that was never read does not wait for slow ones', async () => {
    let statuses = await readNewList();
    // Where the machine is so busy that the first read takes 50 ms, the list is a slow one itself.
    for (let again = 0; statuses.has(503) && again < 4; again++) {
      await pool.destroy();
      statuses = await readNewList();
    }
    expect(statuses).toEqual(new Set([200]));
  });

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
