// The rows that exist for a request: not deleted, and allowed by its policies. Every statement finds rows through here.
// Policies look rows of other tables up with IN, and see all of those but deleted ones: policies do not apply to policies.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import type { RowTest, TestedEdge } from '../plan/policy-scope.js';
import { columnsOf, idOf, isPresent, keyColumnsOf, operand } from './key-sql.js';
import { boundValue } from './statement.js';
import {
  columnOf,
  existingRows,
  tableOf,
  whereAll,
  type RowScope,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';

/**
 * The conditions that a row is visible: it exists, and the policies allow it. Empty if all rows are. Binds placeholders, so
 * call it where its text goes.
 */
export function visibleRows(rows: RowScope): string[] {
  const { context, entity, alias } = rows;
  const test = context.tests.get(entity.name);
  const existing = existingRows(context, alias, entity);
  return test ? [...existing, rowTestSql(rows, test)] : existing;
}

/** Whether some rows of the entity's table are not visible. */
export function hidesRows(context: SqlContext, { name, table }: EntityModel): boolean {
  return table.deletedAt !== null || table.discriminator !== null || context.tests.has(name);
}

/** The FROM and WHERE of the rows that an edge leads to from the row of a scope. `target` is their alias. */
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

/** The rows that an edge leads to from any row. */
export interface EdgeKeys {
  readonly from: string;
  /** Columns with the id of the row that the edge starts from. */
  readonly key: readonly string[];
  /** The conditions of `visibleRows`. */
  readonly visible: () => string[];
}

/** The rows that an edge with its foreign key elsewhere leads to. Binds placeholders when `visible` is called. */
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

/** A row of any table under an alias. */
type TestedRow = Omit<RowScope, 'entity'>;

/** The condition of a policy test on a row. Binds placeholders. */
function rowTestSql(tested: TestedRow, row: RowTest): string {
  const { context, alias } = tested;
  switch (row.test) {
    case 'none':
      return '1 = 0';
    case 'all of':
    case 'any of':
      return `(${row.tests.map((test) => rowTestSql(tested, test)).join(row.test === 'all of' ? ' AND ' : ' OR ')})`;
    case 'equal':
    case 'among':
      return compared(tested, { column: row.column, by: row.test, slot: row.slot });
    case 'null':
      return `${columnOf(context, alias, row.column)} IS NULL`;
    case 'not null':
      return `${columnOf(context, alias, row.column)} IS NOT NULL`;
    case 'other kind':
      return `${columnOf(context, alias, row.column)} NOT IN (${row.values.map((kind) => context.dialect.literal(kind)).join(', ')})`;
    case 'related':
      return related(tested, row.edge, row.where);
    case 'unrelated':
      return `NOT ${related(tested, row.edge, null)}`;
    case 'linked':
      return linked(tested, row);
  }
}

/** A comparison of a column with the value, or the list of values, in a slot. */
type Comparison = Pick<Extract<RowTest, { test: 'linked' }>, 'column' | 'by' | 'slot'>;

function compared({ context, binder, alias }: TestedRow, { column: tested, by, slot }: Comparison): string {
  const { column, codec, columnKind } = tested;
  const predicate = by === 'equal' ? 'eq' : 'in';
  const value = boundValue(binder.reach, predicate, { slot, encode: codec.encode });
  return context.dialect.predicates[predicate](columnOf(context, alias, column), value, { columnKind });
}

const other = 'x';
const linkAlias = 'x_link';

function related({ context, binder, alias }: TestedRow, edge: TestedEdge, where: RowTest | null): string {
  const { join, from, to } = edge;
  const rows = `${tableOf(context, to.table.path)} ${other}`;
  const tests = () => [
    ...existingRows(context, other, to),
    ...(where ? [rowTestSql({ context, binder, alias: other }, where)] : []),
  ];
  if (join.kind === 'own') {
    const ids = keyColumnsOf(context, other, to).join(', ');
    return `${operand(columnsOf(context, alias, join.columns))} IN (SELECT ${ids} FROM ${rows}${whereAll(tests())})`;
  }
  const ownId = idOf(context, alias, from);
  if (join.kind === 'foreign') {
    const key = columnsOf(context, other, join.columns);
    return `${ownId} IN (SELECT ${key.join(', ')} FROM ${rows}${whereAll([isPresent(key), ...tests()])})`;
  }
  const joined = `${tableOf(context, join.table)} ${linkAlias} JOIN ${rows} ON ${idOf(context, other, to)} = ${operand(columnsOf(context, linkAlias, join.targetColumns))}`;
  return `${ownId} IN (${context.dialect.selectInSet} ${columnsOf(context, linkAlias, join.ownColumns).join(', ')} FROM ${joined}${whereAll(tests())})`;
}

function linked(tested: TestedRow, { edge, ...link }: Extract<RowTest, { test: 'linked' }>): string {
  const { context, alias } = tested;
  const { join, from } = edge;
  if (join.kind !== 'table') throw new Error('Only a join table links rows.');
  const links = `SELECT ${columnsOf(context, linkAlias, join.ownColumns).join(', ')} FROM ${tableOf(context, join.table)} ${linkAlias}`;
  return `${idOf(context, alias, from)} IN (${links} WHERE ${compared({ ...tested, alias: linkAlias }, link)})`;
}
