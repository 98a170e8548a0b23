// Edges in a body -> foreign keys to write in the row itself, and changes of related rows. Foreign keys of several columns
// may share columns with each other and with the key of the row; the ids must agree on shared columns.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { mayShareColumns, type BodyForm, type ChangedEdge, type ReferenceKey } from './body-form.js';
import { getValueAt } from './body-value.js';
import { listIds, type Faults } from './faults.js';
import { parseBodyId, formatId, getKeyValues } from './id-value.js';
import type { EdgeChange } from './writes.js';

/** A body, and the list that collects its faults. */
interface CheckedBody {
  readonly body: JsonObject;
  readonly faults: Faults;
}

/** All edge changes that a body requests. Skips values that already have a fault. */
export function planEdgeChanges(
  { edges }: BodyForm,
  operation: 'create' | 'update',
  body: JsonObject,
  faults: Faults,
): readonly EdgeChange[] {
  return edges.flatMap((key) => planChangesOfEdge(key, operation, { body, faults }));
}

function planChangesOfEdge(
  key: ChangedEdge,
  operation: 'create' | 'update',
  checked: CheckedBody,
): readonly EdgeChange[] {
  const { edge } = key;
  const changes = key.changes.flatMap((change) => planChange(key, change, checked));
  if (operation === 'update' && !edge.unique) {
    const set = changes.filter(({ mode }) => mode === 'set');
    const steps = changes.filter(({ mode }) => mode !== 'set');
    reportContradictions(edge, { set, steps }, checked.faults);
  }
  return changes;
}

function planChange(
  { edge, target }: ChangedEdge,
  { mode, bodyKey }: Pick<EdgeChange, 'mode' | 'bodyKey'>,
  { body, faults }: CheckedBody,
): EdgeChange[] {
  const given = Object.hasOwn(body, bodyKey) ? body[bodyKey] : undefined;
  if (given === undefined || faults.hasFaultWithin(`/${bodyKey}`)) return [];
  const ids = parseDistinctIds(given, target);
  const strayAt = ids.indexOf(undefined);
  if (strayAt === -1) return [{ edge, target, mode, bodyKey, ids }];
  const pointer = Array.isArray(given) ? `/${bodyKey}/${strayAt}` : `/${bodyKey}`;
  faults.add({ pointer, code: 'wrong_format', detail: `The value is not an id of ${target.name}.` });
  return [];
}

/** The distinct ids in the body. Null means none, a single id one. */
function parseDistinctIds(given: JsonValue, target: EntityModel): readonly unknown[] {
  const values: readonly JsonValue[] = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  const present = values.filter((value) => value !== null);
  const ids = present.map((value) => parseBodyId(target, value));
  return target.key.length === 1
    ? [...new Set(ids)]
    : [...new Map(ids.map((id) => [formatId(id), id])).values()];
}

/** The changes of one edge in one body. */
interface ChangesOfEdge {
  readonly set: readonly EdgeChange[];
  readonly steps: readonly EdgeChange[];
}

function reportContradictions({ name }: EdgeModel, { set, steps }: ChangesOfEdge, faults: Faults): void {
  if (set.length > 0 && steps.length > 0) {
    const detail = `'${name}' cannot be given together with add_${name} or remove_${name}.`;
    faults.add({ pointer: `/${name}`, code: 'conflict', detail });
  }
  const idsOf = (mode: EdgeChange['mode']) => steps.find((step) => step.mode === mode)?.ids ?? [];
  const added = new Set(idsOf('add').map(formatId));
  const both = idsOf('remove').filter((id) => added.has(formatId(id)));
  if (both.length > 0) {
    const detail = `${listIds(both)} cannot be both added and removed.`;
    faults.add({ pointer: `/add_${name}`, code: 'conflict', detail });
  }
}

/** A foreign key and its new value: an id of the target, or null. */
export interface PlannedForeignKey {
  readonly column: ReferenceKey['column'];
  readonly value: unknown;
}

