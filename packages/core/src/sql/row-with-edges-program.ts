// One entity with its non-unique eager edges, read by one statement, and so from one snapshot. A single edge is joined to the
// entity. Several edges, and those of an entity that is too large to repeat in each row, are read in parts: first the entity,
// then the rows of each edge. Each part has its own columns, which are NULL in the others.
import type { EdgeModel } from '../model/member-model.js';
import type { SelectShape } from '../plan/plan.js';
import {
  compileEdgePart,
  compileSortedEdgeRows,
  compileEntityPart,
  compileParts,
  type Part,
} from './part-sql.js';
import { createEntityRenderer, type ChildRows, type EntityRenderer } from './entity-renderer.js';
import { findKeyPositions } from './key-sql.js';
import { isLateMaterialized } from './late-materialization.js';
import { createEntityTooLarge, isOverSize, hasLongValues, isLong } from './response-size.js';
import { createFieldsRenderer, createRowKeys, findVersionReader, type Row } from './row-renderer.js';
import { compileRowsProgram } from './rows-program.js';
import type { ReadRows, SelectPrinter, SelectProgram } from './select-program.js';
import { compileEagerJoins, compileShape } from './shape-sql.js';
import { findNonUniqueEagerEdges, hasTransformers, compileShownColumns } from './shown-columns.js';
import { createBinder } from './statement.js';
import type { SqlContext } from './table-sql.js';
import { estimatePageScans } from './table-scans.js';
import { findPrintedColumns } from './value-text.js';
import { compileViewProgram } from './view-program.js';

/** Compiles the read of one entity with such edges. */
export function compileRowWithEdges(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject } = shape;
  const scans = estimatePageScans(context, shape);
  return {
    ...(compileJoined(context, shape) ?? compileInParts(context, shape)),
    total: null,
    totalOfEmpty: null,
    children: [],
    parentExists: null,
    positionExists: null,
    positionAt: [],
    isList: false,
    mayThrow: hasTransformers(context, subject),
    scans,
    hasCacheableTotal: !scans.far.some(({ computed }) => computed),
    inRows: null,
    rowsFallback: null,
  };
}

type Read = Pick<SelectProgram, 'statement' | 'keyAt' | 'idOf' | 'versionOf' | 'printer'>;

/** The maximum number of columns of an entity that the rows of its edge repeat. */
const maxRepeatedColumns = 16;

/** Null if the edge cannot be joined. The last column is NULL if the edge has no rows. */
function compileJoined(context: SqlContext, shape: SelectShape): Read | null {
  const { subject } = shape;
  const { dialect } = context;
  const [edge, another] = findNonUniqueEagerEdges(subject);
  const { columns, fields } = compileShownColumns(context, subject);
  const isRepeatable = fields.length <= maxRepeatedColumns && !fields.some(isLong);
  if (!edge || another || !isRepeatable || !dialect.ordersJoins) return null;
  if (isLateMaterialized(context, context.targetOf(edge))) return null;
  const binder = createBinder(dialect);
  const { rows } = compileShape(context, shape, binder);
  // These calls bind placeholders, so they follow the order of the text.
  const unique = compileEagerJoins(context, binder, subject);
  const related = compileSortedEdgeRows({ context, binder, shape }, edge);
  const edgeColumns = related.fields.map((_, at) => `p.c${at}`);
  const head = `SELECT ${[...columns, ...edgeColumns, 'p.found'].join(', ')}`;
  const text = `${head}${rows(() => `${unique} LEFT JOIN (${related.rows(['1 AS found'])}) p ON 1 = 1`)} ORDER BY ${related.orderTerms('p.')}`;
  const own = createFieldsRenderer(subject, dialect);
  const print = createEdgesPrinter(
    context,
    createEntityRenderer(context, { entity: subject, own, childOffset: () => fields.length }),
    [0],
  );
  const foundAt = fields.length + related.fields.length;
  return {
    statement: binder.statement(text, {
      printed: findPrintedColumns([...fields, ...related.fields], dialect),
      isLarge: related.fields.some(isLong),
    }),
    ...createRowKeys(subject, dialect, findKeyPositions(subject, own.fields)),
    versionOf: findVersionReader(subject, dialect, own.fields),
    printer: createJoinedPrinter(print, foundAt),
  };
}

