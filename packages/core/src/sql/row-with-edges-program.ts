// One entity with its non-unique eager edges, read by one statement, and so from one snapshot. A single edge is joined to
// the entity. Of several, and beside an entity that is too large to be in each row, the rows are of several parts: the
// entity first, then the rows of each edge. A part has columns of its own, which are NULL in the others.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import type { SelectShape } from '../plan/plan.js';
import { entityRenderer, type ChildRows, type EntityRenderer } from './entity-renderer.js';
import { printedColumns } from './printed-columns.js';
import { entityTooLarge, exceeds, holdsLongValues, isLong } from './response-size.js';
import { fieldsRenderer, type Row } from './row-renderer.js';
import { edgeKeys } from './row-scope.js';
import type { ReadRows, SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, shapeSql, subjectId } from './shape-sql.js';
import { eagerMany, runsTransformers, shownColumns } from './shown-columns.js';
import { sortSql } from './sort-sql.js';
import { createBinder, type Binder } from './statement.js';
import { selectedFields, whereAll, type SqlContext } from './table-sql.js';
import { tableScans } from './table-scans.js';

/** A read of one entity that has such edges. */
export function rowWithEdgesProgram(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject } = shape;
  return {
    ...(readJoined(context, shape) ?? readInParts(context, shape)),
    total: null,
    children: [],
    parentExists: null,
    isList: false,
    mayThrow: runsTransformers(context, subject),
    scans: tableScans(context, shape),
    inRows: null,
  };
}

type Read = Pick<SelectProgram, 'statement' | 'keyAt' | 'printer'>;

/** Most columns of an entity that each row of its edge repeats. */
const mostRepeated = 16;

/** Null for several edges, and for an entity that is too large to be repeated. The last column tells that an edge has a row. */
function readJoined(context: SqlContext, shape: SelectShape): Read | null {
  const { subject } = shape;
  const { dialect } = context;
  const [edge, another] = eagerMany(subject);
  const { columns, fields } = shownColumns(context, subject);
  const isRepeatable = fields.length <= mostRepeated && !fields.some(isLong);
  if (!edge || another || !isRepeatable || !dialect.ordersJoins) return null;
  const binder = createBinder(dialect);
  const { rows } = shapeSql(context, shape, binder);
  // Written in the order of the placeholders.
  const unique = eagerJoins(context, binder, subject);
  const related = edgeSql(context, binder, shape, edge);
  const edgeColumns = related.fields.map((_, at) => `p.c${at}`);
  const head = `SELECT ${[...columns, ...edgeColumns, 'p.found'].join(', ')}`;
  const text = `${head}${rows(`${unique} LEFT JOIN (${related.sorted(['1 AS found'])}) p ON 1 = 1`)} ORDER BY ${related.order('p.')}`;
  const own = fieldsRenderer(subject, dialect);
  const print = edgesPrinter(
    context,
    entityRenderer(context, subject, own, () => fields.length),
    [0],
  );
  const foundAt = fields.length + related.fields.length;
  return {
    statement: binder.statement(text, {
      printed: printedColumns([...fields, ...related.fields], dialect),
      isLarge: related.fields.some(isLong),
    }),
    keyAt: keyColumn(subject, own.fields),
    printer: joinedPrinter(print, foundAt),
  };
}

/** The last columns of a row are its place in its part, and the part's number. */
function readInParts(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { dialect } = context;
  const binder = createBinder(dialect);
  const edges = eagerMany(subject);
  const order = shortRowsFirst(context, edges);
  const parts = [
    entityPart(context, binder, shape),
    ...inOrder(edges, order).map((edge) => edgePart(context, binder, shape, edge)),
  ];
  const offsets = offsetsOf(parts);
  const fields = parts.flatMap((part) => part.fields);
  const own = fieldsRenderer(subject, dialect);
  const renderer = entityRenderer(context, subject, own, (edge) => offsets[1 + order.indexOf(edge)] ?? 0);
  const keyAt = keyColumn(subject, own.fields);
  const isLarge = fields.some(isLong);
  return {
    statement: binder.statement(partsSql(parts), { printed: printedColumns(fields, dialect), isLarge }),
    keyAt,
    printer: partsPrinter(edgesPrinter(context, renderer, order), { keyAt, placeAt: fields.length, order }),
  };
}

function keyColumn({ id }: EntityModel, fields: readonly FieldModel[]): number {
  return id ? fields.indexOf(id) : 0;
}

function inOrder(edges: readonly EdgeModel[], order: readonly number[]): readonly EdgeModel[] {
  return order.flatMap((at) => edges.slice(at, at + 1));
}

/** The numbers of the edges: what has no room in an answer is long rows, if there are any, and not what would come after. */
function shortRowsFirst(context: SqlContext, edges: readonly EdgeModel[]): readonly number[] {
  const isLongAt = edges.map((edge) => holdsLongValues(context.targetOf(edge)));
  const numbers = edges.map((_, at) => at);
  return [...numbers.filter((at) => !isLongAt[at]), ...numbers.filter((at) => isLongAt[at])];
}

/** The subquery of one part, and the fields that its columns `c0` and so on hold. */
interface Part {
  readonly text: string;
  readonly fields: readonly FieldModel[];
}

function entityPart(context: SqlContext, binder: Binder, shape: SelectShape): Part {
  const { columns, fields } = shownColumns(context, shape.subject);
  const { rows } = shapeSql(context, shape, binder);
  const text = `SELECT ${columns.join(', ')}${rows(eagerJoins(context, binder, shape.subject))}`;
  return { text, fields };
}

