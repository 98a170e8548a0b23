// Scripts: generators that yield steps and receive their results. Synchronous drivers run them in one tick, the others with
// awaits.
import type { EntityManager } from 'typeorm';
import type { EntityModel } from '../model/api-model.js';
import { createRowsTooLarge } from '../sql/response-size.js';
import type { Row } from '../sql/row-renderer.js';
import type { Statement } from '../sql/statement.js';

/** One statement with its parameters. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly parameters: unknown[];
  /** Counts a list. The count is cacheable until the next write. */
  readonly isTotal?: boolean;
}

/** Notifies TypeORM's listeners and subscribers of a write. `stored`: the entity before the write. */
export interface ListenerStep {
  readonly notify: ListenerEvent;
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
  | 'AfterSoftRemove'
  | 'BeforeRecover'
  | 'AfterRecover';

/** Loads an entity as an instance of its class, for listeners and hooks. */
export interface LoadStep {
  readonly load: EntityModel;
  readonly id: unknown;
  /** Whether a soft-deleted row is loaded, too. */
  readonly withDeleted: boolean;
  readonly relations: LoadedRelations;
}

/**
 * The relations of a loaded entity: those that `find()` loads, or the ids of those that another instance has, as the stored entity
 * of `save()` has them; `removed`: as that of `remove()`.
 */
export type LoadedRelations = 'none' | 'eager' | { readonly idsOf: object | 'removed' };

/** Runs a hook of the author within the transaction. */
export interface HookStep {
  readonly hook: (manager: EntityManager) => void | Promise<void>;
}

/** Runs statements together. Only for executors that can. */
export interface PipelineStep {
  readonly calls: readonly BoundStatement[];
}

export type Step = BoundStatement | ListenerStep | LoadStep | HookStep | PipelineStep;

/** The result of a step: rows as arrays and the number of rows read or written, or the loaded instance. */
export interface QueryResult {
  readonly rows: readonly Row[];
  readonly affected: number;
  /** Rows were left out because of their size. `next`: the last column of the first of them. */
  readonly cut?: { readonly next: unknown };
  /** The generated id, for databases that cannot return columns of a new row. */
  readonly insertId?: number | string;
  readonly instance?: object | null;
  /** The results of statements that were run together. */
  readonly answers?: readonly QueryResult[];
}

export const emptyResult: QueryResult = Object.freeze({ rows: [], affected: 0 });

/** Yields steps, is resumed with their results, and returns a value. An error rolls a write back. */
export type Script<T> = Generator<Step, T, QueryResult>;

/** Binds values of a plan to a statement. */
export function bindStatement(statement: Statement, values: readonly unknown[]): BoundStatement {
  const fitting = statement.fitLists(values);
  return { statement: fitting, parameters: fitting.parameters(values) };
}

/**
 * Runs one statement of a script, and needs all of its rows: `yield* run(...)`. Throws `response_too_large` where some were left
 * out.
 */
export function* run(
  statement: Statement,
  values: readonly unknown[],
): Generator<Step, QueryResult, QueryResult> {
  return requireAll(yield bindStatement(statement, values));
}

/** Throws `response_too_large` where rows of an answer were left out. */
export function requireAll(answer: QueryResult): QueryResult {
  if (answer.cut) throw createRowsTooLarge();
  return answer;
}

/** A script that runs statements, and ends with what `finish` makes of their answers. */
export function* runAndFinish<T>(
  calls: readonly BoundStatement[],
  finish: (answers: readonly QueryResult[]) => T,
): Script<T> {
  return finish(yield* runInOrder(calls));
}

/** Runs statements of a script one after the other: `yield* runInOrder(...)`. */
export function* runInOrder(
  calls: readonly BoundStatement[],
): Generator<Step, readonly QueryResult[], QueryResult> {
  const answers: QueryResult[] = [];
  for (const call of calls) answers.push(yield call);
  return answers;
}
