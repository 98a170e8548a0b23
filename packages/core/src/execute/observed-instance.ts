// Instances of entities that hooks and listeners observe: how values are assigned to them, and which of their columns are written.
import type { EntityModel } from '../model/api-model.js';
import type { StoredColumn } from '../model/stored-column.js';
import { getKeyValues } from '../plan/id-value.js';
import type { ColumnTerm, EdgeChange } from '../plan/writes.js';
import { getLoaded, setProperty } from './set-property.js';
import { toKeyProperties } from './stored-id.js';

/** A column and the value it gets. */
export interface Assignment {
  readonly column: ColumnTerm;
  readonly value: unknown;
  /** The row that an edge leads to, where its foreign key refers to other columns than the key. */
  readonly row?: object;
}

/** As TypeORM creates it: the constructor runs, and its defaults count as given values. */
export function createInstance({ target }: EntityModel): object {
  return target ? (Reflect.construct(target, []) as object) : {};
}

/** If a column is assigned twice, the first value counts, as in a statement. */
export function assignAll(entity: EntityModel, instance: object, given: readonly Assignment[]): void {
  for (const assignment of [...given].reverse()) assign(entity, instance, assignment);
}

/**
 * Sets a unique edge to an object with the id, as TypeORM's own relations are. Foreign key columns with properties of their
 * own get the id as well: TypeORM reads those where the relation is null.
 */
function assign(entity: EntityModel, instance: object, { column, value, row }: Assignment): void {
  if (column.of === 'field') {
    column.field.set(instance, value);
    return;
  }
  const { edge, target } = column;
  const related = value === null ? null : (row ?? toKeyProperties(target, value));
  setProperty(instance, edge.property.split('.'), related);
  if (edge.join.kind !== 'own') return;
  const { columns, kept, referenced } = edge.join;
  const getReferenced = (at: number): unknown =>
    row ? findStoredColumn(target, referenced?.columns[at] ?? '')?.get(row) : getKeyValues(value)[at];
  for (const [at, name] of columns.entries()) {
    const own = findStoredColumn(entity, name);
    if (!own?.owned || (value === null && kept.includes(name))) continue;
    own.set(instance, value === null ? null : getReferenced(at));
  }
}

/**
 * Shows edges that other rows hold as they will be. Where the body adds or removes ids, and the others were not loaded, the edge
 * stays undefined.
 */
export function assignEdges(instance: object, changes: readonly EdgeChange[]): void {
  for (const { edge, target, mode, ids } of changes) {
    const path = edge.property.split('.');
    const keys = ids.map((id) => toKeyProperties(target, id));
    const value: unknown = mode === 'set' ? [] : getLoaded(instance, path);
    if (!Array.isArray(value)) continue;
    const loaded = value as readonly object[];
    const rows =
      mode === 'remove' ? leaveOut(target, keys, loaded) : [...loaded, ...leaveOut(target, loaded, keys)];
    setProperty(instance, path, edge.unique ? (rows[0] ?? null) : rows);
  }
}

/** A new row has no other ids. */
export function assignNewEdges(instance: object, changes: readonly EdgeChange[]): void {
  assignEdges(
    instance,
    changes.map((change) => ({ ...change, mode: 'set' })),
  );
}
/** The rows that do not have the key of one of the others. */
function leaveOut(
  { key }: EntityModel,
  others: readonly object[],
  rows: readonly object[],
): readonly object[] {
  const toText = (row: object) =>
    JSON.stringify(key.map(({ property }) => String(Reflect.get(row, property))));
  const left = new Set(others.map(toText));
  return rows.filter((row) => !left.has(toText(row)));
}

export function toAssignments(field: StoredColumn, value: unknown): Assignment[] {
  return value === undefined ? [] : [{ column: { of: 'field', field }, value }];
}

export function getColumnNames(term: ColumnTerm): readonly string[] {
  if (term.of === 'field') return [term.field.column];
  return term.edge.join.kind === 'own' ? term.edge.join.columns : [];
}

export function findStoredColumn({ table }: EntityModel, column: string): StoredColumn | undefined {
  return table.columns.find((stored) => stored.column === column);
}
