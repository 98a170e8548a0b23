// The rows there are for a request. Whatever reaches a row, by whichever way, goes through here.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { rowTestSql } from './reach-sql.js';
import type { Binder } from './statement.js';
import { columnOf, existingRows, idOf, tableOf, type SqlContext } from './table-sql.js';

/**
 * The condition that a row of the entity shows: it exists, and the policies let it through. Empty when all rows do.
 * Binds placeholders: to be called where its text is put.
 */
export function visibleRows(
  context: SqlContext,
  binder: Binder,
  alias: string,
  entity: EntityModel,
): string[] {
  const test = context.tests.get(entity.name);
  const existing = existingRows(context, alias, entity);
  return test ? [...existing, rowTestSql(context, binder, alias, test)] : existing;
}

/** Whether some rows of the entity's table do not show. */
export function hidesRows(context: SqlContext, { name, table }: EntityModel): boolean {
  return table.deletedAt !== null || table.discriminator !== null || context.tests.has(name);
}

/**
 * The rows an edge leads to from the row under `alias`, as a FROM and WHERE to build on. `target` is the alias of
 * those rows.
 */
export function edgeRows(
  context: SqlContext,
  binder: Binder,
  edge: EdgeModel,
  entity: EntityModel,
  alias: string,
  target: string,
): { readonly from: string; readonly where: readonly string[] } {
  const targetEntity = context.targetOf(edge);
  const { join } = edge;
  const table = `${tableOf(context, targetEntity.table.path)} ${target}`;
  const visible = visibleRows(context, binder, target, targetEntity);
  if (join.kind === 'own') {
    return {
      from: table,
      where: [
        `${idOf(context, target, targetEntity)} = ${columnOf(context, alias, join.column)}`,
        ...visible,
      ],
    };
  }
  const ownId = idOf(context, alias, entity);
  if (join.kind === 'foreign') {
    return { from: table, where: [`${columnOf(context, target, join.column)} = ${ownId}`, ...visible] };
  }
  const link = `${target}_link`;
  return {
    from: `${tableOf(context, join.table)} ${link} JOIN ${table} ON ${idOf(context, target, targetEntity)} = ${columnOf(context, link, join.targetColumn)}`,
    where: [`${columnOf(context, link, join.ownColumn)} = ${ownId}`, ...visible],
  };
}
