// Cancels a statement by KILL QUERY, which takes a connection of its own to the same server.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, ConnectionOptions, PoolConnection } from 'mysql2';
import { requireSameServer } from './mysql-server-identity.js';

/** The part of the driver's module that opens a connection outside the pool, which may be exhausted. */
export interface Mysql {
  createConnection(options: ConnectionOptions): Connection;
}

/** Of KILL QUERY, in milliseconds: of its connect, and from then on. */
const maxConnectMs = 1_000;
const maxKillMs = 1_000;

/** Cancels the statement of a connection. Throws where it cannot: then the connection has no other use. */
export async function sendKillQuery(connection: PoolConnection, mysql: Mysql): Promise<void> {
  const { config, threadId } = connection;
  const { host, port, socketPath, user, password, ssl } = config;
  const access = { host, port, socketPath, user, password, ssl, connectTimeout: maxConnectMs };
  const given = Object.entries(access).filter(([, value]) => value !== undefined);
  const killConnection = mysql.createConnection(Object.fromEntries(given));
  killConnection.on('error', () => undefined);
  const killing = async () => {
    await requireSameServer(connection, killConnection);
    await runCommand(killConnection, `KILL QUERY ${threadId}`);
  };
  const late = new AbortController();
  try {
    await Promise.race([killing(), rejectAfter(maxConnectMs + maxKillMs, late.signal)]);
  } finally {
    late.abort();
    killConnection.destroy();
  }
}

/** A connection that the driver ends does not answer what it was asked. */
async function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal });
  throw new Error('The server has not answered KILL QUERY in time.');
}

/** Runs a statement without parameters or rows. */
export function runCommand(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
