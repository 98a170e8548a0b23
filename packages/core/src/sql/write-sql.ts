// Statements that update and delete one row.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import {
  compileKeyColumnEquals,
  compileKeyEquals,
  compileKeyMembership,
  compileKeyOperand,
  qualifyKey,
} from './key-sql.js';
import {
  bindAssigned,
  getAssignedColumns,
  compileReferenceChecks,
  compileTouchedColumns,
} from './reference-sql.js';
import { compileAliasedTable, compileVisibility } from './policy-sql.js';
import { createBinder, type Statement } from './statement.js';
import {
  compileDerivedTable,
  compileSelectedFields,
  isDerivedTableNeeded,
  quoteTable,
  createTableScope,
  compileWhere,
  type RowScope,
  type SqlContext,
} from './table-sql.js';

/**
 * Compiles an UPDATE of these columns, if any, of update dates and of versions. It changes no row if the target of a foreign
 * key does not exist. The id is in the slot after the columns; the version that the row must have, if any, in the one after
 * that.
 */
export function compileUpdate(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
  version?: FieldModel,
): Statement {
  return compileRowChange(context, entity, columns, { deleted: 'without', assignments: [], version });
}

/** Which rows a change finds, and what it sets besides the values of a plan. */
interface ChangedRows {
  readonly deleted: DeletedRows;
  readonly assignments: readonly string[];
  /** The version that they must have, in the slot after the id. */
  readonly version?: FieldModel | undefined;
}

/** Compiles an UPDATE of these columns and of what every change of a row touches. */
export function compileRowChange(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
  { deleted, assignments: others, version }: ChangedRows,
): Statement {
  const row = createTableScope(context, entity);
  const { binder, alias: table } = row;
  const assignments = compileAssignments(row, columns, others).join(', ');
  const where = [
    compileChangedRow(row, columns.length, deleted),
    ...compileVersionTest(row, version, columns.length + 1),
    ...compileReferenceChecks(row, columns, table),
  ].join(' AND ');
  return binder.statement(`UPDATE ${table} SET ${assignments}${where}`);
}

/** The assignments of an UPDATE: of the values in the slots of the columns, those given, to update dates and to versions. */
export function compileAssignments(
  row: RowScope,
  columns: readonly ColumnTerm[],
  others: readonly string[] = [],
): readonly string[] {
  const { context, entity } = row;
  // A foreign key may share columns with the primary key, which never changes: the plan has checked that they are equal.
  const key = new Set(entity.key.map(({ column }) => column));
  const given = getAssignedColumns(columns).filter(({ name }) => !key.has(name));
  const assignments = given.map((assigned) => {
    const { name, kept } = assigned;
    const column = context.dialect.quote(name);
    const value = bindAssigned(row, assigned, row.alias);
    return `${column} = ${kept ? `COALESCE(${value}, ${column})` : value}`;
  });
  // Listeners and hooks may have set update dates and versions.
  const names = new Set(given.map(({ name }) => name));
  return [...assignments, ...others, ...compileTouchedColumns(context, entity, names)];
}

/**
 * Compiles the deletion of the row with the id in slot 0. Where the table has a delete date, it is an UPDATE of that, of update
 * dates and of versions. The version that the row must have, if any, is in slot 1.
 */
export function compileDelete(context: SqlContext, entity: EntityModel, version?: FieldModel): Statement {
  const row = createTableScope(context, entity);
  const { binder, alias: table } = row;
  const where = [compileChangedRow(row, 0, 'without'), ...compileVersionTest(row, version, 1)].join(' AND ');
  const { deletedAt } = entity.table;
  if (deletedAt === null) return binder.statement(`DELETE FROM ${table}${where}`);
  const { quote, now } = context.dialect;
  const assignments = [`${quote(deletedAt)} = ${now}`, ...compileTouchedColumns(context, entity)].join(', ');
  return binder.statement(`UPDATE ${table} SET ${assignments}${where}`);
}

