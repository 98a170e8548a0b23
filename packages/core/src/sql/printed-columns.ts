// Which columns of a read's rows go from the server to the answer without being decoded.
import type { FieldModel } from '../model/api-model.js';
import type { Dialect } from './dialect.js';
import { printerOf } from './value-text.js';

/** Positions of the columns that are printed as they are sent: of fields in the order of their columns. */
export function printedColumns(fields: readonly FieldModel[], dialect: Dialect): Set<number> {
  return new Set(fields.flatMap((field, at) => (printerOf(field, dialect) ? at : [])));
}
