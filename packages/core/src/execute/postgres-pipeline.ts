// Statements that a connection of node-postgres holds prepared, bound and executed with one Sync behind them: one round
// trip and one implicit transaction (PostgreSQL's "Extended Query", 54.2.3). Nothing is parsed or described again.
import type { Connection, Submittable } from 'pg';
import type { StatementCall } from './script.js';

/** A row as the server sends it. */
export type Texts = (string | null)[];

/** What the server sent for one statement. */
export interface Result {
  readonly rows: readonly Texts[];
  readonly affected: number;
}

/** Makes wire values of parameters: node-postgres's own `prepareValue`. */
export type PrepareValue = (value: unknown) => unknown;

type Callback = (error: Error | null, results: readonly Result[]) => void;

/**
 * A query of node-postgres: the client calls a method for each message of the server. Calls back once, with a result for
 * each call or the first error.
 */
export class Pipeline implements Submittable {
  /** The client may put its query timeout around it. */
  callback: Callback;
  readonly #calls: readonly StatementCall[];
  readonly #bound: readonly BoundCall[];
  readonly #results: Result[] = [];
  #rows: Texts[] = [];

  /** Throws what the values throw, before anything is sent: half of a pipeline would leave the connection waiting. */
  constructor(calls: readonly StatementCall[], prepareValue: PrepareValue, callback: Callback) {
    this.#calls = calls;
    this.#bound = calls.map(({ statement, parameters }) => ({
      statement: statement.name,
      values: parameters.map(prepareValue) as BoundCall['values'],
    }));
    this.callback = callback;
  }

  /** For those who watch the driver: what is run, one statement after the other. */
  get text(): string {
    return this.#calls.map(({ statement }) => statement.text).join('; ');
  }

  get values(): readonly unknown[] {
    return this.#calls.flatMap(({ parameters }) => parameters);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const bound of this.#bound) {
      connection.bind(bound, true);
      connection.execute(everyRow, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ rows: this.#rows, affected: affectedRows(text) });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#results);
  }

  handleError(error: Error): void {
    this.callback(error, this.#results);
  }

  handleRowDescription(): void {
    // Comes only for statements that were not prepared; so do the next two.
  }

  handleEmptyQuery(): void {
    // See above.
  }

  handlePortalSuspended(): void {
    // See above.
  }
}

/** A prepared statement with its values as they are sent. */
interface BoundCall {
  readonly statement: string;
  readonly values: (string | Buffer | null)[];
}

const everyRow = { portal: '' };

/** `INSERT 0 1`, `UPDATE 3`, `SELECT 5`: the number stands last. */
function affectedRows(tag: string): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1));
}
