// Reads with a view: one statement for the entities and their unique edges, and one for each non-unique edge below, level by
// level.
import { followsCursor } from '../plan/page-plan.js';
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { SelectShape } from '../plan/plan.js';
import type { View } from '../plan/view.js';
import { compileChildProgram } from './child-sql.js';
import { createEntityTooLarge, createResponseTooLarge, isLong, isOverSize } from './response-size.js';
import { createRowKeys, createVersionReader, findVersionPosition } from './row-renderer.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { compilePositionExists } from './position-sql.js';
import {
  compileShape,
  compileTotals,
  getRootAlias,
  isJoinedByKey,
  joinRowByRow,
  joinRows,
  type CompileLeftJoin,
} from './shape-sql.js';
import { compileParentExists } from './source-sql.js';
import { estimatePageScans } from './table-scans.js';
import { compileSelectedFields, hasExpressions, type SqlContext } from './table-sql.js';
import { findPrintedColumns } from './value-text.js';
import { compileViewJoins, buildViewLayout, nameColumns, type ViewLayout } from './view-layout.js';
import { createViewRenderer, type ViewRenderer } from './view-renderer.js';

/** Compiles a read with a view, of one entity or of a list. */
export function compileViewProgram(context: SqlContext, shape: SelectShape, view: View): SelectProgram {
  const { dialect } = context;
  const { subject, window } = shape;
  const isList = window.kind !== 'one';
  const isCounted = isList && shape.count !== 'none';
  // After a cursor, there may be no row to hold it.
  const totalInRows = isCounted && !dialect.separateTotal && !followsCursor(shape);
  const layout = buildViewLayout(context, { entity: subject, alias: getRootAlias(subject), view });
  const { fields } = layout;
  const scans = estimatePageScans(context, shape);
  const children = layout.reads.map((read) => compileChildProgram(context, read));
  const printer = createViewPrinter(createViewRenderer(context, { node: layout.root, children }), isList);
  return {
    ...compileRootStatement(context, shape, { layout, totalInRows }),
    ...compileTotals(context, shape, totalInRows),
    children,
    ...createRowKeys(subject, dialect, layout.root.keyAt),
    versionOf: isList ? null : createVersionReader(subject, dialect, findVersionColumn(subject, layout)),
    parentExists: compileParentExists(context, shape),
    positionExists: compilePositionExists(context, shape),
    isList,
    // Only reads after a write use this, and they have no view.
    mayThrow: true,
    scans,
    hasCacheableTotal: shape.count !== 'none' && !scans.far.some(({ computed }) => computed),
    inRows: null,
    rowsFallback: null,
    printer: totalInRows ? { ...printer, total: (read) => Number(read[0]?.[fields.length]) } : printer,
  };
}

/** The columns of the statement for the entities, and whether the total is one of them. */
interface RootColumns {
  readonly layout: ViewLayout;
  readonly totalInRows: boolean;
}

function compileRootStatement(
  context: SqlContext,
  shape: SelectShape,
  { layout, totalInRows }: RootColumns,
): Pick<SelectProgram, 'statement' | 'positionAt'> {
  const { window } = shape;
  const sql = compileShape(context, shape);
  // Each call binds placeholders, so the calls follow the order of the text.
  const join = window.kind === 'page' ? findPageJoin(context, shape, layout) : null;
  const joinsAfterWindow = join !== null;
  const total = totalInRows ? [sql.total()] : [];
  const positions = sql.listPositions(joinsAfterWindow).map((position, at) => `${position} AS p${at}`);
  const unshown = findUnshownVersion(shape, layout);
  const version = compileSelectedFields(context, getRootAlias(shape.subject), unshown);
  const columns = [...nameColumns(layout), ...total, ...positions, ...version].join(', ');
  const joins = () => compileViewJoins(context, sql.binder, layout, join ?? undefined);
  const rows = joinsAfterWindow ? `${sql.windowedRows()}${joins()}` : sql.rows(joins);
  const statement = sql.binder.statement(`SELECT ${columns}${rows}`, {
    printed: findPrintedColumns([...layout.fields, ...unshown], context.dialect).add(
      layout.fields.length + unshown.length,
    ),
    isLarge: window.kind !== 'one' && layout.fields.some(isLong),
    isOverpriced: sql.isOverpriced,
  });
  return { statement, positionAt: positions.map((_, at) => layout.fields.length + total.length + at) };
}

/** How edges are joined to a page that is chosen first; null where it is not. */
function findPageJoin(
  context: SqlContext,
  { subject }: SelectShape,
  { joins }: ViewLayout,
): CompileLeftJoin | null {
  const { leftJoinKeepsOrder, computesSkippedRows } = context.dialect;
  if (leftJoinKeepsOrder) return joins.length > 0 ? joinRows : null;
  const targets = joins.map(({ edge }) => context.targetOf(edge));
  if (!computesSkippedRows || ![subject, ...targets].some(hasExpressions)) return null;
  return joins.every(({ edge }) => isJoinedByKey(context, edge)) ? joinRowByRow : null;
}

/** The version of one entity, if its tag needs it and its client has left it out. It is the last column. */
function findUnshownVersion({ subject, window }: SelectShape, layout: ViewLayout): readonly FieldModel[] {
  const version = subject.entityTag?.version;
  return version && window.kind === 'one' && findShownVersion(subject, layout) === -1 ? [version] : [];
}

function findShownVersion(subject: EntityModel, { root }: ViewLayout): number {
  return findVersionPosition(subject, root.fields.fields);
}

/** The column of the version of one entity. */
function findVersionColumn(subject: EntityModel, layout: ViewLayout): number {
  const shownAt = findShownVersion(subject, layout);
  return shownAt === -1 ? layout.fields.length : shownAt;
}

function createViewPrinter(renderer: ViewRenderer, isList: boolean): SelectPrinter {
  return {
    count: (rows) => rows.length,
    total: (rows) => rows.length,
    isCut: () => false,
    print: ({ rows, related, cut }, maxBytes) => {
      if (!isList) {
        const text = cut ? '' : renderer.render(rows[0] ?? [], related);
        if (!cut && !isOverSize(text, maxBytes)) return text;
        const within = renderer.renderWithin(rows[0] ?? [], related, maxBytes);
        if (isOverSize(within, maxBytes)) throw createEntityTooLarge(maxBytes);
        return within;
      }
      if (cut) throw createResponseTooLarge(maxBytes);
      let text = '';
      for (let at = 0; at < rows.length && text.length <= maxBytes; at++)
        text += (at === 0 ? '' : ',') + renderer.render(rows[at] ?? [], related);
      if (isOverSize(text, maxBytes)) throw createResponseTooLarge(maxBytes);
      return text;
    },
  };
}
