// The key of a stored row -> the text that clients name the row by.
import { idPart } from '../model/id-model.js';
import type { EntityModel, FieldModel } from '../model/api-model.js';
import { singleColumn } from '../model/row-id.js';
import type { Dialect } from './dialect.js';
import type { Row } from './row-renderer.js';
import { valueText } from './value-text.js';

/** The id of a row, from the columns of its key as the driver gives them. */
function idRenderer({ key }: EntityModel, dialect: Dialect): (stored: readonly unknown[]) => string {
  const parts = key.map((field) => partRenderer(field, dialect));
  const only = singleColumn(parts);
  if (only) return ([value]) => only(value);
  return (stored) => parts.map((part, at) => idPart(part(stored[at]))).join(',');
}

/** What a program says of the keys of its rows: in which columns they are, and how clients spell them. */
export function keysOfRows(
  entity: EntityModel,
  dialect: Dialect,
  keyAt: readonly number[],
): { readonly keyAt: readonly number[]; readonly idOf: (row: Row) => string } {
  const render = idRenderer(entity, dialect);
  return { keyAt, idOf: (row) => render(keyAt.map((at) => row[at])) };
}

/** As in the JSON of the row, but for the quotes. */
function partRenderer(field: FieldModel, dialect: Dialect): (stored: unknown) => string {
  const text = valueText(field, dialect);
  return (stored) => String(JSON.parse(text(stored)));
}
