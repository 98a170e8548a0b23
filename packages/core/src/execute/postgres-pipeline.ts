// Statements that a connection of node-postgres holds prepared, bound and executed with one Sync behind them: one round
// trip and one implicit transaction (PostgreSQL's "Extended Query", 54.2.3). Nothing is parsed or described again.
import type { Connection, Submittable } from 'pg';
import type { Row } from '../sql/row-renderer.js';
import type { Answer, StatementCall } from './script.js';

/** A row as the server sends it. */
export type Texts = (string | null)[];

/** A bound statement, and what makes its rows of the texts that come. */
export interface PipelinedCall extends StatementCall {
  readonly rowOf: (texts: Texts) => Row;
}

/** Makes wire values of parameters: node-postgres's own `prepareValue`. */
export type PrepareValue = (value: unknown) => unknown;

type Callback = (error: Error | null, answers: readonly Answer[]) => void;

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

/** Calls back once, with an answer for each call or the first error. */
export function pipeline(
  calls: readonly PipelinedCall[],
  prepareValue: PrepareValue,
  callback: Callback,
): Pipeline {
  const answers: Answer[] = [];
  let rows: Row[] = [];
  return {
    text: calls.map(({ statement }) => statement.text).join('; '),
    values: calls.flatMap(({ parameters }) => parameters),
    callback,
    submit: (connection) => {
      connection.stream.cork();
      for (const call of calls) bind(connection, call, prepareValue);
      connection.sync();
      connection.stream.uncork();
    },
    handleDataRow({ fields }) {
      const call = calls[answers.length];
      if (call) rows.push(call.rowOf(fields));
    },
    handleCommandComplete({ text }) {
      answers.push({ rows, affected: affectedRows(text) });
      rows = [];
    },
    handleReadyForQuery() {
      this.callback(null, answers);
    },
    handleError(error) {
      this.callback(error, answers);
    },
    handleRowDescription: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
  };
}

function bind(
  connection: Connection,
  { statement, parameters }: StatementCall,
  prepareValue: PrepareValue,
): void {
  const values = parameters.map(prepareValue) as (string | Buffer | null)[];
  connection.bind({ statement: statement.name, values }, true);
  connection.execute(everyRow, true);
}

const everyRow = { portal: '' };

function ignore(): void {
  // Comes only for statements that were not prepared.
}

/** `INSERT 0 1`, `UPDATE 3`, `SELECT 5`: the number stands last. */
function affectedRows(tag: string): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1));
}
