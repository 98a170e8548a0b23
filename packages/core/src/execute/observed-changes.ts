// What an observed update changes: the columns that the request gives, and those that hooks and listeners have set.
import { isDeepStrictEqual } from 'node:util';
import type { EntityModel } from '../model/api-model.js';
import type { StoredColumn } from '../model/stored-column.js';
import { getColumnNames, toAssignments, type Assignment } from './observed-instance.js';

/** An updated row: as it was stored before, and as it is now. */
export interface ObservedUpdate {
  readonly stored: object;
  readonly instance: object;
}

/** The given columns, and those whose values differ from the stored ones. */
export function findChanges(
  { table }: EntityModel,
  row: ObservedUpdate,
  given: readonly Assignment[],
): readonly Assignment[] {
  const givenColumns = new Set(given.flatMap(({ column }) => getColumnNames(column)));
  return table.columns
    .filter((column) => givenColumns.has(column.column) || (column.updatable && isDifferent(column, row)))
    .flatMap((column) => toAssignments(column, getChangedValue(column, row)));
}

/** Whether the row differs from the stored one. */
export function isChanged({ table }: EntityModel, row: ObservedUpdate): boolean {
  return table.columns.some((column) => column.updatable && isDifferent(column, row));
}

/** Values of a property that are stored as one value do not differ. Undefined members are not written. */
function isDifferent(column: StoredColumn, row: ObservedUpdate): boolean {
  const { codec, get } = column;
  const value = getChangedValue(column, row);
  const before = get(row.stored);
  if (value === undefined || isDeepStrictEqual(value, before)) return false;
  return before === undefined || !isDeepStrictEqual(codec.encode(value), codec.encode(before));
}

/** Of a loaded relation and the foreign key beside it, the one that has changed counts. */
function getChangedValue({ get, beside }: StoredColumn, { stored, instance }: ObservedUpdate): unknown {
  const value = get(instance);
  if (!beside) return value;
  const { getOwn, getRelated } = beside;
  if (getRelated(instance) === null && (getRelated(stored) ?? null) !== null) return null;
  if (!isDeepStrictEqual(value, get(stored))) return value;
  const own = getOwn(instance);
  return isDeepStrictEqual(own, getOwn(stored)) ? value : own;
}
