// A part of the model: how columns store JSON and arrays, and which value in them a filter or sort uses.
import type { FieldKind } from '../vocabulary/field-kind.js';

/**
 * How a column stores JSON or an array: the types `json` and `jsonb`, JSON as text, an array of PostgreSQL, or items joined by
 * commas.
 */
export type DocumentStorage = 'json' | 'jsonb' | 'json text' | 'array' | 'joined text';

/** Describes the values inside a column. */
export interface DocumentModel {
  readonly storage: DocumentStorage;
  /** The kind of its items, if it holds a list of values that can be compared; otherwise null. */
  readonly items: FieldKind | null;
  /** The keys that lead to the value of the field; empty for the whole. */
  readonly path: readonly string[];
}
