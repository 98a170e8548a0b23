// Statements that update and delete one row.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { ColumnTerm } from '../plan/plan.js';
import { hasId, idOf, keyColumnsOf } from './key-sql.js';
import { assignedColumns, targetsExist } from './reference-sql.js';
import { fromTable, visibleRows } from './policy-sql.js';
import { createBinder, type Statement } from './statement.js';
import {
  derivedSql,
  readsChangedTable,
  tableOf,
  tableScope,
  whereAll,
  type RowScope,
  type SqlContext,
} from './table-sql.js';

/**
 * Compiles an UPDATE of these columns, update dates and versions. It changes no row if the target of a foreign key does not
 * exist. The id is in the slot after the columns.
 */
export function updateSql(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const row = tableScope(context, entity);
  const { binder, alias: table } = row;
  // A foreign key may share columns with the primary key, which never changes: the plan has checked that they are equal.
  const key = new Set(entity.key.map(({ column }) => column));
  const given = assignedColumns(columns)
    .filter(({ name }) => !key.has(name))
    .map(({ name, slot, encode, kept }) => {
      const column = context.dialect.quote(name);
      const value = binder.bind(slot, encode);
      return `${column} = ${kept ? `COALESCE(${value}, ${column})` : value}`;
    });
  const assignments = [...given, ...touchedColumns(context, entity)].join(', ');
  const where = [changedRow(row, columns.length), ...targetsExist(row, columns, table)].join(' AND ');
  return binder.statement(`UPDATE ${table} SET ${assignments}${where}`);
}

function touchedColumns({ dialect }: SqlContext, { table }: EntityModel): string[] {
  return table.touchedColumns.map(({ column, kind }) => {
    const name = dialect.quote(column);
    return kind === 'date' ? `${name} = ${dialect.now}` : `${name} = ${name} + 1`;
  });
}

/** Compiles the deletion, soft where the table has a delete date, of the row with the id in slot 0. */
export function deleteSql(context: SqlContext, entity: EntityModel): Statement {
  const row = tableScope(context, entity);
  const { binder, alias: table } = row;
  const where = changedRow(row, 0);
  const { deletedAt } = entity.table;
  if (deletedAt === null) return binder.statement(`DELETE FROM ${table}${where}`);
  return binder.statement(
    `UPDATE ${table} SET ${context.dialect.quote(deletedAt)} = ${context.dialect.now}${where}`,
  );
}

/** Compiles the read of the discriminator of the row with the id in slot 0. */
export function rowClassSql(
  context: SqlContext,
  entity: EntityModel,
  { discriminator }: VariantsModel,
): Statement {
  const row = tableScope(context, entity);
  const where = rowById(row, 0);
  const kind = context.dialect.quote(discriminator.column);
  return row.binder.statement(`SELECT ${kind} FROM ${row.alias}${where}`);
}

/** Why a row is locked: to change it, or to set which rows refer to it. */
export type LockPurpose = 'change' | 'set references';

/** Finds the row with the id in slot 0, and locks it until the transaction ends. */
export function lockSql(context: SqlContext, entity: EntityModel, purpose: LockPurpose): Statement {
  const row = tableScope(context, entity);
  const where = rowById(row, 0);
  const { forUpdate, forExclusion } = context.dialect;
  return row.binder.statement(
    `SELECT 1 FROM ${row.alias}${where}${purpose === 'change' ? forUpdate : forExclusion}`,
  );
}

/** Advances the sequence of the id past the one in slot 0; null where that needs no statement. */
export function advanceSequenceSql(context: SqlContext, entity: EntityModel): Statement | null {
  const binder = createBinder(context.dialect);
  const field = findSingleColumn(entity.key);
  // Clients always choose keys of several columns, so these have no sequence to advance.
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

/** The WHERE of the visible row with the id in a slot. */
function rowById(row: RowScope, slot: number): string {
  return whereAll([hasId(row, slot), ...visibleRows(row)]);
}

/** The WHERE of an UPDATE or DELETE of the row with the id in a slot. */
function changedRow(row: RowScope, slot: number): string {
  const { context, entity, alias: table } = row;
  const read = { ...row, alias: 'w' };
  const tests = visibleRows({ ...read, binder: createBinder(context.dialect) }).join(' ');
  if (!readsChangedTable(context.dialect, table, tests)) return rowById(row, slot);
  const isNamed = hasId(row, slot);
  const where = whereAll([hasId(read, slot), ...visibleRows(read)]);
  const columns = keyColumnsOf(context, read.alias, entity).join(', ');
  const rows = `${fromTable(read)}${where}${context.dialect.forUpdate}`;
  return whereAll([isNamed, `${idOf(context, table, entity)} IN (${derivedSql({ columns, rows })})`]);
}
