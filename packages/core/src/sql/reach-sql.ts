// Tests of policies -> SQL. Rows that a test looks at across an edge are looked up with IN: they are as they are,
// whatever policies say of them, but for those that are deleted.
import type { RowTest, TestedColumn, TestedEdge } from '../plan/reach.js';
import { columnsOf, idOf, isPresent, keyColumnsOf, operand } from './key-sql.js';
import { columnOf, existingRows, tableOf, whereAll, type SqlContext } from './table-sql.js';
import { boundValue, type Binder } from './statement.js';

/** The condition that a test sets on the row under `alias`. */
export function rowTestSql(context: SqlContext, binder: Binder, alias: string, row: RowTest): string {
  switch (row.test) {
    case 'none':
      return '1 = 0';
    case 'all of':
    case 'any of':
      return `(${row.tests.map((test) => rowTestSql(context, binder, alias, test)).join(row.test === 'all of' ? ' AND ' : ' OR ')})`;
    case 'equal':
    case 'among':
      return compared(context, binder, alias, row.column, row.test, row.slot);
    case 'null':
      return `${columnOf(context, alias, row.column)} IS NULL`;
    case 'not null':
      return `${columnOf(context, alias, row.column)} IS NOT NULL`;
    case 'other kind':
      return `${columnOf(context, alias, row.column)} NOT IN (${row.values.map((kind) => context.dialect.literal(kind)).join(', ')})`;
    case 'related':
      return related(context, binder, alias, row.edge, row.where);
    case 'unrelated':
      return `NOT ${related(context, binder, alias, row.edge, null)}`;
    case 'linked':
      return linked(context, binder, alias, row);
  }
}

function compared(
  context: SqlContext,
  binder: Binder,
  alias: string,
  { column, codec, columnKind }: TestedColumn,
  by: 'equal' | 'among',
  slot: number,
): string {
  const predicate = by === 'equal' ? 'eq' : 'in';
  const value = boundValue(binder.reach, predicate, slot, codec.encode);
  return context.dialect.predicates[predicate](columnOf(context, alias, column), value, { columnKind });
}

const other = 'x';
const link = 'x_link';

function related(
  context: SqlContext,
  binder: Binder,
  alias: string,
  edge: TestedEdge,
  where: RowTest | null,
): string {
  const { join, from, to } = edge;
  const rows = `${tableOf(context, to.table.path)} ${other}`;
  const tests = () => [
    ...existingRows(context, other, to),
    ...(where ? [rowTestSql(context, binder, other, where)] : []),
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
  const joined = `${tableOf(context, join.table)} ${link} JOIN ${rows} ON ${idOf(context, other, to)} = ${operand(columnsOf(context, link, join.targetColumns))}`;
  return `${ownId} IN (${context.dialect.selectInSet} ${columnsOf(context, link, join.ownColumns).join(', ')} FROM ${joined}${whereAll(tests())})`;
}

function linked(
  context: SqlContext,
  binder: Binder,
  alias: string,
  { edge, by, column, slot }: Extract<RowTest, { test: 'linked' }>,
): string {
  const { join, from } = edge;
  if (join.kind !== 'table') throw new Error('Only a join table links rows.');
  const links = `SELECT ${columnsOf(context, link, join.ownColumns).join(', ')} FROM ${tableOf(context, join.table)} ${link}`;
  return `${idOf(context, alias, from)} IN (${links} WHERE ${compared(context, binder, link, column, by, slot)})`;
}
