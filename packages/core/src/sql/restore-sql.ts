// Statements that restore one soft-deleted row: they find rows with a delete date, too, as far as policies allow.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/writes.js';
import { compileKeyEquals } from './key-sql.js';
import { compileVisibility } from './policy-sql.js';
import type { Statement } from './statement.js';
import { compileWhere, createTableScope, qualifyColumn, type SqlContext } from './table-sql.js';
import { compileRowChange } from './write-sql.js';

/** Finds the row with the id in slot 0 and locks it until the transaction ends: 1 if it is deleted, otherwise 0. */
export function compileDeletedLock(context: SqlContext, entity: EntityModel): Statement {
  const row = createTableScope(context, entity);
  const deleted = qualifyColumn(context, row.alias, requireDeleteDate(entity));
  const where = compileWhere([compileKeyEquals(row, 0), ...compileVisibility(row, 'with')]);
  return row.binder.statement(
    `SELECT CASE WHEN ${deleted} IS NULL THEN 0 ELSE 1 END FROM ${row.alias}${where}${context.dialect.forUpdate}`,
  );
}

/** Removes the delete date of a row, and sets these columns besides. The id is in the slot after the columns. */
export function compileRestore(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const cleared = `${context.dialect.quote(requireDeleteDate(entity))} = NULL`;
  return compileRowChange(context, entity, columns, { deleted: 'only', assignments: [cleared] });
}

function requireDeleteDate({ name, table }: EntityModel): string {
  if (table.deletedAt === null) throw new Error(`${name} has no delete date.`);
  return table.deletedAt;
}
