// The strategy of reads where the database prints: one statement whose one row holds the JSON text of all entities.
import type { FieldModel } from '../model/api-model.js';
import type { SelectShape } from '../plan/plan.js';
import { entityText } from './entity-text-sql.js';
import type { Row } from './row-renderer.js';
import { columnOf, type SqlContext } from './table-sql.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, parentExistsSql, root, shapeSql } from './shape-sql.js';
import { createBinder, type Binder, type Statement } from './statement.js';

const textAt = 0;
/** Of a list: how many entities the text holds, and how many there are. Of one: its key. */
const countAt = 1;
const totalAt = 2;

/** Null where the database cannot print the entity just as we do. */
export function textProgram(context: SqlContext, shape: SelectShape): SelectProgram | null {
  const { subject, window } = shape;
  if (subject.id === null || !isPrintable(context, shape)) return null;
  const isList = window.kind !== 'one';
  return {
    statement: isList ? listSql(context, shape, 'with total') : oneSql(context, shape, subject.id),
    apart: window.kind === 'page' ? pageAndTotal(context, shape) : null,
    children: [],
    keyAt: countAt,
    parentExists: parentExistsSql(context, shape),
    isList,
    mayThrow: false,
    printer: isList ? listPrinter : onePrinter,
  };
}

function oneSql(context: SqlContext, shape: SelectShape, key: FieldModel): Statement {
  const { binder, rows } = shapeSql(context, shape);
  const keyColumn = context.dialect.selected(columnOf(context, root, key.column), key.kind);
  return binder.statement(
    `SELECT ${textSql(context, binder, shape)}, ${keyColumn}${rows(eagerJoins(context, binder, shape.subject))}`,
  );
}

/** SQLite nests its loops: rows joined to the window keep its order, and so does the text. */
function listSql(
  context: SqlContext,
  shape: SelectShape,
  counting: 'with total' | 'without total',
): Statement {
  const { binder, totalBeyond, window } = shapeSql(context, shape);
  const entities = `SELECT group_concat(${textSql(context, binder, shape)}, ',') AS entities, COUNT(*) AS shown`;
  const total = counting === 'with total' ? `, ${totalBeyond('COUNT(*)')} AS total` : '';
  return binder.statement(`${entities}${total}${window()}${eagerJoins(context, binder, shape.subject)}`);
}

function pageAndTotal(context: SqlContext, shape: SelectShape): SelectProgram['apart'] {
  const { binder, total } = shapeSql(context, shape);
  return { page: listSql(context, shape, 'without total'), total: binder.statement(`SELECT ${total()}`) };
}

function textSql(context: SqlContext, binder: Binder, { subject }: SelectShape): string {
  return entityText(context, binder, subject, root) ?? '';
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