/** Other values of columns: the key of an existing row, unless there are many; and the fields of the body. */
export interface StoredColumns {
  readonly row: { readonly entity: EntityModel; readonly id: unknown } | 'many rows' | null;
  readonly given: readonly { readonly field: FieldModel; readonly value: unknown }[];
  /** Foreign keys that the body does not give. */
  readonly known: readonly KnownForeignKey[];
}

/** A foreign key that the path gives, or that of a row which the same request creates: undefined until that is written. */
export interface KnownForeignKey extends PlannedForeignKey {
  /** Who gives it, for a sentence. */
  readonly by: string;
}

/** Values of columns, and where each came from. */
type ColumnValues = Map<string, { readonly value: unknown; readonly by: string }>;

/** The foreign keys that a body sets. Skips values that already have a fault. */
export function planForeignKeys(
  { references, sharesColumns }: BodyForm,
  body: JsonObject,
  stored: StoredColumns,
  faults: Faults,
): readonly PlannedForeignKey[] {
  const { known } = stored;
  if (references.length === 0 && known.length < 2) return known;
  const isShared = sharesColumns || (known.length > 0 && mayShareColumns([...known, ...references]));
  const columnValues: ColumnValues | null = isShared ? new Map() : null;
  if (columnValues) recordStoredColumns(stored, columnValues);
  const given = references.flatMap((reference) => parseForeignKey(reference, { body, faults }, columnValues));
  // Clearing an edge must not overwrite a shared column that another edge sets. Of a column that is listed twice, the
  // first value is written, so nulls go last.
  const cleared = given.filter(
    ({ value, columns }) =>
      value === null && (stored.row !== null || !columns.some((name) => columnValues?.has(name))),
  );
  return [...known, ...given.filter(({ value }) => value !== null), ...cleared];
}

function getColumns({ edge: { join } }: ReferenceKey['column']): readonly string[] {
  // The values of columns that are no ids are not known here.
  return join.kind === 'own' && !join.referenced ? join.columns : [];
}

function recordStoredColumns({ row, given, known }: StoredColumns, columnValues: ColumnValues): void {
  if (row && row !== 'many rows') {
    const values = getKeyValues(row.id);
    for (const [at, { column }] of row.entity.key.entries())
      columnValues.set(column, { value: values[at], by: 'the id' });
  }
  for (const { field, value } of given) columnValues.set(field.column, { value, by: `'${field.name}'` });
  for (const { column, value, by } of known.filter((key) => key.value !== undefined))
    for (const [at, name] of getColumns(column).entries())
      columnValues.set(name, { value: getKeyValues(value)[at], by });
}

/** A foreign key of a body, with its edge and the names of its columns. */
interface NamedForeignKey extends PlannedForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
}

function parseForeignKey(
  { name, column }: ReferenceKey,
  { body, faults }: CheckedBody,
  columnValues: ColumnValues | null,
): NamedForeignKey[] {
  const sent = getValueAt(body, name);
  if (sent === undefined || faults.hasFaultWithin(`/${name}`)) return [];
  const { target } = column;
  const value = parseBodyId(target, sent);
  if (value === undefined) {
    const detail = `The value is not an id of ${target.name}.`;
    faults.add({ pointer: `/${name}`, code: 'wrong_format', detail });
    return [];
  }
  const key = { name, column, value, columns: getColumns(column) };
  if (value !== null && columnValues) recordForeignKey(key, columnValues, faults);
  return [key];
}

function recordForeignKey(
  { name, columns, value: id }: NamedForeignKey,
  columnValues: ColumnValues,
  faults: Faults,
): void {
  for (const [at, value] of getKeyValues(id).entries()) {
    const column = columns[at] ?? '';
    const other = columnValues.get(column);
    if (other && formatId(other.value) !== formatId(value)) {
      const detail = `'${name}' and ${other.by} name different rows where they share a column.`;
      faults.add({ pointer: `/${name}`, code: 'conflict', detail });
      return;
    }
    columnValues.set(column, { value, by: `'${name}'` });
  }
}
