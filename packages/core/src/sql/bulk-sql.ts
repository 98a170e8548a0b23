// Statements of requests that write many rows: one finds and locks them, in the order of their ids, others write the ids found.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import type { SelectShape } from '../plan/plan.js';
import type { ColumnTerm } from '../plan/writes.js';
import { compileKeyIn } from './key-sql.js';
import { compileAliasedTable, compileVisibility } from './policy-sql.js';
import { compileReferenceChecks, compileTouchedColumns } from './reference-sql.js';
import { compileShape, getRootAlias } from './shape-sql.js';
import type { TableScan } from './condition-scans.js';
import { createBinder, type Statement } from './statement.js';
import { estimateSelectionScans } from './table-scans.js';
import {
  compileSelectedFields,
  compileWhere,
  createTableScope,
  qualifyColumn,
  type RowScope,
  type SqlContext,
} from './table-sql.js';
import { compileAssignments } from './write-sql.js';

/** Finds the rows of a selection. */
export interface SelectionProgram {
  readonly statement: Statement;
  readonly scans: readonly TableScan[];
}

/**
 * Compiles the selection of the rows of a shape, and locks them until the transaction ends. Selects the key, then the
 * discriminator of an entity with several classes.
 */
export function compileSelection(context: SqlContext, shape: SelectShape): SelectionProgram {
  const { subject, source } = shape;
  const { variants } = subject;
  const { dialect } = context;
  const root = getRootAlias(subject);
  const { binder, rows } = compileShape(context, shape);
  const kind = variants ? [qualifyColumn(context, root, variants.discriminator.column)] : [];
  const selected = [...compileSelectedFields(context, root, subject.key), ...kind].join(', ');
  // Rows that are deleted must not be referred to meanwhile; others may.
  const isDeleted = source.from === 'all' && source.writtenBy === 'delete';
  const lock = isDeleted ? dialect.forExclusion : dialect.forUpdate;
  const statement = binder.statement(`SELECT ${selected}${rows()}${lock}`);
  return { statement, scans: estimateSelectionScans(context, shape) };
}

/**
 * Compiles an UPDATE of the rows with the ids in the slot after the columns. They are locked, so they are visible still. It
 * changes no row if the target of a foreign key does not exist.
 */
export function compileUpdateMany(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const row = createTableScope(context, entity);
  const assignments = compileAssignments(row, columns).join(', ');
  const where = [compileKeyIn(row, columns.length), ...compileReferenceChecks(row, columns, row.alias)];
  return row.binder.statement(`UPDATE ${row.alias} SET ${assignments}${compileWhere(where)}`);
}

/** Compiles the deletion, soft or not, of the rows with the ids in slot 0. They are locked. */
export function compileDeleteMany(context: SqlContext, entity: EntityModel): Statement {
  const row = createTableScope(context, entity);
  const where = () => compileWhere([compileKeyIn(row, 0)]);
  const { deletedAt } = entity.table;
  if (deletedAt === null) return row.binder.statement(`DELETE FROM ${row.alias}${where()}`);
  const { quote, now } = context.dialect;
  const assignments = [`${quote(deletedAt)} = ${now}`, ...compileTouchedColumns(context, entity)].join(', ');
  return row.binder.statement(`UPDATE ${row.alias} SET ${assignments}${where()}`);
}

/** Compiles the count of the rows among the ids in slot 0 that no policy hides, deleted or not. */
export function compileVisibleCount(context: SqlContext, entity: EntityModel): Statement {
  const rows = createReadScope(context, entity);
  const where = compileWhere([compileKeyIn(rows, 0), ...compileVisibility(rows, 'with')]);
  return rows.binder.statement(`SELECT COUNT(*) FROM ${compileAliasedTable(rows)}${where}`);
}

/** Compiles the read of the keys and the discriminators of the visible rows among the ids in slot 0. */
export function compileRowClasses(
  context: SqlContext,
  entity: EntityModel,
  { discriminator }: VariantsModel,
): Statement {
  const rows = createReadScope(context, entity);
  const where = compileWhere([compileKeyIn(rows, 0), ...compileVisibility(rows)]);
  const kind = qualifyColumn(context, rows.alias, discriminator.column);
  const selected = [...compileSelectedFields(context, rows.alias, entity.key), kind].join(', ');
  return rows.binder.statement(`SELECT ${selected} FROM ${compileAliasedTable(rows)}${where}`);
}

function createReadScope(context: SqlContext, entity: EntityModel): RowScope {
  return { context, binder: createBinder(context.dialect), entity, alias: 't' };
}
