// Row policies as authors write them: which rows of an entity a request can see and change. Plain data, typed by the
// entity; plan/ and sql/ compile it.

/** A value with which a condition compares a column. Dates cannot be compared. */
export type RowValue = string | number | bigint | boolean;

/** In a condition: the column is not NULL, or the unique edge has a related row. */
export const notNull: unique symbol = Symbol('notNull');

type Absent<V> = [Extract<V, null | undefined>] extends [never] ? never : null | typeof notNull;

/** The type of an entity's id, if the property is called `id`. */
type IdOf<E> = E extends { id: infer I } ? Extract<I, RowValue> : string | number;

/** One item, or a list that means "any of these". */
type AnyOf<V> = V | readonly V[];

/** The tests of a member: a value of its type; for an edge, an id or a condition on the related entity. */
type MemberTest<V> = [NonNullable<V>] extends [RowValue]
  ? AnyOf<NonNullable<V> | Absent<V>>
  : NonNullable<V> extends Date | Uint8Array
    ? Absent<V>
    : NonNullable<V> extends readonly (infer E)[]
      ? E extends object
        ? AnyOf<IdOf<E> | RowMatch<E>>
        : never
      : NonNullable<V> extends object
        ? AnyOf<IdOf<NonNullable<V>> | RowMatch<NonNullable<V>> | Absent<V>>
        : never;

/** A row matches when all of these members pass their tests. */
export type RowMatch<T> = { readonly [K in keyof T]?: MemberTest<T[K]> };

/**
 * Which rows of an entity a request can access:
 *
 * - `true`: all rows; `false`: none
 * - an object: rows whose members all match, such as `{ team: 'red', open: true }`
 * - a list: rows that match any of its conditions; an empty list matches none
 *
 * Members are properties of the class, including those that the API does not show. Test a column for a value, for any of a
 * list of values, for `null` or for `notNull`. Test an edge for the id of a related row, for any of a list of ids, or with
 * an object that at least one related row must match. Policies of related entities do not apply inside a condition.
 */
export type RowCondition<T> = boolean | RowMatch<T> | readonly RowCondition<T>[];

/** The argument of a policy. */
export interface PolicyRequest<State = unknown> {
  /** The `state` of the `ApiRequest`: in Koa, `ctx.state` as earlier middleware left it. Its type is not checked. */
  readonly state: State;
}

/** Turns names that the entity does not have into `never`, so that they do not compile; otherwise a stray key would pass. */
type Strict<T, C> = C extends readonly (infer Each)[]
  ? readonly Strict<T, Each>[]
  : C extends object
    ? { readonly [K in keyof C]: K extends keyof T ? StrictMember<NonNullable<T[K]>, C[K]> : never }
    : C;
type StrictAnswer<T, C> = C extends Promise<infer Awaited> ? Promise<Strict<T, Awaited>> : Strict<T, C>;
type StrictMember<V, C> = V extends readonly (infer E)[] ? Strict<E, C> : V extends object ? Strict<V, C> : C;

/** A policy for the rows of a class and of the classes that extend it. Created by `policyFor`, for the option `policies`. */
export interface RowPolicy {
  readonly entity: abstract new (...args: never[]) => object;
  readonly rows: (request: PolicyRequest<never>) => unknown;
}

/**
 * Creates a row policy, for the option `policies` of `createApi`: which rows of an entity a request can see and change. To
 * the request, other rows do not exist: not in reads, lists, counts, edges, filters and sorts, and writes can neither
 * change nor reference them. A write whose result would be hidden is a 403 (`forbidden`). The policy also applies to
 * entities that extend the class. Where several policies apply, a row must match all of them.
 *
 * Called once per request that can access the entity, before the body is read; it may return a promise. An `ApiError` that
 * it throws is the answer. Any other error is a 500, and so is a condition with a value that does not fit its column:
 * above all `undefined`, so that a missing value never exposes rows.
 *
 * @example
 * policyFor(Pet, ({ state }: PolicyRequest<State>) => state.admin || { owner: state.userId });
 */
export function policyFor<
  T extends object,
  const C extends RowCondition<T> | Promise<RowCondition<T>>,
  State = unknown,
>(
  entity: abstract new (...args: never[]) => T,
  rows: (request: PolicyRequest<State>) => C & StrictAnswer<T, C>,
): RowPolicy {
  return Object.freeze({ entity, rows });
}
