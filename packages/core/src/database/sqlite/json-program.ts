// The strategy of reads on SQLite: its rows hold the JSON text of entities.
import type { EntityModel } from '../../model/api-model.js';
import { readsOneMore } from '../../plan/page-plan.js';
import type { SelectShape } from '../../plan/plan.js';
import { compileEntityText } from './json-sql.js';
import {
  createEntityTooLarge,
  isOverSize,
  hasLongValues,
  createResponseTooLarge,
  estimateBytes,
} from '../../sql/response-size.js';
import { createRowKeys, createVersionReader, type Row } from '../../sql/row-renderer.js';
import { compileRowWithEdges } from '../../sql/row-with-edges-program.js';
import { compileRowsProgram } from '../../sql/rows-program.js';
import type { SelectPrinter, SelectProgram } from '../../sql/select-program.js';
import { compileEagerJoins, getRootAlias, compileShape, compileTotals } from '../../sql/shape-sql.js';
import { findNonUniqueEagerEdges } from '../../sql/shown-columns.js';
import { compilePositionExists } from '../../sql/position-sql.js';
import { compileParentExists } from '../../sql/source-sql.js';
import { createBinder, type Binder } from '../../sql/statement.js';
import { estimatePageScans } from '../../sql/table-scans.js';
import { compileSelectedFields, type SqlContext } from '../../sql/table-sql.js';

const textAt = 0;
/** In the row of a list: the number of entities in the text. */
const countAt = 1;
/** In a row with one entity of a list: the first column of its position. */
const positionFrom = 1;
/** In the row of one entity: the first column of its key. */
const keyFrom = 1;

function getKeyName(at: number): string {
  return at === 0 ? 'id' : `id${at}`;
}

/** Compiles a read that SQLite prints; null if it cannot print the entity exactly as we do. */
export function compileTextProgram(context: SqlContext, shape: SelectShape): SelectProgram | null {
  const { subject, window } = shape;
  if (!isPrintable(context, shape)) return null;
  const isList = window.kind !== 'one';
  const scans = estimatePageScans(context, shape);
  const read = isList ? compileList(context, shape) : compileOne(context, shape);
  return {
    ...read,
    ...compileTotals(context, shape, false),
    children: [],
    ...createRowKeys(
      subject,
      context.dialect,
      subject.key.map((_, at) => keyFrom + at),
    ),
    parentExists: compileParentExists(context, shape),
    positionExists: compilePositionExists(context, shape),
    positionAt: shape.position ? shape.sort.map((_, at) => positionFrom + at) : [],
    isList,
    rowsFallback: createRowsCompiler(context, shape),
    mayThrow: false,
    scans,
    hasCacheableTotal: shape.count !== 'none' && !scans.far.some(({ computed }) => computed),
  };
}

/** The same read as rows, compiled on first use. */
function createRowsCompiler(context: SqlContext, shape: SelectShape): () => SelectProgram {
  const isParent = shape.window.kind === 'one' && findNonUniqueEagerEdges(shape.subject).length > 0;
  let compiled: SelectProgram | undefined;
  return () =>
    (compiled ??= isParent ? compileRowWithEdges(context, shape) : compileRowsProgram(context, shape));
}

type Read = Pick<SelectProgram, 'statement' | 'printer' | 'inRows' | 'versionOf'>;

/** Leaves out the text of an entity that is too large with its edges: without some of their rows it may fit. */
function compileOne(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { binder, rows } = compileShape(context, shape);
  const root = getRootAlias(subject);
  const key = compileSelectedFields(context, root, subject.key).map(
    (column, at) => `${column} AS ${getKeyName(at)}`,
  );
  const tagged = subject.entityTag?.version;
  const version = tagged
    ? compileSelectedFields(context, root, [tagged]).map((at) => `${at} AS version`)
    : [];
  const versionOf = createVersionReader(subject, context.dialect, keyFrom + key.length);
  const entity = `SELECT ${[`${compileText(context, binder, subject)} AS entity`, ...key, ...version].join(', ')}${rows(() => compileEagerJoins(context, binder, subject))}`;
  if (findNonUniqueEagerEdges(subject).length === 0)
    return { statement: binder.statement(entity), printer: onePrinter, inRows: null, versionOf };
  // OFFSET prevents SQLite from flattening the subquery, which would build the text twice.
  const sizeGuard = compileSizeGuard(context, 'length(CAST(entity AS BLOB))', 'entity');
  const isSmall = estimateBytes(subject, (edge) => context.targetOf(edge)) <= context.responseBytes;
  const names = [...subject.key.map((_, at) => getKeyName(at)), ...version.map(() => 'version')].join(', ');
  const text = isSmall ? entity : `SELECT ${sizeGuard}, ${names} FROM (${entity} LIMIT 1 OFFSET 0)`;
  return {
    statement: binder.statement(text),
    printer: { ...onePrinter, isCut: (rows) => rows.length > 0 && isTooLarge(context, rows[0]) },
    inRows: createRowsCompiler(context, shape),
    versionOf,
  };
}

