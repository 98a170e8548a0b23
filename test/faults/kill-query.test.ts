// An address that leads to several servers, as that of a balancer: a connection on each may have the same number, and a time
// limit must not end the statement of the other one. KILL_LIMITS is how many statements meet their limit behind two servers, 1,000
// in the large form; TWO_MYSQL_SERVERS are the URLs of two servers of MySQL that nothing else uses, separated by a comma.
import { createConnection, type Connection } from 'mysql2/promise';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { databaseNames, openDatabase, speaksMysql } from '../support/test-database.js';
import { OwnMariadb } from './own-mariadb.js';
import { proxied } from './proxied.js';
import { ServerPair, type PairedServer, type PairedServers } from './server-pair.js';

@Entity()
class Seat {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) name!: string;
}

const timeouts = { acquireMs: 3_000, statementMs: 300 };
const limits = Number(process.env.KILL_LIMITS ?? 24);
const clients = 8;
jest.setTimeout(120_000 + limits * 1_000);
const servers = databaseNames.filter(speaksMysql);

/** Sends an update of a row that another transaction holds, and counts what asks a server to end a statement. */
async function updateLockedRow(name: (typeof servers)[number], leadTo: number | null) {
  const database = await openDatabase(name, [Seat]);
  const { proxy, dataSource } = await proxied(database);
  const holder = await connectTo(database.dataSource.options);
  const kills: string[] = [];
  try {
    const client = DirectClient.of(dataSource, { timeouts });
    await client.post('/seats', { name: 'a' });
    await holder.query('BEGIN');
    await holder.query('UPDATE seat SET name = ? WHERE id = 1', ['held']);
    proxy.onRequest = (chunk) => {
      kills.push(...(chunk.toString('latin1').match(/KILL QUERY \d+/g) ?? []));
      return undefined;
    };
    if (leadTo !== null) proxy.target = leadTo;
    const answer = await client.attempt('PATCH', '/seats/1', { name: 'b' });
    await holder.query('ROLLBACK');
    const [rows] = await holder.query('SELECT name FROM seat');
    return { status: answer.status, kills: kills.length, rows };
  } finally {
    await holder.end();
    await dataSource.destroy();
    await proxy.close();
    await database.close();
  }
}

function connectTo(options: object): Promise<Connection> {
  return createConnection('url' in options ? String(options.url) : '');
}

function getPort(name: (typeof servers)[number]): number {
  return Number(new URL(process.env[`DATABASE_URL_${name.toUpperCase()}`] ?? '').port);
}

// Without two servers there is no other one: databases.ts reports which are left out.
for (const name of servers) {
  test(`${name}: a statement beyond its limit is ended on its own server`, async () => {
    const { status, kills, rows } = await updateLockedRow(name, null);
    expect(status).toBe(504);
    expect(kills).toBeGreaterThan(0);
    expect(rows).toEqual([{ name: 'a' }]);
  });

  for (const other of servers.filter((each) => each !== name))
    test(`${name}: no statement of another server is ended`, async () => {
      const { status, kills, rows } = await updateLockedRow(name, getPort(other));
      expect(status).toBe(504);
      expect(kills).toBe(0);
      expect(rows).toEqual([{ name: 'a' }]);
    });
}

/** Two servers that nothing else uses. */
interface Servers {
  readonly type: 'mariadb' | 'mysql';
  readonly servers: PairedServers;
  readonly remove: () => Promise<unknown>;
}

async function startMariadb(): Promise<Servers> {
  const [one, two] = [await OwnMariadb.make(), await OwnMariadb.make()] as const;
  const toServer = ({ port }: OwnMariadb) => ({ host: '127.0.0.1', port, user: 'root', database: 'test' });
  const remove = () => Promise.all([one.remove(), two.remove()]);
  return { type: 'mariadb', servers: [toServer(one), toServer(two)], remove };
}

async function useMysql(urls: string): Promise<Servers> {
  const [one, two] = await Promise.all(
    urls.split(',').map(async (each): Promise<PairedServer> => {
      const url = new URL(each);
      const server = {
        host: url.hostname,
        port: Number(url.port),
        user: url.username,
        password: url.password,
      };
      const connection = await createConnection(server);
      await connection.query('CREATE DATABASE IF NOT EXISTS kill_query');
      await connection.end();
      return { ...server, database: 'kill_query' };
    }),
  );
  if (!one || !two) throw new Error('TWO_MYSQL_SERVERS has two URLs, separated by a comma.');
  return { type: 'mysql', servers: [one, two], remove: () => Promise.resolve() };
}

/** Both servers have the rows, and another transaction holds all of them. */
async function holdSeats(type: Servers['type'], server: PairedServer): Promise<Connection> {
  const { user: username, ...access } = server;
  const options = { type, username, ...access, entities: [Seat], synchronize: true, dropSchema: true };
  const dataSource = await new DataSource(options).initialize();
  await dataSource.manager.insert(
    Seat,
    Array.from({ length: clients }, () => ({ name: 'free' })),
  );
  await dataSource.destroy();
  const holder = await createConnection({ ...server });
  await holder.query('BEGIN');
  await holder.query("UPDATE seat SET name = 'held'");
  return holder;
}

/** Sends updates of held rows, each of which meets its time limit. Returns the statuses of the answers. */
async function meetLimits(dataSource: DataSource): Promise<readonly number[]> {
  const client = DirectClient.of(dataSource, { timeouts });
  const statuses: number[] = [];
  let sent = 0;
  const send = async (id: number) => {
    while (sent++ < limits)
      statuses.push((await client.attempt('PATCH', `/seats/${id}`, { name: 'taken' })).status);
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => send(at + 1)));
  return statuses;
}

const twoServers: Readonly<Record<string, () => Promise<Servers>>> = {
  ...(servers.includes('mariadb') ? { mariadb: startMariadb } : {}),
  ...(process.env.TWO_MYSQL_SERVERS ? { mysql: () => useMysql(process.env.TWO_MYSQL_SERVERS ?? '') } : {}),
};

for (const [name, start] of Object.entries(twoServers))
  test(`two servers of ${name}: no statement of a stranger is ended`, async () => {
    const { type, servers: both, remove } = await start();
    try {
      const holders = await Promise.all(both.map((server) => holdSeats(type, server)));
      const pair = await ServerPair.before(both);
      const { user: username, ...access } = both[0];
      const own = { host: '127.0.0.1', port: pair.port, entities: [Seat], poolSize: clients };
      const dataSource = await new DataSource({ type, username, ...access, ...own }).initialize();
      const statuses = await meetLimits(dataSource);
      await dataSource.destroy();
      await pair.close();
      await Promise.all(holders.map((holder) => holder.query('ROLLBACK').then(() => holder.end())));
      process.stdout.write(`two servers of ${name}, ${limits} limits: ${JSON.stringify(pair.seen)}\n`);
      expect(pair.ended).toEqual([]);
      expect(statuses).toEqual(Array.from({ length: limits }, () => 504));
      // The address led both to the server of the statement and to the other one, which had a stranger of its number.
      expect(pair.seen.kills).toBeGreaterThan(0);
      expect(pair.seen.kills).toBeLessThan(pair.seen.connections - clients);
      expect(pair.seen.twins).toBeGreaterThan(pair.seen.connections / 2);
    } finally {
      await remove();
    }
  });
