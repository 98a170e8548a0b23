// What to run, apart from how: a script yields calls and is given their answers. Written once, driven in one tick by a
// synchronous driver and with awaits by the others.
import type { EntityManager } from 'typeorm';
import type { EntityModel } from '../model/api-model.js';
import type { InsertProgram } from '../sql/insert-sql.js';
import type { Row } from '../sql/row-renderer.js';
import type { Statement } from '../sql/statement.js';

/** One statement with its parameters. */
export interface StatementCall {
  readonly statement: Statement;
  readonly parameters: unknown[];
  /** Counts a list: the same as long as nothing is written. */
  readonly isTotal?: boolean;
}

/** Tells TypeORM's listeners and subscribers of a write. `stored` is the entity as it is in the database. */
export interface ListenerCall {
  readonly tell: ListenerEvent;
  readonly entity: EntityModel;
  readonly instance: object;
  readonly stored?: object;
}

/** Names of TypeORM's events. */
export type ListenerEvent =
  | 'BeforeInsert'
  | 'AfterInsert'
  | 'BeforeUpdate'
  | 'AfterUpdate'
  | 'BeforeRemove'
  | 'AfterRemove'
  | 'BeforeSoftRemove'
  | 'AfterSoftRemove';

/** Loads an entity as an instance of its class, for listeners and hooks. */
export interface LoadCall {
  readonly load: EntityModel;
  readonly id: unknown;
}

/** Runs a hook of the author's within the transaction. */
export interface HookCall {
  readonly hook: (manager: EntityManager) => void | Promise<void>;
}

/** Whatever a script may yield. */
export type Call = StatementCall | ListenerCall | LoadCall | HookCall;

/** What a call gave: rows as arrays and how many rows it wrote, or the instance it loaded. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly affected: number;
  /** Rows are left out, as there were more than an answer has bytes for: `next` is the last column of the first of them. */
  readonly cut?: { readonly next: unknown };
  /** The id that the database made, where it cannot return columns of a new row. */
  readonly insertId?: number | string;
  readonly instance?: object | null;
}

/** Of a statement without rows. */
export const emptyAnswer: Answer = Object.freeze({ rows: [], affected: 0 });

/** Yields calls, is resumed with their answers, returns a result. A throw rolls a write back. */
export type Script<T> = Generator<Call, T, Answer>;

/** One statement with the parameters that the values of a plan make. */
export function callOf(statement: Statement, values: readonly unknown[]): StatementCall {
  const fitting = statement.fitting(values);
  return { statement: fitting, parameters: fitting.parameters(values) };
}

/** Runs one statement of a script: `yield* run(...)`. */
export function* run(statement: Statement, values: readonly unknown[]): Generator<Call, Answer, Answer> {
  return yield callOf(statement, values);
}

/** Runs an INSERT of a script; returns the columns of the new row's key, or null when no row was inserted. */
export function* runInsert(
  { statement, keyOf }: InsertProgram,
  values: readonly unknown[],
): Generator<Call, readonly unknown[] | null, Answer> {
  const answer = yield* run(statement, values);
  return answer.affected === 0 ? null : keyOf(answer, values);
}
