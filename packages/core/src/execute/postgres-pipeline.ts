// Statements that a connection of node-postgres holds prepared, bound and executed with one Sync behind them: one round
// trip and one implicit transaction (PostgreSQL's "Extended Query", 54.2.3). Nothing is parsed or described again.
import type { Submittable } from 'pg';
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

/** A query of node-postgres: the client calls a method for each message of the server. */
export interface Pipeline extends Submittable {
  /** For those who watch the driver: what is run, one statement after the other. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** The client may put its query timeout around it. */
  callback: Callback;
  handleDataRow(message: { readonly fields: Texts }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
  handleRowDescription(): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
}

/**
 * Calls back once, with a result for each call or the first error. Throws what the values throw, before anything is sent:
 * half of a pipeline would leave the connection waiting for the rest.
 */
export function pipeline(
  calls: readonly StatementCall[],
  prepareValue: PrepareValue,
  callback: Callback,
): Pipeline {
  const bound = calls.map((call) => boundCall(call, prepareValue));
  const results: Result[] = [];
  let rows: Texts[] = [];
  return {
    get text() {
      return calls.map(({ statement }) => statement.text).join('; ');
    },
    get values() {
      return calls.flatMap(({ parameters }) => parameters);
    },
    callback,
    submit: (connection) => {
      connection.stream.cork();
      for (const values of bound) {
        connection.bind(values, true);
        connection.execute(everyRow, true);
      }
      connection.sync();
      connection.stream.uncork();
    },
    handleDataRow({ fields }) {
      rows.push(fields);
    },
    handleCommandComplete({ text }) {
      results.push({ rows, affected: affectedRows(text) });
      rows = [];
    },
    handleReadyForQuery() {
      this.callback(null, results);
    },
    handleError(error) {
      this.callback(error, results);
    },
    handleRowDescription: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
  };
}

function boundCall({ statement, parameters }: StatementCall, prepareValue: PrepareValue) {
  return { statement: statement.name, values: parameters.map(prepareValue) as (string | Buffer | null)[] };
}

const everyRow = { portal: '' };

function ignore(): void {
  // Comes only for statements that were not prepared.
}

/** `INSERT 0 1`, `UPDATE 3`, `SELECT 5`: the number stands last. */
function affectedRows(tag: string): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1));
}
