// Statements that update and delete one row.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/plan.js';
import { columnName, encodeOf } from './column-term.js';
import { targetsExist } from './reference-sql.js';
import { visibleRows } from './row-scope.js';
import { hasId, idField, tableOf, whereAll, type SqlContext } from './table-sql.js';
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
  const given = columns.map(
    (term, slot) => `${context.dialect.quote(columnName(term))} = ${binder.bind(slot, encodeOf(term))}`,
  );
  const assignments = [...given, ...touchedColumns(context, entity)].join(', ');
  const row = rowById(context, entity, binder, columns.length);
  const where = [row, ...targetsExist(context, binder, columns)].join(' AND ');
  return binder.statement(`UPDATE ${tableOf(context, entity.table.path)} SET ${assignments}${where}`);
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
  const where = rowById(context, entity, binder, 0);
  const { deletedAt } = entity.table;
  if (deletedAt === null) return binder.statement(`DELETE FROM ${table}${where}`);
  return binder.statement(
    `UPDATE ${table} SET ${context.dialect.quote(deletedAt)} = ${context.dialect.now}${where}`,
  );
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
  const { column, kind, codec } = idField(entity);
  if (kind !== 'integer' && kind !== 'bigint') return null;
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
