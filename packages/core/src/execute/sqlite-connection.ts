// One connection of better-sqlite3 and what is kept for it: prepared statements, and the totals of lists.
import type { Database, Statement as SqliteStatement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import { RememberedTotals, isPage } from './remembered-totals.js';
import type { Answer, StatementCall } from './script.js';

const preparedStatements = 500;

/** Asks one connection. */
export class SqliteConnection {
  readonly database: Database;
  readonly #log: Pick<DataSource, 'logger'>;
  readonly #prepared = new LRUCache<string, SqliteStatement>({ max: preparedStatements });
  readonly #totals = new RememberedTotals((call) => this.#run(call));

  constructor(database: Database, log: Pick<DataSource, 'logger'>) {
    this.database = database;
    this.#log = log;
  }

  ask(call: StatementCall): Answer {
    // Within a transaction a total may be undone, and nothing would tell.
    return isPage(call) && !this.database.inTransaction ? this.#totals.answer(call) : this.#run(call);
  }

  prepare(text: string): SqliteStatement {
    const known = this.#prepared.get(text);
    if (known) return known;
    const statement = this.database.prepare(text);
    this.#prepared.set(text, statement.reader ? statement.raw() : statement);
    return statement;
  }

  // `all()` even for one row: `get()` on INSERT ... RETURNING leaves the statement unfinished and the WAL unchecked.
  #run({ statement: { text }, parameters }: StatementCall): Answer {
    this.#log.logger.logQuery(text, parameters);
    const statement = this.prepare(text);
    if (!statement.reader) return { rows: [], affected: statement.run(parameters).changes };
    const rows = statement.all(parameters) as Row[];
    return { rows, affected: rows.length };
  }
}
