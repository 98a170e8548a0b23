// The rows that exist for a request. Every way to a row goes through here.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { rowTestSql } from './reach-sql.js';
import { columnsOf, idOf, operand } from './key-sql.js';
import { existingRows, tableOf, type RowScope, type SqlContext, type UnboundScope } from './table-sql.js';

/**
 * The condition that a row shows: it exists, and the policies let it through. Empty when all rows do. Binds placeholders:
 * to be called where its text is put.
 */
export function visibleRows(rows: RowScope): string[] {
  const { context, entity, alias } = rows;
  const test = context.tests.get(entity.name);
  const existing = existingRows(context, alias, entity);
  return test ? [...existing, rowTestSql(rows, test)] : existing;
}

/** Whether some rows of the entity's table do not show. */
export function hidesRows(context: SqlContext, { name, table }: EntityModel): boolean {
  return table.deletedAt !== null || table.discriminator !== null || context.tests.has(name);
}

/**
 * The rows an edge leads to from the row of the scope, as a FROM and WHERE to build on. `target` is the alias of those
 * rows.
 */
export function edgeRows(
  scope: RowScope,
  edge: EdgeModel,
  target: string,
): { readonly from: string; readonly where: readonly string[] } {
  const { context, entity, alias } = scope;
  if (edge.join.kind === 'own') {
    const targetEntity = context.targetOf(edge);
    const reference = operand(columnsOf(context, alias, edge.join.columns));
    const key = `${idOf(context, target, targetEntity)} = ${reference}`;
    const rows = { ...scope, entity: targetEntity, alias: target };
    return { from: fromTable(rows), where: [key, ...visibleRows(rows)] };
  }
  const { from, key, visible } = edgeKeys(scope, edge, target);
  return { from, where: [`${operand(key)} = ${idOf(context, alias, entity)}`, ...visible()] };
}

/** All rows that an edge leads to, whichever row it starts from. */
export interface EdgeKeys {
  readonly from: string;
  /** Hold the id of the row that the edge starts from. */
  readonly key: readonly string[];
  /** Conditions, as of `visibleRows`. */
  readonly visible: () => string[];
}

export function edgeKeys(
  { context, binder }: Pick<RowScope, 'context' | 'binder'>,
  edge: EdgeModel,
  target: string,
): EdgeKeys {
  const { join } = edge;
  if (join.kind === 'own') throw new Error('The key of an own foreign key is in the row it starts from.');
  const rows = { context, binder, entity: context.targetOf(edge), alias: target };
  const visible = () => visibleRows(rows);
  if (join.kind === 'foreign')
    return { from: fromTable(rows), key: columnsOf(context, target, join.columns), visible };
  const link = `${target}_link`;
  const on = `${idOf(context, target, rows.entity)} = ${operand(columnsOf(context, link, join.targetColumns))}`;
  return {
    from: `${tableOf(context, join.table)} ${link} JOIN ${fromTable(rows)} ON ${on}`,
    key: columnsOf(context, link, join.ownColumns),
    visible,
  };
}

/** The table of a scope under its alias. */
export function fromTable({ context, entity, alias }: UnboundScope): string {
  return `${tableOf(context, entity.table.path)} ${alias}`;
}
