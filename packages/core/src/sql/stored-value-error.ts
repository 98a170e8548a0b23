// Where a stored value is that cannot be shown. Never the value itself.
import type { EntityModel, FieldModel } from '../model/api-model.js';

/** Names entity, column and key of a stored value that has no form of its field's kind. */
export class StoredValueError extends Error {
  override readonly name = 'StoredValueError';
}

/** A row that failed to print. */
interface FailedRow {
  readonly entity: EntityModel;
  readonly fields: readonly FieldModel[];
  /** Prints the field at a place again. */
  readonly print: (at: number) => unknown;
}

/** What a transformer of the author's threw stays as it is. */
export function storedValueError(error: unknown, { entity, fields, print }: FailedRow): unknown {
  const { name, table, key } = entity;
  const at = fields.findIndex((_field, candidate) => fails(() => print(candidate)));
  const field = fields[at];
  if (!field || (field.codec.transformed && !field.codec.opaque)) return error;
  const keys = key.map((part) => {
    const place = fields.findIndex(({ column }) => column === part.column);
    return `${part.column} ${place === -1 || place === at ? 'unknown' : String(print(place))}`;
  });
  const column = `column ${table.path}.${field.column}`;
  return new StoredValueError(
    `${name}: the value of ${column} is not of kind ${field.kind}, in the row with ${keys.join(', ')}.`,
  );
}

function fails(print: () => unknown): boolean {
  try {
    print();
    return false;
  } catch {
    return true;
  }
}
