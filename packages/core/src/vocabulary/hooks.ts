// Hooks as an author writes them: what happens before and after the operations of an entity, and which of them there are
// for a request at all. Typed by the entity.
import type { EntityManager } from 'typeorm';
import type { Operation } from './operation.js';

/** What is asked before everything else. */
export interface AllowRequest<State = unknown> {
  /** `state` of the request: in Koa, `ctx.state`, as the middleware before the router left it. */
  readonly state: State;
  readonly operation: Operation;
}

/** What every hook is given. */
export interface HookEvent<State = unknown> {
  /** `state` of the request: in Koa, `ctx.state`, as the middleware before the router left it. */
  readonly state: State;
  /** Of the transaction that the write is in; for reads, the manager of the data source. */
  readonly manager: EntityManager;
}

/** A row is created. */
export interface CreateEvent<T, State = unknown> extends HookEvent<State> {
  /**
   * An instance of the class: as its constructor and the body made it, and what `before` sets is written, columns that
   * clients cannot set, too. In `after` it has its key; what else the database filled in is not in it.
   */
  readonly entity: T;
}

/** A row is updated. */
export interface UpdateEvent<T, State = unknown> extends HookEvent<State> {
  /** The row with what the body changed; what `before` sets is written. Relations that the body does not name are absent. */
  readonly entity: T;
  /** The row as it is stored, locked until the transaction ends. Without its relations. */
  readonly stored: Readonly<T>;
}

/** A row is deleted, or marked as deleted. */
export interface DeleteEvent<T, State = unknown> extends HookEvent<State> {
  /** The row as it is stored, locked until the transaction ends. Without its relations. */
  readonly entity: Readonly<T>;
}

/**
 * The edge endpoint a row is reached by: `/users/7/pets` is the edge `pets` of the entity `User` with the id 7. An id of
 * several columns is a list.
 */
export interface EdgeRoute {
  readonly entity: string;
  readonly edge: string;
  readonly id: unknown;
}

/** A row is read. */
export interface ReadEvent<State = unknown> extends HookEvent<State> {
  /** The id of the row, of several columns as a list; undefined at an edge endpoint, which knows the other row's. */
  readonly id: unknown;
  /** Null at the entity's own endpoint. */
  readonly by: EdgeRoute | null;
}

/** Rows are listed. */
export interface ListEvent<State = unknown> extends HookEvent<State> {
  /** Null at the entity's own endpoint. */
  readonly by: EdgeRoute | null;
}

/** Runs before or after an operation. What it throws fails the request, and rolls a write back. */
export type Hook<Event> = (event: Event) => void | Promise<void>;

/** A hook per operation. */
export interface OperationHooks<T, State = unknown> {
  readonly create?: Hook<CreateEvent<T, State>>;
  readonly read?: Hook<ReadEvent<State>>;
  readonly update?: Hook<UpdateEvent<T, State>>;
  readonly delete?: Hook<DeleteEvent<T, State>>;
  readonly list?: Hook<ListEvent<State>>;
}

/** What an author may say of the operations of an entity. */
export interface EntityHooks<T, State = unknown> {
  /**
   * Whether there is the operation for the request: `false` is a 403 (`forbidden`). Asked before the body is read, and
   * for an edge endpoint of both entities: the operation of the one that answers, `read` of the other.
   */
  readonly allow?: (request: AllowRequest<State>) => boolean | Promise<boolean>;
  /** After the request was found to be in order. Of a write: in its transaction, before its first statement. */
  readonly before?: OperationHooks<T, State>;
  /** Of a write: in its transaction, edges included, before the row is read back. Of a read: when something was found. */
  readonly after?: OperationHooks<T, State>;
}

/** Hooks on the operations of a class and of those that extend it. Made by `hooksFor`. */
export interface Hooks {
  readonly entity: abstract new (...args: never[]) => object;
  readonly hooks: EntityHooks<never, never>;
}

/**
 * Says what happens before and after the operations of an entity, and which of them there are for a request. Holds for
 * entities that extend the class, too; several hooks for one class run in the order in which they are given.
 *
 * An `ApiError` that a hook throws is the answer, such as `new ApiError('forbidden')`; anything else is a 500. A write
 * that met a conflict is tried again from its start, on a new instance: what a hook does outside the database it may do
 * more than once.
 */
export function hooksFor<T extends object, State = unknown>(
  entity: abstract new (...args: never[]) => T,
  hooks: EntityHooks<T, State>,
): Hooks {
  return Object.freeze({ entity, hooks });
}
