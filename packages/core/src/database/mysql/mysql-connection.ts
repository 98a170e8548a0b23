// Connections of mysql2: how they are returned, closed, and cancelled by KILL QUERY; and how they run statements, each with
// its most recently used ones prepared.
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { LRUCache } from 'lru-cache';
import { noteErrorOfRead } from '../../execute/database-error.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';
import type { Row } from '../../sql/row-renderer.js';
import { estimateBytes, BoundedRows } from '../bounded-rows.js';
import type { PooledConnection } from '../pool/pooled-connection.js';
import { isOfParameter, requireNoLoss } from './mysql-errors.js';
import { runCommand, sendKillQuery, type Mysql } from './mysql-kill-query.js';

/** Wraps a connection of a pool. */
export function createMysqlConnection<C extends PoolConnection>(
  connection: C,
  mysql: Mysql,
): PooledConnection<C> {
  let wasCancelled = false;
  return {
    connection,
    // A late KILL QUERY would hit a statement of the next request.
    release: () => {
      if (wasCancelled) connection.destroy();
      else connection.release();
      return undefined;
    },
    destroy: () => {
      connection.destroy();
    },
    cancel: () => {
      wasCancelled = true;
      return sendKillQuery(connection, mysql);
    },
    ping: () => runCommand(connection, 'SELECT 1'),
    // The server does not tell.
    hasUnconfirmedCommit: () => false,
    isLost: () => isLost(connection),
    idleMs: () => getIdleMs(connection),
    closeIdle: () => {
      closeIdleBeside(connection);
    },
  };
}

/** The stream of a connection. */
interface StreamOwner {
  readonly stream: { readonly destroyed: boolean };
}

/** What a connection keeps of its use. */
interface PoolMember {
  /** When it was returned to its pool last, or opened, by the clock of `Date.now()`. */
  readonly lastActiveTime: number;
  /** Null once it has left the pool. */
  readonly _pool: { readonly _freeConnections: FreeConnections } | null;
}

interface FreeConnections {
  readonly length: number;
  get(at: number): PoolConnection;
}

function getIdleMs(connection: PoolConnection): number {
  return Date.now() - (connection as PoolConnection & PoolMember).lastActiveTime;
}

function closeIdleBeside(connection: PoolConnection): void {
  const free = (connection as PoolConnection & PoolMember)._pool?._freeConnections;
  // A copy: a connection that is destroyed leaves the queue.
  const idle = Array.from({ length: free?.length ?? 0 }, (_, at) => free?.get(at));
  for (const each of idle) each?.destroy();
}

function isLost(connection: PoolConnection): boolean {
  return (connection as PoolConnection & StreamOwner).stream.destroyed;
}

/** A connection with TypeORM's own runner, for transactions that its listeners take part in. */
export interface RunnerConnection<C> {
  readonly dataSource: DataSource;
  readonly runner: QueryRunner;
  readonly connection: C;
}

export async function createRunnerConnection<C extends PoolConnection>(
  dataSource: DataSource,
  mysql: Mysql,
): Promise<PooledConnection<RunnerConnection<C>>> {
  const runner = dataSource.createQueryRunner('master');
  const connection = (await runner.connect()) as C;
  const pooled = createMysqlConnection(connection, mysql);
  return {
    ...pooled,
    connection: { dataSource, runner, connection },
    release: async () => {
      await pooled.release();
      await runner.release();
    },
    destroy: (reason) => {
      pooled.destroy(reason);
      runner.release().catch(() => undefined);
    },
  };
}

/** Maximum number of prepared statements per connection, and of their text in UTF-16 code units. */
const maxPrepared = 500;
const maxPreparedLength = 1024 * 1024;

/** The key of a prepared statement. The driver's own types declare `unprepare` for rows as objects only. */
interface PreparedKey {
  readonly sql: string;
  readonly rowsAsArray: true;
}

/** A connection with methods beyond its public types. */
export type MysqlConnection = PoolConnection & {
  unprepare(prepared: PreparedKey): unknown;
  execute(prepared: PreparedKey & { readonly values: readonly unknown[] }): Running;
};