/** The last columns of a row are its place in its part, and the number of the part. */
function compileInParts(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { dialect } = context;
  const binder = createBinder(dialect);
  const edges = findNonUniqueEagerEdges(subject);
  const order = orderShortRowsFirst(context, edges);
  const read = { context, binder, shape };
  const parts = [
    compileEntityPart(read),
    ...orderEdges(edges, order).map((edge) => compileEdgePart(read, edge)),
  ];
  const offsets = computeOffsets(parts);
  const fields = parts.flatMap((part) => part.fields);
  const own = createFieldsRenderer(subject, dialect);
  const childOffset = (edge: number) => offsets[1 + order.indexOf(edge)] ?? 0;
  const renderer = createEntityRenderer(context, { entity: subject, own, childOffset });
  const keyAt = findKeyPositions(subject, own.fields);
  const isLarge = fields.some(isLong);
  return {
    statement: binder.statement(compileParts(context, parts), {
      printed: findPrintedColumns(fields, dialect),
      isLarge,
    }),
    ...createRowKeys(subject, dialect, keyAt),
    versionOf: findVersionReader(subject, dialect, own.fields),
    printer: createPartsPrinter(createEdgesPrinter(context, renderer, order), {
      keyAt,
      placeAt: fields.length,
      order,
    }),
  };
}

function orderEdges(edges: readonly EdgeModel[], order: readonly number[]): readonly EdgeModel[] {
  return order.flatMap((at) => edges.slice(at, at + 1));
}

/** The numbers of the edges, those with long rows last: these are the first to be cut from an answer. */
function orderShortRowsFirst(context: SqlContext, edges: readonly EdgeModel[]): readonly number[] {
  const isLongAt = edges.map((edge) => hasLongValues(context.targetOf(edge)));
  const numbers = edges.map((_, at) => at);
  return [...numbers.filter((at) => !isLongAt[at]), ...numbers.filter((at) => isLongAt[at])];
}

function computeOffsets(parts: readonly Part[]): readonly number[] {
  let offset = 0;
  return parts.map(({ fields }) => {
    const at = offset;
    offset += fields.length;
    return at;
  });
}

/** The positions of columns in the rows of parts, and the order of the edges. */
interface Layout {
  readonly keyAt: readonly number[];
  /** The column of the place. The next one is the number of the part. */
  readonly placeAt: number;
  /** The numbers of the edges, in the order of their parts. */
  readonly order: readonly number[];
}

/** Prints an entity with the rows of its edges. Leaves out rows of edges if it is too large. */
type PrintEdges = (entity: Row, children: ChildRows, cut: ReadRows['cut'], maxBytes: number) => string;

function createEdgesPrinter(
  { responseBytes }: SqlContext,
  renderer: EntityRenderer,
  order: readonly number[],
): PrintEdges {
  return (entity, children, cut, maxBytes) => {
    if (!cut) {
      const whole = renderer.render(entity, children);
      if (!isOverSize(whole, responseBytes)) return whole;
    }
    // The part of the first missing row. Parts are read in order.
    const unread = cut ? Number(cut.next ?? 1) : Infinity;
    const whole = new Set(order.filter((_, at) => at + 1 < unread));
    const text = renderer.renderCut(entity, children, { maxBytes: responseBytes, order, whole });
    if (isOverSize(text, maxBytes)) throw createEntityTooLarge(maxBytes);
    return text;
  };
}

function createJoinedPrinter(print: PrintEdges, foundAt: number): SelectPrinter {
  // An entity without related rows is one row, too.
  const count = (rows: readonly Row[]) => Math.min(rows.length, 1);
  return {
    count,
    total: count,
    isCut: () => false,
    print: ({ rows, cut }, maxBytes) => {
      const [entity = []] = rows;
      return print(entity, [entity[foundAt] === null ? [] : rows], cut, maxBytes);
    },
  };
}

function createPartsPrinter(print: PrintEdges, layout: Layout): SelectPrinter {
  const [firstKeyAt = 0] = layout.keyAt;
  const count = ([entity]: readonly Row[]) => (entity && entity[firstKeyAt] !== null ? 1 : 0);
  return {
    count,
    total: count,
    isCut: () => false,
    print: ({ rows, cut }, maxBytes) => print(rows[0] ?? [], groupChildRows(rows, layout), cut, maxBytes),
  };
}

/** The rows of each edge, in order. The part of an edge without rows is one row without a place. */
function groupChildRows(rows: readonly Row[], { placeAt, order }: Layout): ChildRows {
  const children = order.map((): Row[] => []);
  for (const row of rows) {
    const edge = order[Number(row[placeAt + 1]) - 1];
    if (edge !== undefined && row[placeAt] !== null) children[edge]?.push(row);
  }
  for (const siblings of children) siblings.sort((a, b) => Number(a[placeAt]) - Number(b[placeAt]));
  return children;
}

/** Compiles a read whose rows we print: the strategy for every database and every shape. */
export function compileRowsOf(context: SqlContext, shape: SelectShape): SelectProgram {
  if (shape.view) return compileViewProgram(context, shape, shape.view);
  const withEdges = shape.window.kind === 'one' && findNonUniqueEagerEdges(shape.subject).length > 0;
  return withEdges ? compileRowWithEdges(context, shape) : compileRowsProgram(context, shape);
}
