// Hooks as authors write them: code that authorizes the operations of an entity, or runs before and after them.
import type { EntityManager } from 'typeorm';
import type { AllowedOperation } from './operation.js';

/** The argument of `allow`: the operation to authorize, and the state of the request. */
export interface AllowRequest<State = unknown> {
  /** The `state` of the `ApiRequest`: in Koa, `ctx.state` as earlier middleware left it. Its type is not checked. */
  readonly state: State;
  /** The operation to authorize, on the entity of the hook. */
  readonly operation: AllowedOperation;
  /** The request is for many rows: see `@Bulk`. The operation is asked for once, not for each row. */
  readonly bulk: boolean;
}

/** The members that the event of every hook has. */
export interface HookEvent<State = unknown> {
  /** The `state` of the `ApiRequest`: in Koa, `ctx.state` as earlier middleware left it. Its type is not checked. */
  readonly state: State;
  /**
   * For a write, the entity manager of its transaction; for a read, that of the data source. Use it for all statements of a
   * hook: other connections do not see the changes of the transaction and wait for its locks.
   */
  readonly manager: EntityManager;
}

/** The event of creating a row. */
export interface CreateEvent<T, State = unknown> extends HookEvent<State> {
  /**
   * An instance of the class, made by its constructor and with the values of the body. Values that `before` sets are
   * written, even to columns that clients cannot set. In `after` it has its key, but no other value that the database
   * generated.
   */
  readonly entity: T;
}

/** The event of updating a row. */
export interface UpdateEvent<T, State = unknown> extends HookEvent<State> {
  /**
   * The row with the changes of the body. Values that `before` sets are written. Relations are absent unless the body sets
   * them.
   */
  readonly entity: T;
  /**
   * The row as stored before the update, without relations. Locked until the transaction ends. It has a delete date if the
   * request restores it.
   */
  readonly stored: Readonly<T>;
}

/** The event of deleting a row, or of marking it as deleted where the entity has a `@DeleteDateColumn`. */
export interface DeleteEvent<T, State = unknown> extends HookEvent<State> {
  /** The row as stored, without relations. Locked until the transaction ends. */
  readonly entity: Readonly<T>;
}

/** An edge endpoint: `/users/7/pets` is `{ entity: 'User', edge: 'pets', id: 7 }`. */
export interface EdgeRoute {
  /** Name of the entity that the edge starts from. */
  readonly entity: string;
  /** Name of the edge. */
  readonly edge: string;
  /** Id of the row that the edge starts from; a list for a key of several columns. */
  readonly id: unknown;
}

/** The event of reading one row. */
export interface ReadEvent<State = unknown> extends HookEvent<State> {
  /** The id of the row; a list for a key of several columns. Undefined at an edge endpoint: see `by`. */
  readonly id: unknown;
  /** The edge endpoint; null at the entity's own endpoint. */
  readonly by: EdgeRoute | null;
}

/** The event of listing rows. */
export interface ListEvent<State = unknown> extends HookEvent<State> {
  /** The edge endpoint; null at the entity's own endpoint. */
  readonly by: EdgeRoute | null;
}

/** A function that runs before or after an operation. An error that it throws fails the request and rolls a write back. */
export type Hook<Event> = (event: Event) => void | Promise<void>;

/** At most one hook per operation. */
export interface OperationHooks<T, State = unknown> {
  readonly create?: Hook<CreateEvent<T, State>>;
  readonly read?: Hook<ReadEvent<State>>;
  readonly update?: Hook<UpdateEvent<T, State>>;
  readonly delete?: Hook<DeleteEvent<T, State>>;
  readonly list?: Hook<ListEvent<State>>;
}

/** The hooks of an entity. All are optional. */
export interface EntityHooks<T, State = unknown> {
  /**
   * Authorizes the operation: return `false` to answer 403 (`forbidden`). Called before the body is read. Any result but
   * `true` and `false` is a mistake and answers 500. An edge endpoint authorizes the operation of the entity that it
   * returns and `read` of the entity that the edge starts from. A read with the parameter `deleted` also authorizes `restore`.
   */
  readonly allow?: (request: AllowRequest<State>) => boolean | Promise<boolean>;
  /** Run once the request is valid. For a write: in its transaction, before the statement that writes the row. */
  readonly before?: OperationHooks<T, State>;
  /**
   * For a write: run in its transaction, after the row and its edges are written and before the row is read back, so that
   * their changes are in the answer. For a read: run when a row was found.
   */
  readonly after?: OperationHooks<T, State>;
}

/** Hooks of a class and of the classes that extend it. Created by `hooksFor`, for the option `hooks`. */
export interface Hooks {
  readonly entity: abstract new (...args: never[]) => object;
  readonly hooks: EntityHooks<never, never>;
}

/**
 * Creates hooks for an entity, for the option `hooks` of `createApi`. They also apply to entities that extend the class.
 * Several hooks for one class run in the order of the option.
 *
 * An `ApiError` that a hook throws is the answer, such as `new ApiError('forbidden')`; any other error is a 500. A write
 * that meets a deadlock or a serialization failure is retried from its start on a new instance, so a hook may run more than
 * once: keep side effects outside the database, such as mails, out of it.
 *
 * @example
 * hooksFor<Ticket, State>(Ticket, {
 *   allow: ({ operation, state }) => operation !== 'delete' || state.admin,
 *   before: { create({ entity, state }) { entity.author = state.userId; } },
 * });
 */
export function hooksFor<T extends object, State = unknown>(
  entity: abstract new (...args: never[]) => T,
  hooks: EntityHooks<T, State>,
): Hooks {
  return Object.freeze({ entity, hooks });
}
