// Unique edges in a body whose foreign key is in the row itself. Foreign keys of several columns may share columns with
// each other and with the key of the row; the ids must agree on shared columns.
import type { EntityModel, FieldModel } from '../model/api-model.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyForm, ReferenceKey } from './body-form.js';
import { valueAt } from './body-value.js';
import type { Faults } from './faults.js';
import { bodyId, idText, keyValues } from './id-value.js';
import type { ColumnTerm } from './plan.js';

/** A foreign key and its new value: an id of the target, or null. */
export interface GivenForeignKey {
  readonly column: ColumnTerm;
  readonly value: unknown;
}

/** Other values of columns: the key of an existing row, and the fields of the body. */
export interface StoredColumns {
  readonly row: { readonly entity: EntityModel; readonly id: unknown } | null;
  readonly given: readonly { readonly field: FieldModel; readonly value: unknown }[];
}

/** Values of columns, and where each came from. */
type Taken = Map<string, { readonly value: unknown; readonly by: string }>;

/** The foreign keys that a body sets. Skips values that already have a fault. */
export function foreignKeysOf(
  { references }: BodyForm,
  body: JsonObject,
  stored: StoredColumns,
  faults: Faults,
): readonly GivenForeignKey[] {
  if (references.length === 0) return [];
  // Only foreign keys of several columns can share columns.
  const taken: Taken | null = references.some(({ column }) => columnsOf(column).length > 1)
    ? new Map()
    : null;
  if (taken) takeStored(stored, taken);
  const given = references.flatMap((reference) => givenKey(reference, body, taken, faults));
  // Clearing an edge must not overwrite a shared column that another edge sets. Of a column that is listed twice, the
  // first value is written, so nulls go last.
  const cleared = given.filter(
    ({ value, columns }) =>
      value === null && (stored.row !== null || !columns.some((name) => taken?.has(name))),
  );
  return [...given.filter(({ value }) => value !== null), ...cleared];
}

function columnsOf({ edge: { join } }: ReferenceKey['column']): readonly string[] {
  return join.kind === 'own' ? join.columns : [];
}

function takeStored({ row, given }: StoredColumns, taken: Taken): void {
  const values = row ? keyValues(row.id) : [];
  for (const [at, { column }] of row?.entity.key.entries() ?? [])
    taken.set(column, { value: values[at], by: 'the id' });
  for (const { field, value } of given) taken.set(field.column, { value, by: `'${field.name}'` });
}

function givenKey(
  { name, column }: ReferenceKey,
  body: JsonObject,
  taken: Taken | null,
  faults: Faults,
): (GivenForeignKey & { readonly columns: readonly string[] })[] {
  const sent = valueAt(body, name);
  if (sent === undefined || faults.within(`/${name}`)) return [];
  const { target } = column;
  const value = bodyId(target, sent);
  const columns = columnsOf(column);
  if (value === undefined) {
    const detail = `The value is not an id of ${target.name}.`;
    faults.add({ pointer: `/${name}`, code: 'wrong_format', detail });
    return [];
  }
  if (value !== null && taken) takeColumns(name, columns, value, taken, faults);
  return [{ column, value, columns }];
}

function takeColumns(
  name: string,
  columns: readonly string[],
  id: unknown,
  taken: Taken,
  faults: Faults,
): void {
  for (const [at, value] of keyValues(id).entries()) {
    const column = columns[at] ?? '';
    const other = taken.get(column);
    if (other && idText(other.value) !== idText(value)) {
      const detail = `'${name}' and ${other.by} name different rows where they share a column.`;
      faults.add({ pointer: `/${name}`, code: 'conflict', detail });
      return;
    }
    taken.set(column, { value, by: `'${name}'` });
  }
}
