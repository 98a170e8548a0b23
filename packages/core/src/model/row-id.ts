// A part of the model: how clients identify rows.
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** How clients identify a row: by the value of its key or, if the key has several columns, by their comma-joined texts. */
export interface IdModel {
  /** Name in filters and sort keys: that of the key's one field, or `id`. */
  readonly name: string;
  /** Schema of an id in a body or a path. */
  readonly schema: JsonSchema;
  /** An id of the examples of the key's fields; null if one of them has no example. */
  readonly example: string | number | null;
}

/** The only column of a key; undefined for a key of several. */
export function findSingleColumn<T>(key: readonly T[]): T | undefined {
  return key.length === 1 ? key[0] : undefined;
}
