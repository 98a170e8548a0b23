// The strategy of reads where the database prints: rows that hold the JSON text of entities.
import type { EntityModel } from '../model/api-model.js';
import type { SelectShape } from '../plan/plan.js';
import { entityText } from './entity-text-sql.js';
import { entityTooLarge, exceeds, holdsLongValues, responseTooLarge, usualBytes } from './response-size.js';
import type { Row } from './row-renderer.js';
import { rowWithEdgesProgram } from './row-with-edges-program.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, parentExistsSql, root, shapeSql, totalStatement } from './shape-sql.js';
import { eagerMany } from './shown-columns.js';
import { createBinder, type Binder } from './statement.js';
import { tableScans } from './table-scans.js';
import { columnOf, idField, type SqlContext } from './table-sql.js';

const textAt = 0;
/** Of a list in one row: how many entities the text holds. Of one entity: its key. */
const countAt = 1;

/** Null where the database cannot print the entity just as we do. */
export function textProgram(context: SqlContext, shape: SelectShape): SelectProgram | null {
  const { subject, window } = shape;
  if (subject.id === null || !isPrintable(context, shape)) return null;
  const isList = window.kind !== 'one';
  const read = isList ? listOf(context, shape) : oneOf(context, shape);
  return {
    ...read,
    total: isList ? totalStatement(context, shape) : null,
    children: [],
    keyAt: countAt,
    parentExists: parentExistsSql(context, shape),
    isList,
    mayThrow: false,
    scans: tableScans(context, shape),
  };
}

type Read = Pick<SelectProgram, 'statement' | 'printer' | 'inRows'>;

/** Where the edges of an entity may make it too large, such a text is left out: without some of them it may fit. */
function oneOf(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { binder, rows } = shapeSql(context, shape);
  const id = idField(subject);
  const key = context.dialect.selected(columnOf(context, root, id.column), id.kind);
  const entity = `SELECT ${textSql(context, binder, subject)} AS entity, ${key} AS id${rows(eagerJoins(context, binder, subject))}`;
  if (eagerMany(subject).length === 0)
    return { statement: binder.statement(entity), printer: onePrinter, inRows: null };
  // OFFSET keeps the two apart: put into one, the text would be made twice.
  const guarded = unlessLarger(context, 'length(CAST(entity AS BLOB))', 'entity');
  const isSmall = usualBytes(subject, (edge) => context.targetOf(edge)) <= context.responseBytes;
  const text = isSmall ? entity : `SELECT ${guarded}, id FROM (${entity} LIMIT 1 OFFSET 0)`;
  let inRows: SelectProgram | undefined;
  return {
    statement: binder.statement(text),
    printer: { ...onePrinter, isCut: (rows) => rows.length > 0 && isTooLarge(context, rows[0]) },
    inRows: () => (inRows ??= rowWithEdgesProgram(context, shape)),
  };
}

/** Short texts come as one, which is fastest. Long ones come row by row: no more of them than an answer has room for. */
function listOf(context: SqlContext, shape: SelectShape): Read {
  const { subject } = shape;
  const { binder, window } = shapeSql(context, shape);
  const text = textSql(context, binder, subject);
  const rows = `${window()}${eagerJoins(context, binder, subject)}`;
  const entities = `SELECT ${text} AS entity${rows}`;
  if (isLong(context, subject))
    return { statement: binder.statement(entities, { isLarge: true }), printer: rowsPrinter, inRows: null };
  const isSmall =
    mostRows(shape) * usualBytes(subject, (edge) => context.targetOf(edge)) <= context.responseBytes;
  const whole = "group_concat(entity, ',')";
  const guarded = unlessLarger(context, 'SUM(length(CAST(entity AS BLOB)))', whole);
  // LIMIT keeps the two apart: put into one, each text would be made twice.
  const statement = binder.statement(
    isSmall
      ? `SELECT group_concat(${text}, ','), COUNT(*)${rows}`
      : `SELECT ${guarded}, COUNT(*) FROM (${entities} LIMIT -1)`,
  );
  const isCut: SelectPrinter['isCut'] = (rows) => countOfWhole(rows) > 0 && isTooLarge(context, rows[0]);
  return { statement, printer: { ...wholePrinter, isCut }, inRows: null };
}

/** How many rows a list may have, by the pages of its entity or of the edge that it is the endpoint of. */
function mostRows({ subject, source, window }: SelectShape): number {
  const { maxItems } = source.from === 'edge' ? source.edge.page : subject.page;
  return window.kind === 'page' && maxItems !== -1 ? maxItems : Infinity;
}

function isTooLarge({ responseBytes }: SqlContext, row: Row | undefined): boolean {
  const text = textOf(row);
  return text === null || exceeds(text, responseBytes);
}

function unlessLarger({ responseBytes }: SqlContext, size: string, text: string): string {
  return `CASE WHEN ${size} > ${responseBytes} THEN NULL ELSE ${text} END`;
}

function isLong(context: SqlContext, subject: EntityModel): boolean {
  const embedded = subject.edges.filter((edge) => edge.eager).map((edge) => context.targetOf(edge));
  return [subject, ...embedded].some(holdsLongValues);
}

function textSql(context: SqlContext, binder: Binder, subject: EntityModel): string {
  return entityText(context, binder, subject, root) ?? '';
}

/** Tried on a binder of its own: placeholders are bound in the order of the statement. */
function isPrintable(context: SqlContext, { subject }: SelectShape): boolean {
  return entityText(context, createBinder(context.dialect), subject, root) !== null;
}

const countOfWhole = (rows: readonly Row[]) => Number(rows[0]?.[countAt]);

const wholePrinter: SelectPrinter = {
  count: countOfWhole,
  total: countOfWhole,
  isCut: () => false,
  print: ({ rows, cut }, maxBytes) => {
    if (cut) throw responseTooLarge(maxBytes);
    return textOf(rows[0]) ?? '';
  },
};

const rowsPrinter: SelectPrinter = {
  count: (rows) => rows.length,
  total: (rows) => rows.length,
  isCut: () => false,
  print: ({ rows, cut }, maxBytes) => {
    const text = cut ? '' : rows.map(textOf).join();
    if (cut || exceeds(text, maxBytes)) throw responseTooLarge(maxBytes);
    return text;
  },
};

const onePrinter: SelectPrinter = {
  count: (rows) => rows.length,
  total: (rows) => rows.length,
  isCut: () => false,
  print: ({ rows }, maxBytes) => {
    const text = textOf(rows[0]) ?? '';
    if (exceeds(text, maxBytes)) throw entityTooLarge(maxBytes);
    return text;
  },
};

function textOf(row: Row | undefined): string | null {
  const text = row?.[textAt];
  return typeof text === 'string' ? text : null;
}
