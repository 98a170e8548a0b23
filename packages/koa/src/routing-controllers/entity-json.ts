// Entity class -> the type of its JSON. Types cannot see annotations or options: members that depend on these are optional.
import type { Naming } from '@decorest/core';

/** The answer to an update or a delete of many entities. */
export interface AffectedJson {
  readonly affected: number;
}

/** A property's name in JSON. */
export type WireName<Name extends string, N extends Naming> = N extends 'snake_case' ? SnakeCase<Name> : Name;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name;

/** Types that become a string in JSON. */
type Text = string | Date | bigint | Uint8Array;

/** The JSON type of a value. */
export type ValueJson<V> = V extends Text
  ? string
  : V extends number | boolean | null
    ? V
    : V extends readonly (infer Item)[]
      ? ValueJson<Item>[]
      : V extends object
        ? { [Key in keyof V]: ValueJson<V[Key]> }
        : never;

/** Properties that are certainly values, never edges. */
type ValueKey<E> = {
  [K in keyof E & string]: NonNullable<E[K]> extends
    Text | number | boolean | readonly (Text | number | boolean)[]
    ? K
    : never;
}[keyof E & string];

/** Properties that hold objects: edges, and embedded or JSON columns. */
export type ObjectKey<E> = {
  [K in Exclude<keyof E & string, ValueKey<E>>]: NonNullable<E[K]> extends (...args: never) => unknown
    ? never
    : K;
}[Exclude<keyof E & string, ValueKey<E>>];

/** The fields of an entity, including skipped and write-only ones, which answers do not contain. */
type FieldsJson<E, N extends Naming> = {
  [K in ValueKey<E> as WireName<K, N>]: ValueJson<E[K]>;
} & {
  [K in ObjectKey<E> as WireName<K, N>]?: ValueJson<E[K]>;
};

/** An entity embedded in another entity, without edges of its own. */
type EmbeddedJson<E, N extends Naming> = FieldsJson<E, N> & { edges: Record<string, never> };

/** The value of an edge: an entity, null or a list. */
export type EdgeJson<V, N extends Naming> = V extends readonly (infer Item)[]
  ? EmbeddedJson<Item, N>[]
  : V extends object
    ? EmbeddedJson<V, N>
    : V;

/** An entity in an answer. */
export type EntityJson<E, N extends Naming = 'declared'> = FieldsJson<E, N> & {
  /** The eager-loaded edges. */
  edges: { [K in ObjectKey<E> as WireName<K, N>]?: EdgeJson<E[K], N> };
  /** Names of the edges that have more entities than their limit. */
  truncated_edges?: string[];
};

/** A page of a paginated collection. */
export interface Page<Item> {
  page: number;
  total_count: number;
  last_page: number;
  is_last_page: boolean;
  content: Item[];
}

/** A collection: a page, or without pagination an array. */
export type Collection<Item> = Page<Item> | Item[];

/** A group of an aggregate, with the keys and measures that the request names. */
export type GroupJson = Record<string, string | number | boolean | null>;

/** The answer of the endpoint of an edge. */
export type EdgeAnswer<V, N extends Naming> =
  NonNullable<V> extends readonly (infer Item)[]
    ? Collection<EntityJson<Item, N>>
    : EntityJson<NonNullable<V>, N>;

/** An entity that is created under an edge. */
export type CreatedUnder<V, N extends Naming> =
  NonNullable<V> extends readonly (infer Item)[] ? EntityJson<Item, N> : never;

/** The entities of a collection, with or without pages. */
export function contentOf<Item>(collection: Collection<Item>): Item[] {
  return Array.isArray(collection) ? collection : collection.content;
}
