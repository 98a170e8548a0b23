// Tests of policies -> SQL. Rows that a test looks at across an edge are looked up with IN: they are as they are,
// whatever policies say of them, but for those that are deleted.
import type { RowTest, TestedEdge } from '../plan/reach.js';
import { columnsOf, idOf, isPresent, keyColumnsOf, operand } from './key-sql.js';
import { boundValue } from './statement.js';
import { columnOf, existingRows, tableOf, whereAll, type RowScope } from './table-sql.js';

/** A row under an alias, of whichever table. */
type TestedRow = Omit<RowScope, 'entity'>;

/** The condition that a test sets on a row. Binds placeholders. */
export function rowTestSql(tested: TestedRow, row: RowTest): string {
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
