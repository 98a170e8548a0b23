// A part of the model: how columns store JSON and arrays, and which value in them a filter or sort uses.
import type { FieldKind } from '../vocabulary/field-kind.js';

/**
 * How a column stores JSON or an array: the types `json` and `jsonb`, JSON as text, an array of PostgreSQL, or items joined by
 * commas.
 */
export type DocumentStorage = 'json' | 'jsonb' | 'json text' | 'array' | 'joined text';

/** The items of an array of PostgreSQL. Each may be NULL. */
export interface ItemModel {
  readonly kind: FieldKind;
  /** The values of an enum; null for every other kind. */
  readonly values: readonly (string | number)[] | null;
  /** The number of dimensions: with two, the items are in lists that are in a list. */
  readonly dimensions: number;
}

/** Describes the values inside a column. */
export interface DocumentModel {
  readonly storage: DocumentStorage;
  /** The kind of its items, if it holds a list of values that can be compared; otherwise null. */
  readonly items: FieldKind | null;
  /** Its items, if it is an array of PostgreSQL; otherwise null. */
  readonly array: ItemModel | null;
  /** The keys that lead to the value of the field; empty for the whole. */
  readonly path: readonly string[];
}