/** A running statement. Each `result` is a row, or the header of a write. */
interface Running {
  on(event: 'result', listener: (result: Row | ResultSetHeader) => void): Running;
  on(event: 'error', listener: (error: Error) => void): Running;
  on(event: 'end', listener: () => void): Running;
}

/** Runs one statement. `onCut` is called when its rows exceed the maximum of bytes. */
export type RunStatement = (
  connection: MysqlConnection,
  call: BoundStatement,
  onCut: () => void,
) => Promise<QueryResult>;

/** At most `maxBytes` of the rows of a statement are kept. */
export function createMysqlRunner({ logger }: DataSource, maxBytes: number): RunStatement {
  const preparedOn = new WeakMap<MysqlConnection, PreparedCache>();
  return async (connection, call, onCut) => {
    const { text, isKept } = call.statement;
    logger.logQuery(text, call.parameters);
    let prepared = preparedOn.get(connection);
    if (!prepared) preparedOn.set(connection, (prepared = createPreparedCache(connection)));
    if (isKept) prepared.set(text, true);
    const received = new ResultCollector(maxBytes, onCut);
    await collectResult(connection, call, received);
    if (!isKept && !prepared.has(text)) connection.unprepare({ sql: text, rowsAsArray: true });
    const result = received.toResult();
    if (countWarnings(call, received, result) > 0) await requireNoLoss(connection);
    return result;
  };
}

/** The server counts the warnings of a write beside its header, but not beside returned columns. */
function countWarnings(
  { statement }: BoundStatement,
  { warnings }: ResultCollector,
  { rows }: QueryResult,
): number {
  return statement.countsWarnings ? Number(rows[0]?.at(-1) ?? 0) : warnings;
}

function collectResult(
  connection: MysqlConnection,
  { statement: { text }, parameters }: BoundStatement,
  received: ResultCollector,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (done: () => void) => {
      connection.removeListener('error', lost);
      done();
    };
    const lost = (error: Error) => {
      settle(() => {
        reject(error);
      });
    };
    // The driver reports a lost connection on the connection, not on the statement that runs.
    connection.on('error', lost);
    let running: Running;
    try {
      running = connection.execute({ sql: text, values: parameters, rowsAsArray: true });
    } catch (error) {
      // A value cannot be converted.
      connection.removeListener('error', lost);
      throw error;
    }
    running
      .on('result', (result) => {
        received.add(result);
      })
      .on('error', (error) => {
        if (!isOfParameter(error, parameters)) noteErrorOfRead(error, text);
        // After a cut, an error is the expected result of cancelling the statement.
        if (!received.isCut) lost(error);
      })
      .on('end', () => {
        settle(resolve);
      });
  });
}

/** The prepared statements of a connection by their text, in the order of their last use. */
type PreparedCache = LRUCache<string, true>;

function createPreparedCache(connection: MysqlConnection): PreparedCache {
  return new LRUCache({
    max: maxPrepared,
    maxSize: maxPreparedLength,
    sizeCalculation: (_, sql) => sql.length,
    dispose: (_, sql, reason) => {
      if (reason === 'evict') connection.unprepare({ sql, rowsAsArray: true });
    },
  });
}

/** Collects the results of one statement. */
class ResultCollector {
  readonly #rows: BoundedRows<Row>;
  readonly #onCut: () => void;
  #written: ResultSetHeader | undefined;
  isCut = false;

  constructor(maxBytes: number, onCut: () => void) {
    this.#rows = new BoundedRows(maxBytes);
    this.#onCut = onCut;
  }

  add(result: Row | ResultSetHeader): void {
    if ('affectedRows' in result) this.#written = result;
    else if (!this.#rows.add(result, estimateBytes(result)) && !this.isCut) {
      this.isCut = true;
      this.#onCut();
    }
  }

  get warnings(): number {
    return this.#written?.warningStatus ?? 0;
  }

  toResult(): QueryResult {
    if (!this.#written) return this.#rows.toResult();
    const { affectedRows, insertId } = this.#written;
    return { rows: [], affected: affectedRows, insertId };
  }
}
