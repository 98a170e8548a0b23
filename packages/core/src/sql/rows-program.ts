// The general strategy of reads: array rows, printed by a renderer that is built for the entity.
import type { SelectShape } from '../plan/plan.js';
import { childProgram } from './child-sql.js';
import { entityRenderer, type EntityRenderer } from './entity-renderer.js';
import { keyPositions } from './key-sql.js';
import { entityTooLarge, exceeds, isLong, responseTooLarge } from './response-size.js';
import { fieldsRenderer, keysOfRows } from './row-renderer.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import {
  eagerJoins,
  eagerOne,
  parentExistsSql,
  shapeSql,
  totalStatement,
  type ShapeSql,
} from './shape-sql.js';
import { eagerMany, runsTransformers, shownColumns } from './shown-columns.js';
import { tableScans } from './table-scans.js';
import type { SqlContext } from './table-sql.js';
import { printedColumns } from './value-text.js';

/**
 * Compiles a list, or one entity without non-unique eager edges. Rows hold the entity's fields, those of its unique eager
 * edges, and the total of a list where that is no separate statement. A list reads each non-unique eager edge separately.
 */
export function rowsProgram(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject, window } = shape;
  const isList = window.kind !== 'one';
  const totalInRows = isList && !context.dialect.separateTotal;
  const sql = shapeSql(context, shape);
  const { columns, fields } = shownColumns(context, subject);
  const head = `SELECT ${[...columns, ...(totalInRows ? [sql.total()] : [])].join(', ')}`;
  const rows = rowsSql(context, shape, sql);
  const own = fieldsRenderer(subject, context.dialect);
  const scans = tableScans(context, shape);
  const printer = rowsPrinter(entityRenderer(context, { entity: subject, own }), isList);
  return {
    statement: sql.binder.statement(`${head}${rows}`, {
      printed: printedColumns(fields, context.dialect).add(columns.length),
      isLarge: isList && fields.some(isLong),
    }),
    total: isList && !totalInRows ? totalStatement(context, shape) : null,
    children: eagerMany(subject).map((edge) => childProgram(context, subject, edge)),
    ...keysOfRows(subject, context.dialect, keyPositions(subject, own.fields)),
    parentExists: parentExistsSql(context, shape),
    isList,
    mayThrow: runsTransformers(context, subject),
    scans,
    lastingTotal: !scans.some(({ computed }) => computed),
    inRows: null,
    rowsFallback: null,
    printer: isList ? { ...printer, total: (read) => Number(read[0]?.[columns.length]) } : printer,
  };
}

/** Joins a page after LIMIT where a join keeps the order, so that skipped rows are not looked up. */
function rowsSql(context: SqlContext, { subject, window }: SelectShape, sql: ShapeSql): string {
  const joinsAfterWindow =
    context.dialect.leftJoinKeepsOrder && window.kind === 'page' && eagerOne(context, subject).length > 0;
  const joins = () => eagerJoins(context, sql.binder, subject);
  return joinsAfterWindow ? `${sql.windowedRows()}${joins()}` : sql.rows(joins());
}

function rowsPrinter(renderer: EntityRenderer, isList: boolean): SelectPrinter {
  return {
    count: (rows) => rows.length,
    total: (rows) => rows.length,
    isCut: () => false,
    print: ({ rows, children, cut }, maxBytes) => {
      if (cut && isList) throw responseTooLarge(maxBytes);
      let text = '';
      for (let at = 0; at < rows.length && text.length <= maxBytes; at++)
        text += (at === 0 ? '' : ',') + renderer.render(rows[at] ?? [], children[at] ?? []);
      if (exceeds(text, maxBytes)) throw isList ? responseTooLarge(maxBytes) : entityTooLarge(maxBytes);
      return text;
    },
  };
}
