// Row policies as an author writes them: which rows of an entity there are for a request. Plain data, typed by the
// entity. What a condition means on a database is in plan/ and sql/.

/** A value a column is compared with. Dates are not compared. */
export type RowValue = string | number | bigint | boolean;

/** In a condition: the column, or the unique edge, holds something. */
export const notNull: unique symbol = Symbol('notNull');

type Absent<V> = [Extract<V, null | undefined>] extends [never] ? never : null | typeof notNull;

/** The type of an entity's id, where the property has that name. */
type IdOf<E> = E extends { id: infer I } ? Extract<I, RowValue> : string | number;

/** One thing, or a list that means "any of these". */
type AnyOf<V> = V | readonly V[];

/** What a member may be tested for: a value of its type; for an edge an id, or a condition on the related entity. */
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

/** All of the members named must pass their tests. */
export type RowMatch<T> = { readonly [K in keyof T]?: MemberTest<T[K]> };

/**
 * Which rows of an entity there are: `true` all, `false` none, an object those whose members all pass, a list those
 * that any of its conditions lets through.
 *
 * A member is named by its property, whether the API shows it or not. A column is tested for a value, for any of a list,
 * for `null` or for `notNull`; an edge for the id of a related row, or with an object for a condition that one of the
 * related rows meets. Related rows are looked at as they are: no policy hides them from a condition.
 */
export type RowCondition<T> = boolean | RowMatch<T> | readonly RowCondition<T>[];

/** What a policy decides by. */
export interface PolicyRequest<State = unknown> {
  /** `state` of the request: in Koa, `ctx.state`, as the middleware before the router left it. */
  readonly state: State;
}

/** Names that the entity does not have become `never`, so that they do not compile: a stray key would else pass. */
type Strict<T, C> = C extends readonly (infer Each)[]
  ? readonly Strict<T, Each>[]
  : C extends object
    ? { readonly [K in keyof C]: K extends keyof T ? StrictMember<NonNullable<T[K]>, C[K]> : never }
    : C;
type StrictAnswer<T, C> = C extends Promise<infer Awaited> ? Promise<Strict<T, Awaited>> : Strict<T, C>;
type StrictMember<V, C> = V extends readonly (infer E)[] ? Strict<E, C> : V extends object ? Strict<V, C> : C;

/** A policy for all rows of a class and of those that extend it. Made by `policyFor`. */
export interface RowPolicy {
  readonly entity: abstract new (...args: never[]) => object;
  readonly rows: (request: PolicyRequest<never>) => unknown;
}

/**
 * Says which rows of an entity there are for a request. What the condition does not let through does not exist: not in
 * reads, lists, counts, edges, filters and sorts, and not as a row that a write may change or name. Holds for entities
 * that extend the class, too; several policies for one class must all let a row through.
 *
 * Asked once per request that can reach the entity. It may throw an `ApiError`, such as `forbidden` for nobody in
 * particular; anything else it throws, and a value that does not fit its column, `undefined` above all, is a 500.
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
