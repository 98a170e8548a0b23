// What a database was really asked, recorded in its driver: below TypeORM, so that nothing can pass by.
import type { Socket } from 'node:net';
import mysql from 'mysql2';
import { Client } from 'pg';

/** Cuts the connection a statement is sent on; undefined where the database is in our own process. */
export type Cut = (() => void) | undefined;

/** Sees a statement before it is sent; what it throws is what the driver throws. */
export type Interception = (text: string, cut: Cut) => void;

/** What an API asks once after its start, beside its first requests. */
function asksForTheTime(text: string): boolean {
  return /^SELECT (extract\(epoch FROM clock_timestamp|UNIX_TIMESTAMP\(NOW)/.test(text);
}

/** The statements since the last `clear`, in order. */
export class StatementLog {
  readonly texts: string[] = [];
  /** For tests that make statements fail. */
  intercept: Interception | undefined;
  #wrote = true;

  get count(): number {
    return this.texts.length;
  }

  /** Whether anything but reading was asked, since the last time that this was asked. */
  wroteSince(): boolean {
    const wrote = this.#wrote;
    this.#wrote = false;
    return wrote;
  }

  readonly record = (text: string, cut?: Cut): void => {
    if (asksForTheTime(text)) return;
    this.texts.push(text);
    // Statements of one round trip are one text.
    if (!/^\s*SELECT\b/i.test(text) || /; (?!SELECT\b)/i.test(text)) this.#wrote = true;
    this.intercept?.(text, cut);
  };

  /** Waits for the statements that the driver has not reported yet. */
  settled: () => Promise<void> = () => Promise.resolve();

  clear(): void {
    this.texts.length = 0;
  }
}

/** A PostgreSQL client class for the pool's option `Client` that records what it is asked. */
export function recordingClient(log: StatementLog): typeof Client {
  return class extends Client {
    override query = new Proxy(super.query.bind(this), {
      apply: (query, self, given: [unknown]) => {
        const text = removeLimit(textOf(given[0]));
        if (text !== '') log.record(text, () => this.connection.stream.destroy());
        return Reflect.apply(query, self, given) as unknown;
      },
    });
  };
}

/** The first round trip of a connection also asks whether there is a pooler: which request that is depends on the pool. */
function removeLimit(text: string): string {
  return text.replace(/SELECT pg_backend_pid\(\), set_config\([^;]*(?:; )?/, '');
}

/** The module mysql2 for TypeORM's option `driver`, whose connections record what they are asked. */
export function recordingMysql(log: StatementLog): Pick<typeof mysql, 'createPool' | 'createPoolCluster'> {
  const createPool = (options: mysql.PoolOptions) => {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      for (const method of ['query', 'execute'] as const) recordCalls(connection, method, log);
    });
    return pool;
  };
  return { ...mysql, createPool: createPool as typeof mysql.createPool };
}

function recordCalls(connection: mysql.PoolConnection, method: 'query' | 'execute', log: StatementLog): void {
  Object.assign(connection, {
    [method]: new Proxy(connection[method].bind(connection), {
      apply: (call, self, given: [unknown]) => {
        log.record(textOf(given[0]), () => streamOf(connection).destroy());
        return Reflect.apply(call, self, given) as unknown;
      },
    }),
  });
}

/** The socket; not among the driver's public types. */
function streamOf(connection: mysql.PoolConnection): Socket {
  return (connection as mysql.PoolConnection & { stream: Socket }).stream;
}

/** Drivers take a text, or an object that carries one. */
function textOf(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null && 'text' in statement)
    return String(statement.text);
  if (typeof statement === 'object' && statement !== null && 'sql' in statement) return String(statement.sql);
  return String(statement);
}
