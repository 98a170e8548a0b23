// A non-unique eager edge -> one statement for all parents at once, with its limit per parent.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import { printedColumns } from './printed-columns.js';
import { visibleRows } from './row-scope.js';
import { columnOf, idField, idOf, selectedFields, tableOf, whereAll, type SqlContext } from './table-sql.js';
import { fieldsRenderer } from './row-renderer.js';
import { sortSql } from './sort-sql.js';
import { asIs, boundValue, createBinder, type Binder, type Statement } from './statement.js';

/** Reads the rows an edge leads to. Rows come in the order of the edge, the parent's key in the last column. */
export interface ChildProgram {
  readonly edge: EdgeModel;
  /** Slot 0 is the key of the one parent, or the list of keys of many, as the parents' rows hold them. */
  readonly statement: Statement;
  readonly keys: 'one' | 'many';
  /** Column of the parent's key. */
  readonly parentAt: number;
}

const alias = 'c';

/** One row more than the limit is read, to tell that there are more. */
export function childProgram(
  context: SqlContext,
  parent: EntityModel,
  edge: EdgeModel,
  many: boolean,
): ChildProgram {
  const { fields } = fieldsRenderer(context.targetOf(edge), context.dialect);
  const binder = createBinder(context.dialect);
  const text = many
    ? manyParents(context, binder, parent, edge, fields)
    : oneParent(context, binder, parent, edge, fields);
  const printed = printedColumns(fields, context.dialect).add(fields.length);
  return {
    edge,
    statement: binder.statement(text, printed),
    keys: many ? 'many' : 'one',
    parentAt: fields.length,
  };
}

function oneParent(
  context: SqlContext,
  binder: Binder,
  parent: EntityModel,
  edge: EdgeModel,
  fields: readonly FieldModel[],
): string {
  const { from, key, target } = childRows(context, edge);
  const where = whereAll([
    `${key} = ${binder.bind(0, asIs)}`,
    ...visibleRows(context, binder, alias, target),
  ]);
  const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit + 1}`;
  const columns = [...selectedFields(context, alias, fields), parentKey(context, parent, key)];
  const named = columns.map((column, at) => `${column} AS c${at}`);
  return `SELECT ${named.join(', ')} FROM ${from}${where} ORDER BY ${order(context, binder, edge)}${limit}`;
}

function manyParents(
  context: SqlContext,
  binder: Binder,
  parent: EntityModel,
  edge: EdgeModel,
  fields: readonly FieldModel[],
): string {
  const { from, key, target } = childRows(context, edge);
  const columns = [...selectedFields(context, alias, fields), parentKey(context, parent, key)];
  const names = columns.map((_, at) => `c${at}`);
  const named = columns.map((column, at) => `${column} AS c${at}`);
  const place = `ROW_NUMBER() OVER (PARTITION BY ${key} ORDER BY ${order(context, binder, edge)}) AS place`;
  const keys = context.dialect.predicates.in.sql(key, boundValue(binder, 'in', 0, asIs), idField(parent));
  const where = whereAll([keys, ...visibleRows(context, binder, alias, target)]);
  const ranked = `SELECT ${named.join(', ')}, ${place} FROM ${from}${where}`;
  const limit = edge.eagerLimit === -1 ? '' : ` WHERE place <= ${edge.eagerLimit + 1}`;
  return `SELECT ${names.join(', ')} FROM (${ranked}) ranked${limit} ORDER BY place`;
}

/** The target's rows with the column that holds the parent's key. */
function childRows(context: SqlContext, edge: EdgeModel) {
  const target = context.targetOf(edge);
  const table = `${tableOf(context, target.table.path)} ${alias}`;
  const { join } = edge;
  if (join.kind === 'table') {
    const on = `${idOf(context, alias, target)} = ${columnOf(context, 'l', join.targetColumn)}`;
    return {
      from: `${tableOf(context, join.table)} l JOIN ${table} ON ${on}`,
      key: columnOf(context, 'l', join.ownColumn),
      target,
    };
  }
  return { from: table, key: columnOf(context, alias, join.column), target };
}

/** The parent's key in the form in which the parent's own rows show it. */
function parentKey(context: SqlContext, parent: EntityModel, key: string): string {
  return context.dialect.selected(key, idField(parent).kind);
}

/** The only order of an eager edge: the default of the entity it leads to. */
function order(context: SqlContext, binder: Binder, edge: EdgeModel): string {
  const target = context.targetOf(edge);
  return sortSql(context, binder, target, defaultSort(target), alias);
}
