// An entity class -> the type of its JSON. Types see neither annotations nor options: what they cannot know is optional.
import type { Naming } from '@decorest/core';

/** A name of a class as it is spelled on the wire. */
export type WireName<Name extends string, N extends Naming> = N extends 'snake_case' ? SnakeCase<Name> : Name;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name;

/** Types that are a string in JSON. */
type Text = string | Date | bigint | Uint8Array;

/** A value as JSON has it. */
export type ValueJson<V> = V extends Text
  ? string
  : V extends number | boolean | null
    ? V
    : V extends readonly (infer Item)[]
      ? ValueJson<Item>[]
      : V extends object
        ? { [Key in keyof V]: ValueJson<V[Key]> }
        : never;

/** Properties that are values, whatever the entity's annotations: never an edge. */
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

/** The fields of an entity. Skipped and write-only ones are in the type, but not in the answer. */
type FieldsJson<E, N extends Naming> = {
  [K in ValueKey<E> as WireName<K, N>]: ValueJson<E[K]>;
} & {
  [K in ObjectKey<E> as WireName<K, N>]?: ValueJson<E[K]>;
};

/** An entity that is embedded in another: its own edges are never loaded. */
type EmbeddedJson<E, N extends Naming> = FieldsJson<E, N> & { edges: Record<string, never> };

/** What an edge holds: an entity, null or a list. */
export type EdgeJson<V, N extends Naming> = V extends readonly (infer Item)[]
  ? EmbeddedJson<Item, N>[]
  : V extends object
    ? EmbeddedJson<V, N>
    : V;

/** An entity as answers hold it. */
export type EntityJson<E, N extends Naming = 'declared'> = FieldsJson<E, N> & {
  /** The eager-loaded edges. */
  edges: { [K in ObjectKey<E> as WireName<K, N>]?: EdgeJson<E[K], N> };
  /** Names of the edges that held more entities than their limit. */
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

/** A collection: a page of it, or the whole as an array where there is no pagination. */
export type Collection<Item> = Page<Item> | Item[];

/** What the endpoint of an edge answers. */
export type EdgeAnswer<V, N extends Naming> =
  NonNullable<V> extends readonly (infer Item)[]
    ? Collection<EntityJson<Item, N>>
    : EntityJson<NonNullable<V>, N>;

/** The entities of a collection, with or without pages. */
export function contentOf<Item>(collection: Collection<Item>): Item[] {
  return Array.isArray(collection) ? collection : collection.content;
}
