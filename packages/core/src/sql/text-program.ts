// The strategy of reads where the database prints: one statement whose one row holds the JSON text of all entities.
import type { SelectShape } from '../plan/plan.js';
import { entityText } from './entity-text-sql.js';
import type { Row } from './row-renderer.js';
import { columnOf, type SqlContext } from './row-scope.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, parentExistsSql, root, shapeSql } from './shape-sql.js';

const textAt = 0;
/** Of a list: how many entities the text holds, and how many there are. Of one: its key. */
const countAt = 1;
const totalAt = 2;

/** Null where the database cannot print the entity just as we do. */
export function textProgram(context: SqlContext, shape: SelectShape): SelectProgram | null {
  const { subject, window } = shape;
  const text = entityText(context, subject, root);
  const key = subject.id;
  if (text === null || key === null) return null;
  const isList = window.kind !== 'one';
  const sql = shapeSql(context, shape);
  const joins = eagerJoins(context, subject);
  const keyColumn = context.dialect.selected(columnOf(context, root, key.column), key.kind);
  const statement = isList
    ? `SELECT group_concat(entity, ','), COUNT(*), ${sql.totalBeyond('COUNT(*)')} FROM (SELECT ${text} AS entity${sql.rows(joins)})`
    : `SELECT ${text}, ${keyColumn}${sql.rows(joins)}`;
  return {
    statement: sql.binder.statement(statement),
    children: [],
    keyAt: countAt,
    parentExists: parentExistsSql(context, shape),
    isList,
    printer: isList ? listPrinter : onePrinter,
  };
}

const listPrinter: SelectPrinter = {
  count: (rows) => Number(rows[0]?.[countAt]),
  total: (rows) => Number(rows[0]?.[totalAt]),
  print: textOf,
};

const onePrinter: SelectPrinter = {
  count: (rows) => rows.length,
  total: (rows) => rows.length,
  print: textOf,
};

/** NULL, the text of no entities, is empty. */
function textOf(rows: readonly Row[]): string {
  const text = rows[0]?.[textAt];
  return typeof text === 'string' ? text : '';
}
