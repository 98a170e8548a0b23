// Edges in a body -> foreign keys to write in the row itself, and changes of related rows. Foreign keys of several columns
// may share columns with each other and with the key of the row; the ids must agree on shared columns.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import type { BodyForm, EdgeKey, ReferenceKey } from './body-form.js';
import { valueAt } from './body-value.js';
import { listed, type Faults } from './faults.js';
import { bodyId, idText, keyValues } from './id-value.js';
import type { ColumnTerm, EdgeChange } from './plan.js';

/** A body, and the list that collects its faults. */
interface CheckedBody {
  readonly body: JsonObject;
  readonly faults: Faults;
}

/** All edge changes that a body requests. Skips values that already have a fault. */
export function edgeChangesOf(
  { edges }: BodyForm,
  operation: 'create' | 'update',
  body: JsonObject,
  faults: Faults,
): readonly EdgeChange[] {
  return edges.flatMap((key) => changesOf(key, operation, { body, faults }));
}

function changesOf(
  key: EdgeKey,
  operation: 'create' | 'update',
  checked: CheckedBody,
): readonly EdgeChange[] {
  const { edge } = key;
  const changeBy = (bodyKey: string, mode: EdgeChange['mode']) => changeOf(key, { mode, bodyKey }, checked);
  if (operation === 'create') return changeBy(edge.name, edge.unique ? 'set' : 'add');
  if (edge.unique) return changeBy(edge.name, 'set');
  const set = edge.bulk ? changeBy(edge.name, 'set') : [];
  const steps = [...changeBy(`remove_${edge.name}`, 'remove'), ...changeBy(`add_${edge.name}`, 'add')];
  reportContradictions(edge, { set, steps }, checked.faults);
  return [...set, ...steps];
}

function changeOf(
  { edge, target }: EdgeKey,
  { mode, bodyKey }: Pick<EdgeChange, 'mode' | 'bodyKey'>,
  { body, faults }: CheckedBody,
): EdgeChange[] {
  const given = Object.hasOwn(body, bodyKey) ? body[bodyKey] : undefined;
  if (given === undefined || faults.within(`/${bodyKey}`)) return [];
  const ids = distinctIds(given, target);
  const strayAt = ids.indexOf(undefined);
  if (strayAt === -1) return [{ edge, target, mode, bodyKey, ids }];
  const pointer = Array.isArray(given) ? `/${bodyKey}/${strayAt}` : `/${bodyKey}`;
  faults.add({ pointer, code: 'wrong_format', detail: `The value is not an id of ${target.name}.` });
  return [];
}

/** The distinct ids in the body. Null means none, a single id one. */
function distinctIds(given: JsonValue, target: EntityModel): readonly unknown[] {
  const values: readonly JsonValue[] = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  const present = values.filter((value) => value !== null);
  const ids = present.map((value) => bodyId(target, value));
  return target.key.length === 1
    ? [...new Set(ids)]
    : [...new Map(ids.map((id) => [idText(id), id])).values()];
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
  const added = new Set(idsOf('add').map(idText));
  const both = idsOf('remove').filter((id) => added.has(idText(id)));
  if (both.length > 0) {
    const detail = `${listed(both)} cannot be both added and removed.`;
    faults.add({ pointer: `/add_${name}`, code: 'conflict', detail });
  }
}

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
  const given = references.flatMap((reference) => givenKey(reference, { body, faults }, taken));
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

/** A foreign key of a body, with its edge and the names of its columns. */
interface NamedForeignKey extends GivenForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
}

function givenKey(
  { name, column }: ReferenceKey,
  { body, faults }: CheckedBody,
  taken: Taken | null,
): NamedForeignKey[] {
  const sent = valueAt(body, name);
  if (sent === undefined || faults.within(`/${name}`)) return [];
  const { target } = column;
  const value = bodyId(target, sent);
  if (value === undefined) {
    const detail = `The value is not an id of ${target.name}.`;
    faults.add({ pointer: `/${name}`, code: 'wrong_format', detail });
    return [];
  }
  const key = { name, column, value, columns: columnsOf(column) };
  if (value !== null && taken) takeColumns(key, taken, faults);
  return [key];
}

function takeColumns({ name, columns, value: id }: NamedForeignKey, taken: Taken, faults: Faults): void {
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
