// What takes a primary away, and how long its cluster has none.
import mysql from 'mysql2/promise';
import { Client } from 'pg';
import type { Cluster } from './cluster.js';
import { pause, type Load } from './load.js';

export const eventNames = ['kill', 'switch', 'freeze'] as const;
export type EventName = (typeof eventNames)[number];

/** What became of one, in milliseconds. */
export interface Outcome {
  /** Until another node was the primary and the balancer led to it. */
  readonly awayMs: number;
  /** From then until every process had served every kind of request, and what that was. */
  readonly servedMs: number;
  readonly last: string;
}

/** How long a cluster may take; a busy machine is no failure. */
const clusterMs = 180_000;

/** Makes it happen to the primary of a healthy cluster, and lets the node come back. */
export async function happen(event: EventName, cluster: Cluster, load: Load): Promise<Outcome> {
  await until(() => cluster.isHealthy(), cluster);
  // Its clients have gone on for a moment.
  await load.served(performance.now());
  const old = await cluster.leader();
  if (old === undefined) throw new Error('The cluster has no primary.');
  const since = performance.now();
  await begin[event](cluster, old);
  await until(() => hasSuccessor(cluster, old), cluster);
  const back = performance.now();
  const { name, ms } = await load.served(back);
  // A frozen node does not thaw: as a primary it would go on where it was.
  if (event === 'freeze') await cluster.kill(old);
  if (event !== 'switch') await cluster.startNode(old);
  return { awayMs: back - since, servedMs: ms, last: name };
}

const begin: Readonly<Record<EventName, (cluster: Cluster, old: string) => Promise<void>>> = {
  kill: (cluster, old) => cluster.kill(old),
  switch: (cluster) => cluster.switchPrimary(),
  freeze: (cluster, old) => cluster.freeze(old),
};

/** Another node leads, and every address of the balancer leads where it should. */
async function hasSuccessor(cluster: Cluster, old: string): Promise<boolean> {
  const leader = await cluster.leader();
  if (leader === undefined || leader === old) return false;
  const { primary, careless, replica } = cluster.addresses;
  const answers = await Promise.all([ask(primary, true), ask(careless, true), ask(replica, false)]);
  return answers.every(Boolean);
}

/** Whether an address leads to a server that writes, or at least to one that reads. */
async function ask({ type, url }: Cluster['addresses']['primary'], writes: boolean): Promise<boolean> {
  const isReadOnly = await (type === 'postgres' ? askPostgres(url) : askMysql(url)).catch(() => undefined);
  return isReadOnly !== undefined && (!writes || !isReadOnly);
}

const connectMs = 1_000;

async function askPostgres(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ pg_is_in_recovery: boolean }>('SELECT pg_is_in_recovery()');
    return rows[0]?.pg_is_in_recovery ?? true;
  } finally {
    await client.end();
  }
}

async function askMysql(url: string): Promise<boolean> {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: connectMs });
  connection.on('error', () => undefined);
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>({
      sql: 'SELECT @@super_read_only',
      timeout: connectMs,
      rowsAsArray: true,
    });
    return Object.values(rows[0] ?? {})[0] === 1;
  } finally {
    connection.destroy();
  }
}

export async function until(condition: () => Promise<boolean>, cluster: Cluster): Promise<void> {
  const deadline = performance.now() + clusterMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`The cluster does not come back:\n${await cluster.describe()}`);
    await pause(200);
  }
}
