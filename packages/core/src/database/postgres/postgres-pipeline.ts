// Sends statements to a connection of node-postgres with one Sync after them: one round trip and one implicit transaction
// (PostgreSQL's "Extended Query", 54.2.3). Prepared statements are neither parsed nor described again.
import type { ClientBase, Connection, Submittable } from 'pg';
import { noteErrorOfRead } from '../../execute/database-error.js';
import type { Row } from '../../sql/row-renderer.js';
import type { Statement } from '../../sql/statement.js';
import { BoundedRows } from '../bounded-rows.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';

/** In the message `DataRow`: its length and the number of values; the length of each value. */
const rowHeaderBytes = 6;
const valueHeaderBytes = 4;

/** Converts a parameter to its wire value: node-postgres's own `prepareValue`. */
export type PrepareValue = (value: unknown) => unknown;

/** A statement to run, and the reader of its rows if it is prepared. */
export interface PipelinedStatement extends BoundStatement {
  /** Undefined for a statement that is not prepared, until the server describes its rows. */
  read: RowReader | undefined;
  /** It is kept under its name. */
  readonly isNamed: boolean;
}

/** Settings of one pipeline, and the state of its connection. */
interface PipelineOptions {
  readonly client: ClientBase;
  /** Names of prepared statements to close. */
  readonly namesToClose: readonly string[];
  readonly prepareValue: PrepareValue;
  /** Maximum of bytes kept of the rows of a statement. */
  readonly maxBytes: number;
  /** Called when rows exceed it. The statement may then be cancelled; its answer has the rows that were kept. */
  readonly onCut: () => void;
}

/** An answer whose rows are as the server sends them. */
export type TextResult = QueryResult & { readonly rows: readonly Texts[] };

type Callback = (error: Error | null, answers: readonly TextResult[]) => void;

/**
 * A query of node-postgres: the client calls a method for each message of the server. Calls back once, with an answer for
 * each call or the first error.
 */
export class Pipeline implements Submittable {
  /** Not private: the client may wrap it with its query timeout. */
  callback: Callback;
  readonly #calls: readonly PipelinedStatement[];
  readonly #values: readonly BoundValues[];
  readonly #options: PipelineOptions;
  readonly #answers: TextResult[] = [];
  #rows: BoundedRows<Texts>;
  #cut = false;

  /** Converts all values first, which may throw: half of a pipeline would leave the connection waiting. */
  constructor(calls: readonly PipelinedStatement[], options: PipelineOptions, callback: Callback) {
    this.#calls = calls;
    this.#values = calls.map(({ parameters }) => parameters.map(options.prepareValue) as BoundValues);
    this.#options = options;
    this.#rows = new BoundedRows(options.maxBytes);
    this.callback = callback;
  }

  /** The texts of all statements, for tools that trace the driver. */
  get text(): string {
    return this.#calls.map(({ statement }) => statement.text).join('; ');
  }

  get values(): readonly unknown[] {
    return this.#calls.flatMap(({ parameters }) => parameters);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const name of this.#options.namesToClose) connection.close({ type: 'S', name }, true);
    this.#calls.forEach(({ statement, read, isNamed }, at) => {
      const name = isNamed ? statement.name : unnamed;
      if (!read) prepare(connection, name, statement.text);
      connection.bind({ statement: name, values: this.#values[at] ?? [] }, true);
      connection.execute(everyRow, true);
    });
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    const call = this.#calls[this.#answers.length];
    if (call) call.read = createRowReader(this.#options.client, call.statement, fields);
  }

  handleDataRow({ fields, length }: { readonly fields: Texts; readonly length: number }): void {
    if (this.#rows.add(fields, length - rowHeaderBytes - valueHeaderBytes * fields.length) || this.#cut)
      return;
    this.#cut = true;
    this.#options.onCut();
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#answers.push(this.#rows.toResult(parseAffectedRows(text)));
    if (this.#answers.length < this.#calls.length) this.#rows = new BoundedRows(this.#options.maxBytes);
  }

  handleReadyForQuery(): void {
    if (this.#answers.length === this.#calls.length) this.callback(null, this.#answers);
    else this.callback(new LostOrderError(), this.#answers);
  }

  /** After a cut, an error is the expected result of cancelling the statement. */
  handleError(error: Error): void {
    if (!this.#cut) {
      noteErrorOfRead(error, this.#calls[this.#answers.length]?.statement.text ?? '');
      this.callback(error, this.#answers);
      return;
    }
    const [, ...others] = this.#calls.slice(this.#answers.length);
    const last = this.#rows.toResult();
    const answers = [
      ...this.#answers,
      { ...last, cut: last.cut ?? unknownRow },
      ...others.map(() => notExecuted),
    ];
    this.callback(null, answers);
  }

  handleEmptyQuery(): void {
    // Never called: no statement is empty, and none is executed in portions.
  }

  handlePortalSuspended(): void {
    // See above.
  }
}

/** The server is ready before it has answered: what it says from now on answers something else. */
class LostOrderError extends Error {
  /** The SQLSTATE of a violation of the protocol, after which a connection is closed. */
  readonly code = '08P01';

  constructor() {
    super('The server has not answered each statement.');
  }
}

const unknownRow = { next: undefined };
const notExecuted: TextResult = Object.freeze({ rows: [], affected: 0, cut: unknownRow });

type BoundValues = (string | Buffer | null)[];

/** Closes a name first: a pipeline that failed after this step leaves a statement under it. */
function prepare(connection: Connection, name: string, text: string): void {
  if (name !== unnamed) connection.close({ type: 'S', name }, true);
  connection.parse({ name, text, types: [] }, true);
  connection.describe({ type: 'S', name }, true);
}

const everyRow = { portal: '' };
/** The next statement without a name replaces it ("Extended Query", 54.2.3). */
const unnamed = '';

/** `INSERT 0 1`, `UPDATE 3`, `SELECT 5`: the number is last. */
function parseAffectedRows(tag: string): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1));
}

/** A row as the server sends it. */
type Texts = (string | null)[];

/** The part of a column's description that chooses its parser. */
interface Column {
  readonly dataTypeID: number;
}

/** Parses the texts of a row. */
export type RowReader = (texts: Texts) => Row;

/** node-postgres's choice of parser, by the id of a column's type. */
type ParserOf = (typeId: number) => (text: string) => unknown;

/** Columns that are printed as sent stay text; the others are parsed as TypeORM expects. */
function createRowReader(client: ClientBase, { printed }: Statement, columns: readonly Column[]): RowReader {
  const parserOf: ParserOf = client.getTypeParser.bind(client);
  const parsers = columns.flatMap(({ dataTypeID }, at) =>
    printed.has(at) ? [] : [{ at, parse: parserOf(dataTypeID) }],
  );
  if (parsers.length === 0) return asTexts;
  return (texts) => {
    const row: unknown[] = texts;
    for (const { at, parse } of parsers) {
      const text = texts[at];
      if (typeof text === 'string') row[at] = parse(text);
    }
    return row;
  };
}

/** For rows without a column to parse. */
export const asTexts: RowReader = (texts) => texts;
