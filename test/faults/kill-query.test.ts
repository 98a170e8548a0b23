// An address that leads to several servers, as that of a balancer: a connection on each may have the same number, and a time
// limit must not end the statement of the other one.
import { createConnection, type Connection } from 'mysql2/promise';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { databaseNames, openDatabase, speaksMysql } from '../support/test-database.js';
import { proxied } from './proxied.js';

@Entity()
class Seat {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) name!: string;
}

const timeouts = { acquireMs: 3_000, statementMs: 300 };
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
