// The general strategy of reads: array rows, printed by a renderer that is built for the entity.
import type { FieldModel } from '../model/member-model.js';
import { followsCursor } from '../plan/page-plan.js';
import type { SelectShape } from '../plan/plan.js';
import { compileChildProgram } from './child-sql.js';
import { createEntityRenderer, type EntityRenderer } from './entity-renderer.js';
import { findKeyPositions } from './key-sql.js';
import { createEntityTooLarge, isOverSize, isLong, createResponseTooLarge } from './response-size.js';
import { createFieldsRenderer, createRowKeys, findVersionReader } from './row-renderer.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import {
  compileEagerJoins,
  findUniqueEagerEdges,
  findWindowJoin,
  compileShape,
  compileTotals,
  type ShapeSql,
} from './shape-sql.js';
import { findNonUniqueEagerEdges, hasTransformers, compileShownColumns } from './shown-columns.js';
import { estimatePageScans } from './table-scans.js';
import { hasExpressions, type SqlContext } from './table-sql.js';
import { compilePositionExists } from './position-sql.js';
import { compileParentExists } from './source-sql.js';
import { findPrintedColumns } from './value-text.js';
import { createEagerRead } from './view-layout.js';

/**
 * Compiles a list, or one entity without non-unique eager edges. Rows hold the entity's fields, those of its unique eager
 * edges, and the total of a list where that is no separate statement. A list reads each non-unique eager edge separately.
 */
export function compileRowsProgram(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject, window } = shape;
  const isList = window.kind !== 'one';
  const isCounted = isList && shape.count !== 'none';
  // After a cursor, there may be no row to hold it.
  const totalInRows = isCounted && !context.dialect.separateTotal && !followsCursor(shape);
  const sql = compileShape(context, shape);
  const { columns, fields } = compileShownColumns(context, subject);
  const isWindowed = findPageJoin(context, shape) !== null;
  const total = totalInRows ? [sql.total()] : [];
  const positions = sql.listPositions(isWindowed).map((position, at) => `${position} AS p${at}`);
  const head = `SELECT ${[...columns, ...total, ...positions].join(', ')}`;
  const rows = compileRows(context, shape, sql);
  const own = createFieldsRenderer(subject, context.dialect);
  const keyAt = findKeyPositions(subject, own.fields);
  const scans = estimatePageScans(context, shape);
  const printer = createRowsPrinter(createEntityRenderer(context, { entity: subject, own }), isList);
  return {
    statement: sql.binder.statement(`${head}${rows}`, {
      printed: findPrintedColumns(fields, context.dialect).add(columns.length),
      ...describeRows(fields, isList, sql),
    }),
    ...compileTotals(context, shape, totalInRows),
    children: findNonUniqueEagerEdges(subject).map((edge) =>
      compileChildProgram(context, createEagerRead(subject, edge, keyAt)),
    ),
    ...createRowKeys(subject, context.dialect, keyAt),
    versionOf: findVersionReader(subject, context.dialect, own.fields),
    parentExists: compileParentExists(context, shape),
    positionExists: compilePositionExists(context, shape),
    positionAt: positions.map((_, at) => columns.length + total.length + at),
    isList,
    mayThrow: hasTransformers(context, subject),
    scans,
    hasCacheableTotal: shape.count !== 'none' && !scans.far.some(({ computed }) => computed),
    inRows: null,
    rowsFallback: null,
    printer: isList ? { ...printer, total: (read) => Number(read[0]?.[columns.length]) } : printer,
  };
}

/** How large the rows of a statement may become, and whether the planner can tell what they cost. */
function describeRows(fields: readonly FieldModel[], isList: boolean, { isOverpriced }: ShapeSql) {
  const hasLong = fields.some(isLong);
  return { isLarge: isList && hasLong, isShort: !isList && !hasLong, isOverpriced };
}

/** Joins a page after LIMIT where a join keeps the order, so that skipped rows are not looked up. */
function compileRows(context: SqlContext, shape: SelectShape, sql: ShapeSql): string {
  const join = findPageJoin(context, shape);
  const joins = () => compileEagerJoins(context, sql.binder, shape.subject, join ?? undefined);
  return join ? `${sql.windowedRows()}${joins()}` : sql.rows(joins);
}

/** A page without joins is chosen first only where its columns would be computed for skipped rows. */
function findPageJoin(context: SqlContext, { subject, window }: SelectShape) {
  if (window.kind !== 'page') return null;
  const isComputed = context.dialect.computesSkippedRows && hasExpressions(subject);
  if (!isComputed && findUniqueEagerEdges(context, subject).length === 0) return null;
  return findWindowJoin(context, subject);
}

function createRowsPrinter(renderer: EntityRenderer, isList: boolean): SelectPrinter {
  return {
    count: (rows) => rows.length,
    total: (rows) => rows.length,
    isCut: () => false,
    print: ({ rows, children, cut }, maxBytes) => {
      if (cut && isList) throw createResponseTooLarge(maxBytes);
      let text = '';
      for (let at = 0; at < rows.length && text.length <= maxBytes; at++)
        text += (at === 0 ? '' : ',') + renderer.render(rows[at] ?? [], children[at] ?? []);
      if (isOverSize(text, maxBytes))
        throw isList ? createResponseTooLarge(maxBytes) : createEntityTooLarge(maxBytes);
      return text;
    },
  };
}