const alias = 'c';

/**
 * The rows of an edge, numbered, and put in order when they are printed: an ORDER BY of the whole is what a prepared
 * statement of MariaDB may forget when it is run again.
 */
function edgePart(context: SqlContext, binder: Binder, shape: SelectShape, edge: EdgeModel): Part {
  const { fields, sorted, order } = edgeSql(context, binder, shape, edge);
  const text = `SELECT f.*, ROW_NUMBER() OVER (ORDER BY ${order('')}) AS place FROM (${sorted()}) f`;
  return { text, fields };
}

/** The rows of an edge with what they are sorted by. One more than the limit is read, to tell that there are more. */
function edgeSql(context: SqlContext, binder: Binder, shape: SelectShape, edge: EdgeModel) {
  const target = context.targetOf(edge);
  const scope = { context, binder, entity: target, alias, few: true };
  const { fields } = fieldsRenderer(target, context.dialect);
  const sort = sortSql(scope, defaultSort(target));
  const order = (of: string) =>
    sort.keys
      .map((key, at) => context.dialect.ordered(`${of}o${at}`, key.descending, key.nullable))
      .join(', ');
  return {
    fields,
    /** The terms of an ORDER BY of these rows, or of what they are joined to as `of`. */
    order,
    sorted: (others: readonly string[] = []) => {
      const columns = selectedFields(context, alias, fields).map((column, at) => `${column} AS c${at}`);
      // Each part is written where it stands: it binds its own placeholders.
      const values = sort.keys.map(({ value }, at) => `${value()} AS o${at}`);
      const { from, key, visible } = edgeKeys(scope, edge, alias);
      const joins = sort.joins();
      const where = whereAll([`${key} = ${subjectId(context, binder, shape)}`, ...visible()]);
      const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit + 1}`;
      const shown = [...columns, ...values, ...others].join(', ');
      return `SELECT ${shown} FROM ${from}${joins}${where} ORDER BY ${order('')}${limit}`;
    },
  };
}

function partsSql(parts: readonly Part[]): string {
  const columns = parts.flatMap(({ fields }, part) => fields.map((_, at) => `p${part}.c${at}`));
  const named = columns.map((column, at) => `${column} AS c${at}`);
  const numbers = parts.map((_, part) => (part === 0 ? 'SELECT 0 AS part' : `SELECT ${part}`));
  const joins = parts.map(({ text }, part) => ` LEFT JOIN (${text}) p${part} ON p.part = ${part}`);
  const places = parts.slice(1).map((_, at) => `p${at + 1}.place`);
  const place = places.length === 1 ? places.join() : `COALESCE(${places.join(', ')})`;
  const shown = [...named, `${place} AS place`, 'p.part'].join(', ');
  return `SELECT ${shown} FROM (${numbers.join(' UNION ALL ')}) p${joins.join('')} ORDER BY p.part`;
}

function offsetsOf(parts: readonly Part[]): readonly number[] {
  let offset = 0;
  return parts.map(({ fields }) => {
    const at = offset;
    offset += fields.length;
    return at;
  });
}

/** Where the columns of such rows are, and how many edges there are. */
interface Layout {
  readonly keyAt: number;
  /** The number of the part follows. */
  readonly placeAt: number;
  /** The edges by their numbers, in the order of their parts. */
  readonly order: readonly number[];
}

/** Prints an entity with the rows of its edges. Where it is too large, rows of edges are left out. */
type PrintEdges = (entity: Row, children: ChildRows, cut: ReadRows['cut'], maxBytes: number) => string;

function edgesPrinter(
  { responseBytes }: SqlContext,
  renderer: EntityRenderer,
  order: readonly number[],
): PrintEdges {
  return (entity, children, cut, maxBytes) => {
    if (!cut) {
      const whole = renderer.render(entity, children);
      if (!exceeds(whole, responseBytes)) return whole;
    }
    // The part of the first row that is not there; parts are read in their order.
    const unread = cut ? Number(cut.next ?? 1) : Infinity;
    const whole = new Set(order.filter((_, at) => at + 1 < unread));
    const text = renderer.renderCut(entity, children, { maxBytes: responseBytes, order, whole });
    if (exceeds(text, maxBytes)) throw entityTooLarge(maxBytes);
    return text;
  };
}

function joinedPrinter(print: PrintEdges, foundAt: number): SelectPrinter {
  // Of an entity without related rows there is one row.
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

function partsPrinter(print: PrintEdges, layout: Layout): SelectPrinter {
  const { keyAt } = layout;
  const count = ([entity]: readonly Row[]) => (entity && entity[keyAt] !== null ? 1 : 0);
  return {
    count,
    total: count,
    isCut: () => false,
    print: ({ rows, cut }, maxBytes) => print(rows[0] ?? [], childRows(rows, layout), cut, maxBytes),
  };
}

/** The rows of each edge in their order. The part of an edge without rows is one row without a place. */
function childRows(rows: readonly Row[], { placeAt, order }: Layout): ChildRows {
  const children = order.map((): Row[] => []);
  for (const row of rows) {
    const edge = order[Number(row[placeAt + 1]) - 1];
    if (edge !== undefined && row[placeAt] !== null) children[edge]?.push(row);
  }
  for (const siblings of children) siblings.sort((a, b) => Number(a[placeAt]) - Number(b[placeAt]));
  return children;
}