/** Compiles the read of the discriminator of the row with the id in slot 0. A restore looks for deleted rows, too. */
export function compileRowClass(
  context: SqlContext,
  entity: EntityModel,
  { discriminator }: VariantsModel,
  deleted: DeletedRows,
): Statement {
  const row = createTableScope(context, entity);
  const where = compileRowById(row, 0, deleted);
  const kind = context.dialect.quote(discriminator.column);
  return row.binder.statement(`SELECT ${kind} FROM ${row.alias}${where}`);
}

/** Why a row is locked: to change it, or to set which rows refer to it. */
export type LockPurpose = 'change' | 'set references';

/** Finds the row with the id in slot 0, and its version if asked for, and locks it until the transaction ends. */
export function compileLock(
  context: SqlContext,
  entity: EntityModel,
  purpose: LockPurpose,
  version?: FieldModel,
): Statement {
  const row = createTableScope(context, entity);
  const where = compileRowById(row, 0);
  const { forUpdate, forExclusion } = context.dialect;
  const columns = version ? compileSelectedFields(context, row.alias, [version]).join() : '1';
  return row.binder.statement(
    `SELECT ${columns} FROM ${row.alias}${where}${purpose === 'change' ? forUpdate : forExclusion}`,
  );
}

/** Advances the sequence of the id past the one in slot 0; null where that needs no statement. */
export function compileAdvanceSequence(context: SqlContext, entity: EntityModel): Statement | null {
  const binder = createBinder(context.dialect);
  const field = findSingleColumn(entity.key);
  // Clients always choose keys of several columns, so these have no sequence to advance.
  if (!field) return null;
  const { column, columnKind, codec } = field;
  if (columnKind !== 'integer' && columnKind !== 'bigint') return null;
  const text = context.dialect.advanceSequence(
    quoteTable(context, entity.table.path),
    column,
    binder.bind(0, codec.encode),
  );
  return text === null ? null : binder.statement(text);
}

function compileVersionTest(row: RowScope, version: FieldModel | undefined, slot: number): readonly string[] {
  return version ? [compileKeyColumnEquals(row, version, slot)] : [];
}

/** The WHERE of the visible row with the id in a slot. */
function compileRowById(row: RowScope, slot: number, deleted: DeletedRows = 'without'): string {
  return compileWhere([compileKeyEquals(row, slot), ...compileVisibility(row, deleted)]);
}

/** The WHERE of an UPDATE or DELETE of the row with the id in a slot. */
function compileChangedRow(row: RowScope, slot: number, deleted: DeletedRows): string {
  const { context, entity, alias: table } = row;
  const read = { ...row, alias: 'w' };
  const tests = compileVisibility({ ...read, binder: createBinder(context.dialect) }, deleted).join(' ');
  if (!isDerivedTableNeeded(context.dialect, table, tests)) return compileRowById(row, slot, deleted);
  const isNamed = compileKeyEquals(row, slot);
  const where = compileRowById(read, slot, deleted);
  const columns = qualifyKey(context, read.alias, entity).join(', ');
  const rows = `${compileAliasedTable(read)}${where}${context.dialect.forUpdate}`;
  return compileWhere([
    isNamed,
    `${compileKeyOperand(context, table, entity)} IN (${compileDerivedTable({ columns, rows })})`,
  ]);
}

/**
 * Finds rows among the ids in slot 0 that a statement should have written and did not count. Null where no trigger can leave rows
 * out of a write.
 */
export function compileUnwritten(context: SqlContext, entity: EntityModel): Statement | null {
  const { compileLeftOut } = context.dialect;
  if (!compileLeftOut) return null;
  const binder = createBinder(context.dialect);
  const columns = qualifyKey(context, 't', entity);
  const where = compileWhere([
    compileKeyMembership(context, binder, { predicate: 'in', columns, slot: 0, of: entity }),
    ...compileVisibility({ context, binder, entity, alias: 't' }),
    compileLeftOut(entity.table.path),
  ]);
  return binder.statement(`SELECT 1 FROM ${quoteTable(context, entity.table.path)} t${where}`);
}
