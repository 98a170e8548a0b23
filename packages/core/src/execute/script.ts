// What to run, apart from how: a script yields statements and is given their rows. Written once, driven in one tick
// by a synchronous driver and with awaits by the others.
import type { Row } from '../sql/row-renderer.js';
import type { Statement } from '../sql/statement.js';

/** One statement with its parameters. */
export interface Call {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

/** What a statement gave: rows as arrays, and how many rows it wrote. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly affected: number;
}

/** Yields calls, is resumed with their answers, returns a result. A throw rolls a write back. */
export type Script<T> = Generator<Call, T, Answer>;

/** Runs one statement of a script: `yield* run(...)`. */
export function* run(statement: Statement, values: readonly unknown[]): Generator<Call, Answer, Answer> {
  return yield { statement, parameters: statement.parameters(values) };
}

/** Runs scripts on a database. */
export interface Executor {
  /** Outside a transaction. */
  read<T>(script: () => Script<T>): Promise<T>;
  /** In one transaction: all or nothing. Tried again after a deadlock or a serialization failure. */
  write<T>(script: () => Script<T>): Promise<T>;
}
