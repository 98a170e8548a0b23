// Runs statements on connections of mysql2. Each connection keeps the most recently used statements prepared.
import { LRUCache } from 'lru-cache';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import { requireNoLoss } from './mysql-error.js';
import { bytesOf, RowsWithin } from './rows-within.js';
import type { Answer, StatementCall } from './script.js';

/** Maximum number of prepared statements per connection. */
const maxPrepared = 500;

/** The key of a prepared statement. The driver's own types declare `unprepare` for rows as objects only. */
interface Prepared {
  readonly sql: string;
  readonly rowsAsArray: true;
}

/** A connection with methods beyond its public types. */
export type MysqlConnection = PoolConnection & {
  unprepare(prepared: Prepared): unknown;
  execute(prepared: Prepared & { readonly values: readonly unknown[] }): Running;
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
  call: StatementCall,
  onCut: () => void,
) => Promise<Answer>;

/** At most `maxBytes` of the rows of a statement are kept. */
export function mysqlQueries({ logger }: DataSource, maxBytes: number): RunStatement {
  const preparedOn = new WeakMap<MysqlConnection, PreparedTexts>();
  return async (connection, call, onCut) => {
    const { text } = call.statement;
    logger.logQuery(text, call.parameters);
    let prepared = preparedOn.get(connection);
    if (!prepared) preparedOn.set(connection, (prepared = preparedTexts(connection)));
    prepared.set(text, true);
    const received = new Received(maxBytes, onCut);
    await receive(connection, call, received);
    if (received.warnings > 0) await requireNoLoss(connection);
    return received.answer;
  };
}

function receive(
  connection: MysqlConnection,
  { statement: { text }, parameters }: StatementCall,
  received: Received,
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
    // May throw for a value that cannot be converted. No listener is attached yet.
    const running = connection.execute({ sql: text, values: parameters, rowsAsArray: true });
    // The driver reports a lost connection on the connection, not on the statement that runs.
    connection.on('error', lost);
    running
      .on('result', (result) => {
        received.add(result);
      })
      .on('error', (error) => {
        // After a cut, an error is the expected result of cancelling the statement.
        if (!received.isCut) lost(error);
      })
      .on('end', () => {
        settle(resolve);
      });
  });
}

/** The prepared statements of a connection by their text, in the order of their last use. */
type PreparedTexts = LRUCache<string, true>;

function preparedTexts(connection: MysqlConnection): PreparedTexts {
  return new LRUCache({
    max: maxPrepared,
    dispose: (_, sql, reason) => {
      if (reason === 'evict') connection.unprepare({ sql, rowsAsArray: true });
    },
  });
}

/** Collects the results of one statement. */
class Received {
  readonly #rows: RowsWithin<Row>;
  readonly #onCut: () => void;
  #written: ResultSetHeader | undefined;
  isCut = false;

  constructor(maxBytes: number, onCut: () => void) {
    this.#rows = new RowsWithin(maxBytes);
    this.#onCut = onCut;
  }

  add(result: Row | ResultSetHeader): void {
    if ('affectedRows' in result) this.#written = result;
    else if (!this.#rows.add(result, bytesOf(result)) && !this.isCut) {
      this.isCut = true;
      this.#onCut();
    }
  }

  get warnings(): number {
    return this.#written?.warningStatus ?? 0;
  }

  get answer(): Answer {
    if (!this.#written) return this.#rows.answer();
    const { affectedRows, insertId } = this.#written;
    return { rows: [], affected: affectedRows, insertId };
  }
}
