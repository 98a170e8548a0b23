// Late materialization. SQLite, MariaDB and MySQL copy the rows of subqueries and sort whole rows, long values included. Of
// an entity that may hold long values, a subquery therefore selects the keys only. A join reads the columns, row by row,
// until the answer is full.
import type { EntityModel, FieldModel } from '../model/api-model.js';
import { holdsLongValues } from './response-size.js';
import { columnOf, selectedFields, tableOf, type SqlContext, type UnboundScope } from './table-sql.js';

/** Whether subqueries select the keys of the entity only. No index leads from a key to the row of a view. */
export function usesLateMaterialization({ dialect }: SqlContext, entity: EntityModel): boolean {
  return dialect.orderedJoin !== null && !entity.table.isView && holdsLongValues(entity);
}

/** What a subquery selects of an entity: its key as `k0` and so on, or its fields as `c0` and so on. */
export function subqueryColumns(
  { context, entity, alias }: UnboundScope,
  fields: readonly FieldModel[],
): string[] {
  if (!usesLateMaterialization(context, entity))
    return selectedFields(context, alias, fields).map((column, at) => `${column} AS c${at}`);
  return entity.key.map(({ column }, at) => `${columnOf(context, alias, column)} AS k${at}`);
}

/** Joins the rows of a scope to a subquery that has selected their keys. Keeps the order of the subquery. */
export function joinByKeys({ context, entity, alias }: UnboundScope, keys: string): string {
  const on = entity.key.map(({ column }, at) => `${columnOf(context, alias, column)} = ${keys}.k${at}`);
  const table = tableOf(context, entity.table.path);
  return ` ${context.dialect.orderedJoin ?? 'JOIN'} ${table} ${alias} ON ${on.join(' AND ')}`;
}