/** Short texts come in one row, which is fastest. Long ones come row by row, until the answer is full. */
function compileList(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { binder, windowedRows, listPositions } = compileShape(context, shape);
  const text = compileText(context, binder, subject);
  const rows = `${windowedRows()}${compileEagerJoins(context, binder, subject)}`;
  const positions = listPositions(true).map((position, at) => `, ${position} AS p${at}`);
  const entities = `SELECT ${text} AS entity${positions.join('')}${rows}`;
  const isLarge = isLong(context, subject);
  // One row more than the page holds is left out of the text, and the first and last rows have positions.
  if (isLarge || readsOneMore(shape) || shape.position)
    return {
      statement: binder.statement(entities, { isLarge }),
      printer: rowsPrinter,
      inRows: null,
      versionOf: null,
    };
  const isSmall =
    getMaxRows(shape) * estimateBytes(subject, (edge) => context.targetOf(edge)) <= context.responseBytes;
  const whole = 'group_concat(entity)';
  const sizeGuard = compileSizeGuard(context, 'SUM(length(CAST(entity AS BLOB)))', whole);
  // LIMIT prevents SQLite from flattening the subquery, which would build each text twice.
  const statement = binder.statement(
    isSmall
      ? `SELECT group_concat(${text}), COUNT(*)${rows}`
      : `SELECT ${sizeGuard}, COUNT(*) FROM (${entities} LIMIT -1)`,
  );
  const isCut: SelectPrinter['isCut'] = (rows) => countOfWhole(rows) > 0 && isTooLarge(context, rows[0]);
  return { statement, printer: { ...wholePrinter, isCut }, inRows: null, versionOf: null };
}

/** The maximum number of rows of a list, by the pages of its entity or edge. */
function getMaxRows({ subject, source, window }: SelectShape): number {
  const { maxItems } = source.from === 'edge' ? source.edge.collection : subject.collection;
  return window.kind === 'page' && maxItems !== -1 ? maxItems : Infinity;
}

function isTooLarge({ responseBytes }: SqlContext, row: Row | undefined): boolean {
  const text = getText(row);
  return text === null || isOverSize(text, responseBytes);
}

function compileSizeGuard({ responseBytes }: SqlContext, size: string, text: string): string {
  return `CASE WHEN ${size} > ${responseBytes} THEN NULL ELSE ${text} END`;
}

function isLong(context: SqlContext, subject: EntityModel): boolean {
  const embedded = subject.edges.filter((edge) => edge.eager).map((edge) => context.targetOf(edge));
  return [subject, ...embedded].some(hasLongValues);
}

function compileText(context: SqlContext, binder: Binder, subject: EntityModel): string {
  return compileEntityText({ context, binder, entity: subject, alias: getRootAlias(subject) }) ?? '';
}

/** Compiles the text with a separate binder, as placeholders must be bound in the order of the statement. */
function isPrintable(context: SqlContext, { subject, view }: SelectShape): boolean {
  // Rows serve a view: one statement for each of its edges.
  if (view) return false;
  const binder = createBinder(context.dialect);
  return compileEntityText({ context, binder, entity: subject, alias: getRootAlias(subject) }) !== null;
}

const countOfWhole = (rows: readonly Row[]) => Number(rows[0]?.[countAt]);

const wholePrinter: SelectPrinter = {
  count: countOfWhole,
  total: countOfWhole,
  isCut: () => false,
  print: ({ rows, cut }, maxBytes) => {
    if (cut) throw createResponseTooLarge(maxBytes);
    return getText(rows[0]) ?? '';
  },
};

const rowsPrinter: SelectPrinter = {
  count: (rows) => rows.length,
  total: (rows) => rows.length,
  isCut: () => false,
  print: ({ rows, cut }, maxBytes) => {
    const text = cut ? '' : rows.map(getText).join();
    if (cut || isOverSize(text, maxBytes)) throw createResponseTooLarge(maxBytes);
    return text;
  },
};

const onePrinter: SelectPrinter = {
  count: (rows) => rows.length,
  total: (rows) => rows.length,
  isCut: () => false,
  print: ({ rows }, maxBytes) => {
    const text = getText(rows[0]) ?? '';
    if (isOverSize(text, maxBytes)) throw createEntityTooLarge(maxBytes);
    return text;
  },
};

function getText(row: Row | undefined): string | null {
  const text = row?.[textAt];
  return typeof text === 'string' ? text : null;
}
