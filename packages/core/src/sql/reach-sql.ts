// Tests of policies -> SQL. Rows that a test looks at across an edge are looked up with IN: they are as they are,
// whatever policies say of them, but for those that are deleted.
import type { RowTest, TestedColumn, TestedEdge } from '../plan/reach.js';
import { columnOf, existingRows, idOf, tableOf, whereAll, type SqlContext } from './table-sql.js';
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
  { column, codec, kind }: TestedColumn,
  by: 'equal' | 'among',
  slot: number,
): string {
  const predicate = by === 'equal' ? 'eq' : 'in';
  const value = boundValue(binder.reach, predicate, slot, codec.encode);
  return context.dialect.predicates[predicate](columnOf(context, alias, column), value, { kind });
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
  const id = idOf(context, other, to);
  if (join.kind === 'own')
    return `${columnOf(context, alias, join.column)} IN (SELECT ${id} FROM ${rows}${whereAll(tests())})`;
  const ownId = idOf(context, alias, from);
  if (join.kind === 'foreign') {
    const key = columnOf(context, other, join.column);
    return `${ownId} IN (SELECT ${key} FROM ${rows}${whereAll([`${key} IS NOT NULL`, ...tests()])})`;
  }
  const joined = `${tableOf(context, join.table)} ${link} JOIN ${rows} ON ${id} = ${columnOf(context, link, join.targetColumn)}`;
  return `${ownId} IN (SELECT ${columnOf(context, link, join.ownColumn)} FROM ${joined}${whereAll(tests())})`;
}

function linked(
  context: SqlContext,
  binder: Binder,
  alias: string,
  { edge, by, column, slot }: Extract<RowTest, { test: 'linked' }>,
): string {
  const { join, from } = edge;
  if (join.kind !== 'table') throw new Error('Only a join table links rows.');
  const links = `SELECT ${columnOf(context, link, join.ownColumn)} FROM ${tableOf(context, join.table)} ${link}`;
  return `${idOf(context, alias, from)} IN (${links} WHERE ${compared(context, binder, link, column, by, slot)})`;
}
