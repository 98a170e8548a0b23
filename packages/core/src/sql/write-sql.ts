// Statements that update and delete one row.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import { singleColumn } from '../model/row-id.js';
import type { ColumnTerm } from '../plan/plan.js';
import { derivedSql, readsChangedTable } from './changed-table.js';
import { assignedColumns } from './column-term.js';
import { hasId, idOf, keyColumnsOf } from './key-sql.js';
import { targetsExist } from './reference-sql.js';
import { fromTable, visibleRows } from './row-scope.js';
import { tableOf, whereAll, type SqlContext } from './table-sql.js';
import { createBinder, type Binder, type Statement } from './statement.js';

/**
 * Sets the columns given and nothing else, but for update dates and versions, unless a foreign key leads nowhere. The id
 * is in the slot after them.
 */
export function updateSql(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const binder = createBinder(context.dialect);
  // A foreign key may share columns with the key, which never changes: it was found to be equal there.
  const key = new Set(entity.key.map(({ column }) => column));
  const given = assignedColumns(columns)
    .filter(({ name }) => !key.has(name))
    .map(({ name, slot, encode, kept }) => {
      const column = context.dialect.quote(name);
      const value = binder.bind(slot, encode);
      return `${column} = ${kept ? `COALESCE(${value}, ${column})` : value}`;
    });
  const assignments = [...given, ...touchedColumns(context, entity)].join(', ');
  const table = tableOf(context, entity.table.path);
  const row = changedRow(context, entity, binder, columns.length);
  const where = [row, ...targetsExist(context, binder, columns, table)].join(' AND ');
  return binder.statement(`UPDATE ${table} SET ${assignments}${where}`);
}

function touchedColumns({ dialect }: SqlContext, { table }: EntityModel): string[] {
  return table.touched.map(({ column, kind }) => {
    const name = dialect.quote(column);
    return kind === 'date' ? `${name} = ${dialect.now}` : `${name} = ${name} + 1`;
  });
}

/** Deletes the row with the id in slot 0, or marks it as deleted. */
export function deleteSql(context: SqlContext, entity: EntityModel): Statement {
  const binder = createBinder(context.dialect);
  const table = tableOf(context, entity.table.path);
  const where = changedRow(context, entity, binder, 0);
  const { deletedAt } = entity.table;
  if (deletedAt === null) return binder.statement(`DELETE FROM ${table}${where}`);
  return binder.statement(
    `UPDATE ${table} SET ${context.dialect.quote(deletedAt)} = ${context.dialect.now}${where}`,
  );
}

/** Reads the discriminator of the row with the id in slot 0. */
export function rowClassSql(
  context: SqlContext,
  entity: EntityModel,
  { discriminator }: VariantsModel,
): Statement {
  const binder = createBinder(context.dialect);
  const where = rowById(context, entity, binder, 0);
  const kind = context.dialect.quote(discriminator.column);
  return binder.statement(`SELECT ${kind} FROM ${tableOf(context, entity.table.path)}${where}`);
}

/** What a row is locked for: to change it, or to make what refers to it exactly what is given. */
export type LockPurpose = 'change' | 'set references';

/** Finds the row with the id in slot 0 and keeps it as it is until the transaction ends. */
export function lockSql(context: SqlContext, entity: EntityModel, purpose: LockPurpose): Statement {
  const binder = createBinder(context.dialect);
  const table = tableOf(context, entity.table.path);
  const where = rowById(context, entity, binder, 0);
  const { forUpdate, forExclusion } = context.dialect;
  return binder.statement(`SELECT 1 FROM ${table}${where}${purpose === 'change' ? forUpdate : forExclusion}`);
}

/** Moves the sequence of the id on past the one in slot 0; null where that needs no statement. */
export function advanceSequenceSql(context: SqlContext, entity: EntityModel): Statement | null {
  const binder = createBinder(context.dialect);
  const field = singleColumn(entity.key);
  // A key of several columns is always chosen, and has no sequence of ours.
  if (!field) return null;
  const { column, columnKind, codec } = field;
  if (columnKind !== 'integer' && columnKind !== 'bigint') return null;
  const text = context.dialect.advanceSequence(
    tableOf(context, entity.table.path),
    column,
    binder.bind(0, codec.encode),
  );
  return text === null ? null : binder.statement(text);
}

/** Statements that write have no alias: the table's own name stands for the row. */
function rowById(context: SqlContext, entity: EntityModel, binder: Binder, slot: number): string {
  const table = tableOf(context, entity.table.path);
  return whereAll([
    hasId(context, binder, table, entity, slot),
    ...visibleRows({ context, binder, entity, alias: table }),
  ]);
}

/** The row that an UPDATE or DELETE changes. */
function changedRow(context: SqlContext, entity: EntityModel, binder: Binder, slot: number): string {
  const table = tableOf(context, entity.table.path);
  const shown = { context, entity, alias: 'w' };
  const tests = visibleRows({ ...shown, binder: createBinder(context.dialect) }).join(' ');
  if (!readsChangedTable(context.dialect, table, tests)) return rowById(context, entity, binder, slot);
  const row = hasId(context, binder, table, entity, slot);
  const where = [hasId(context, binder, 'w', entity, slot), ...visibleRows({ ...shown, binder })];
  const rows = `${fromTable(shown)}${whereAll(where)}${context.dialect.forUpdate}`;
  return whereAll([
    row,
    `${idOf(context, table, entity)} IN (${derivedSql(keyColumnsOf(context, 'w', entity).join(', '), rows)})`,
  ]);
}
