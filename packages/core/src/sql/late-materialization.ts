// Late materialization. SQLite, MariaDB and MySQL copy the rows of subqueries and sort whole rows, including long values. A
// subquery of an entity that may hold long values therefore selects its keys only. A join reads the columns, row by row, until
// the answer is full.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { hasLongValues } from './response-size.js';
import {
  qualifyColumn,
  compileSelectedFields,
  quoteTable,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';

/** Whether subqueries select only the keys of the entity. Views do not: no index finds their rows by key. */
export function isLateMaterialized({ dialect }: SqlContext, entity: EntityModel): boolean {
  return dialect.orderedJoin !== null && !entity.table.isView && hasLongValues(entity);
}

/** The columns that a subquery selects: the key as `k0` and so on, or the fields as `c0` and so on. */
export function compileSubqueryColumns(scope: UnboundScope, fields: readonly FieldModel[]): string[] {
  const { context, entity, alias } = scope;
  if (isLateMaterialized(context, entity)) return compileSubqueryKeys(scope);
  return compileSelectedFields(context, alias, fields).map((column, at) => `${column} AS c${at}`);
}

/** The columns of the key, as `k0` and so on. */
export function compileSubqueryKeys({ context, entity, alias }: UnboundScope): string[] {
  return entity.key.map(({ column }, at) => `${qualifyColumn(context, alias, column)} AS k${at}`);
}

/** Joins the rows of a scope to a subquery `keys` that selects their keys. Keeps the order of the subquery. */
export function compileKeyJoin({ context, entity, alias }: UnboundScope, keys: string): string {
  const on = entity.key.map(({ column }, at) => `${qualifyColumn(context, alias, column)} = ${keys}.k${at}`);
  const table = quoteTable(context, entity.table.path);
  return ` ${context.dialect.orderedJoin ?? 'JOIN'} ${table} ${alias} ON ${on.join(' AND ')}`;
}
