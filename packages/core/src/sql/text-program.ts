// The strategy of reads where the database prints: one statement whose one row holds the JSON text of all entities.
import type { SelectShape } from '../plan/plan.js';
import { entityText } from './entity-text-sql.js';
import type { Row } from './row-renderer.js';
import { columnOf, type SqlContext } from './table-sql.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, parentExistsSql, root, shapeSql } from './shape-sql.js';
import { createBinder } from './statement.js';

const textAt = 0;
/** Of a list: how many entities the text holds, and how many there are. Of one: its key. */
const countAt = 1;
const totalAt = 2;

/** Null where the database cannot print the entity just as we do. */
export function textProgram(context: SqlContext, shape: SelectShape): SelectProgram | null {
  const { subject, window } = shape;
  const key = subject.id;
  if (key === null || !isPrintable(context, shape)) return null;
  const isList = window.kind !== 'one';
  const sql = shapeSql(context, shape);
  const text = () => entityText(context, sql.binder, subject, root) ?? '';
  const rows = () => sql.rows(eagerJoins(context, sql.binder, subject));
  const keyColumn = context.dialect.selected(columnOf(context, root, key.column), key.kind);
  const statement = isList
    ? `SELECT group_concat(entity, ',') AS entities, COUNT(*) AS shown, ${sql.totalBeyond('COUNT(*)')} AS total FROM (SELECT ${text()} AS entity${rows()})`
    : `SELECT ${text()}, ${keyColumn}${rows()}`;
  return {
    statement: sql.binder.statement(statement),
    children: [],
    keyAt: countAt,
    parentExists: parentExistsSql(context, shape),
    isList,
    mayThrow: false,
    printer: isList ? listPrinter : onePrinter,
  };
}

/** Tried on a binder of its own: placeholders are bound in the order of the statement. */
function isPrintable(context: SqlContext, { subject }: SelectShape): boolean {
  return entityText(context, createBinder(context.dialect), subject, root) !== null;
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
