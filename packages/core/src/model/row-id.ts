// How clients name rows. A part of the model.
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** How clients name one row of an entity: by the value of its key, or by the texts of all its columns, joined by commas. */
export interface IdModel {
  /** Name in filters and sort keys: that of the key's one field, or `id`. */
  readonly name: string;
  /** Of an id in a body or a path. */
  readonly schema: JsonSchema;
}

/** The column of a key that has one; undefined for a key of several. */
export function singleColumn<T>(key: readonly T[]): T | undefined {
  return key.length === 1 ? key[0] : undefined;
}
