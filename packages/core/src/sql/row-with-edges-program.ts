// One entity with its non-unique eager edges, read by one statement, and so from one snapshot. Its rows are of several
// parts: the entity first, then the rows of each edge. A part has columns of its own, which are NULL in the others.
import type { EdgeModel, FieldModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import type { SelectShape } from '../plan/plan.js';
import { entityRenderer, type ChildRows, type EntityRenderer } from './entity-renderer.js';
import { printedColumns } from './printed-columns.js';
import { entityTooLarge, exceeds, holdsLongValues, isLong } from './response-size.js';
import { fieldsRenderer, type Row } from './row-renderer.js';
import { edgeKeys } from './row-scope.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, shapeSql, subjectId } from './shape-sql.js';
import { eagerMany, runsTransformers, shownColumns } from './shown-columns.js';
import { sortSql } from './sort-sql.js';
import { createBinder, type Binder } from './statement.js';
import { selectedFields, whereAll, type SqlContext } from './table-sql.js';
import { tableScans } from './table-scans.js';

/** A read of one entity that has such edges. The last columns of a row are its place in its part, and the part's number. */
export function rowWithEdgesProgram(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject } = shape;
  const { dialect } = context;
  const binder = createBinder(dialect);
  const edges = eagerMany(subject);
  const order = shortRowsFirst(context, edges);
  const parts = [
    entityPart(context, binder, shape),
    ...order.flatMap((at) => edges.slice(at, at + 1)).map((edge) => edgePart(context, binder, shape, edge)),
  ];
  const offsets = offsetsOf(parts);
  const fields = parts.flatMap((part) => part.fields);
  const own = fieldsRenderer(subject, dialect);
  const renderer = entityRenderer(context, subject, own, (edge) => offsets[1 + order.indexOf(edge)] ?? 0);
  const keyAt = subject.id ? own.fields.indexOf(subject.id) : 0;
  return {
    statement: binder.statement(partsSql(parts), {
      printed: printedColumns(fields, dialect),
      isLarge: fields.some(isLong),
    }),
    total: null,
    children: [],
    keyAt,
    parentExists: null,
    isList: false,
    mayThrow: runsTransformers(context, subject),
    scans: tableScans(context, shape),
    inRows: null,
    printer: partsPrinter(context, renderer, { keyAt, placeAt: fields.length, order }),
  };
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
 * One row more than the limit is read, to tell that there are more. The rows found are numbered, and put in order when they
 * are printed: an ORDER BY of the whole is what a prepared statement of MariaDB may forget when it is run again.
 */
function edgePart(context: SqlContext, binder: Binder, shape: SelectShape, edge: EdgeModel): Part {
  const { dialect } = context;
  const target = context.targetOf(edge);
  const scope = { context, binder, entity: target, alias, few: true };
  const { fields } = fieldsRenderer(target, dialect);
  const sort = sortSql(scope, defaultSort(target));
  const columns = selectedFields(context, alias, fields).map((column, at) => `${column} AS c${at}`);
  // Each part is written where it stands: it binds its own placeholders.
  const values = sort.keys.map(({ value }, at) => `${value()} AS o${at}`);
  const { from, key, visible } = edgeKeys(scope, edge, alias);
  const joins = sort.joins();
  const where = whereAll([`${key} = ${subjectId(context, binder, shape)}`, ...visible()]);
  const order = sort.keys
    .map((term, at) => dialect.ordered(`o${at}`, term.descending, term.nullable))
    .join(', ');
  const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit + 1}`;
  const found = `SELECT ${[...columns, ...values].join(', ')} FROM ${from}${joins}${where} ORDER BY ${order}${limit}`;
  return { text: `SELECT f.*, ROW_NUMBER() OVER (ORDER BY ${order}) AS place FROM (${found}) f`, fields };
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

function partsPrinter(
  { responseBytes }: SqlContext,
  renderer: EntityRenderer,
  layout: Layout,
): SelectPrinter {
  const { keyAt, order } = layout;
  const count = ([entity]: readonly Row[]) => (entity && entity[keyAt] !== null ? 1 : 0);
  return {
    count,
    total: count,
    isCut: () => false,
    print: ({ rows, cut }, maxBytes) => {
      const [entity = []] = rows;
      const children = childRows(rows, layout);
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
    },
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
