// Tables and their columns under an alias, and the rows that exist. MySQL refuses an UPDATE or DELETE with a subquery on its
// own table (ER_UPDATE_TABLE_USED) unless it is a derived table, which DISTINCT keeps from being merged. MariaDB accepts both.
import type { DiscriminatorModel, EntityModel, TableModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { RowTest } from '../plan/policy-scope.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import type { Dialect } from './dialect.js';
import { createBinder, type Binder } from './statement.js';

/** What SQL is compiled against: the dialect, the entities that edges lead to, and the policies. */
export interface SqlContext {
  readonly dialect: Dialect;
  targetOf(edge: EdgeModel): EntityModel;
  /** Policy tests by entity name. Only `compileVisibility` applies them. */
  readonly policyTests: ReadonlyMap<string, RowTest>;
  /** The maximum size of an answer, in bytes. */
  readonly responseBytes: number;
}

/** Rows of an entity under an alias, in a statement that is being written. */
export interface RowScope {
  readonly context: SqlContext;
  readonly binder: Binder;
  readonly entity: EntityModel;
  readonly alias: string;
}

/** A scope whose text has no placeholders. */
export type UnboundScope = Omit<RowScope, 'binder'>;

/** The scope of a statement that writes. It has no alias: the table's own name stands for the row. */
export function createTableScope(context: SqlContext, entity: EntityModel): RowScope {
  const alias = quoteTable(context, entity.table.path);
  return { context, binder: createBinder(context.dialect), entity, alias };
}

/** A column under an alias. */
export function qualifyColumn({ dialect }: SqlContext, alias: string, column: string): string {
  return `${alias}.${dialect.quote(column)}`;
}

/** The value of a field in the row under an alias: its column, a value inside it, or the expression that stands for it. */
export function compileField(context: SqlContext, alias: string, field: FieldModel): string {
  const { column, expression, document, columnType } = field;
  if (expression) return `(${expression(alias)})`;
  const plain = qualifyColumn(context, alias, column);
  const whole = context.dialect.compileStored?.(plain, columnType) ?? plain;
  return document && document.path.length > 0 ? context.dialect.compilePath(whole, field, document) : whole;
}

/** Whether the entity has fields that are expressions of the author. */
export function hasExpressions({ fields }: EntityModel): boolean {
  return fields.some(({ expression }) => expression !== null);
}

/** The alias of an entity's rows. Expressions of the author may declare aliases, which must not shadow it. */
export function chooseAlias(entity: EntityModel, name: string): string {
  return hasExpressions(entity) ? `decorest_${name}` : name;
}

/** The value of a field in the row under an alias, as filters compare it. */
export function compileComparedField(context: SqlContext, alias: string, field: FieldModel): string {
  return context.dialect.compileCompared(compileField(context, alias, field), field);
}

/** The value of a field in the row under an alias, in its normal form. */
export function compileNormalField(context: SqlContext, alias: string, field: FieldModel): string {
  return context.dialect.compileNormal(compileField(context, alias, field), field);
}

/** The expressions that select fields under an alias. */
export function compileSelectedFields(
  context: SqlContext,
  alias: string,
  fields: readonly FieldModel[],
): string[] {
  return fields.map((field) =>
    context.dialect.compileSelected(compileField(context, alias, field), field.columnKind),
  );
}

/** The quoted table of an entity or of a join; a path may name a schema. */
export function quoteTable({ dialect }: Pick<SqlContext, 'dialect'>, path: string): string {
  return path.split('.').map(dialect.quote).join('.');
}

/** The conditions that a row belongs to the entity: of the right class, and not soft-deleted unless asked for. Empty if all rows do. */
export function compileExistence(
  context: SqlContext,
  alias: string,
  { table }: { readonly table: TableModel },
  deleted: DeletedRows = 'without',
): string[] {
  const { deletedAt, discriminator } = table;
  return [
    ...(deletedAt === null || deleted === 'with'
      ? []
      : [`${qualifyColumn(context, alias, deletedAt)} IS ${deleted === 'only' ? 'NOT NULL' : 'NULL'}`]),
    ...(discriminator === null ? [] : [compileClassTest(context, alias, discriminator)]),
  ];
}

/** The condition that the class of a row is one of those with the values. */
export function compileClassTest(context: SqlContext, alias: string, among: ClassValues): string {
  if (among.values.length === 0) return '1 = 0';
  return `${qualifyColumn(context, alias, among.column)} IN (${compileClassList(context, among)})`;
}

/** The condition that it is none of them. */
export function compileOtherClassTest(context: SqlContext, alias: string, others: ClassValues): string {
  if (others.values.length === 0) return '1 = 1';
  return `${qualifyColumn(context, alias, others.column)} NOT IN (${compileClassList(context, others)})`;
}

/** Values of a discriminator. */
export type ClassValues = Pick<DiscriminatorModel, 'column' | 'values' | 'storedAs'>;

function compileClassList({ dialect }: SqlContext, { values, storedAs }: ClassValues): string {
  return values.map((value) => compileClassLiteral(dialect, value, storedAs)).join(', ');
}

/** The literal of a discriminator's value. Numbers and booleans are spelled as in SQL. */
export function compileClassLiteral(
  dialect: Dialect,
  value: string,
  storedAs: DiscriminatorModel['storedAs'],
): string {
  return storedAs === 'text' ? dialect.quoteLiteral(value) : value;
}

/** ` WHERE a AND b`, or nothing. */
export function compileWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/**
 * Whether `part` of a statement that changes a table must read that table through a derived table. A column that contains
 * the table's name counts, too; a derived table does no harm then.
 */
export function isDerivedTableNeeded(dialect: Dialect, changed: string, part: string): boolean {
  return (dialect.forbidsReadingChangedTable ?? false) && part.includes(changed);
}

/** The parts of a subquery: its columns, and what follows FROM. */
export interface Subquery {
  readonly columns: string;
  readonly rows: string;
}

/** A subquery. `changed` is the quoted table that the statement around it changes, if any. */
export function compileSubquery(dialect: Dialect, subquery: Subquery, changed: string | null): string {
  const plain = `SELECT ${subquery.columns} FROM ${subquery.rows}`;
  return changed !== null && isDerivedTableNeeded(dialect, changed, plain)
    ? compileDerivedTable(subquery)
    : plain;
}

/** The same through a derived table, whatever it reads. */
export function compileDerivedTable({ columns, rows }: Subquery): string {
  return `SELECT * FROM (SELECT DISTINCT ${columns} FROM ${rows}) d`;
}
