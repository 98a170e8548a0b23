// The parts of a read's statement that do not depend on how its rows are printed: which rows, in which order.
import type { EntityModel } from '../model/api-model.js';
import type { SelectShape, SelectSource, SelectWindow } from '../plan/plan.js';
import { filterSql } from './filter-sql.js';
import { edgeRows, hidesRows, visibleRows } from './row-scope.js';
import { columnOf, hasId, idField, idOf, keyIs, tableOf, whereAll, type SqlContext } from './table-sql.js';
import { sortSql } from './sort-sql.js';
import { asIs, createBinder, type Binder, type Statement } from './statement.js';

/** Alias of the rows that answer. */
export const root = 't';

/** Clauses of a statement, to be written from left to right: each call binds its own placeholders. */
export interface ShapeSql {
  readonly binder: Binder;
  /** A scalar subquery: all rows of the shape, whatever its window. */
  readonly total: () => string;
  /** The same, but nothing is counted where `shown`, the number of rows in the window, tells it. */
  readonly totalBeyond: (shown: string) => string;
  /** ` FROM ... WHERE ... ORDER BY ... LIMIT ...`; `joins` come after the table. */
  readonly rows: (joins: string) => string;
  /** ` FROM (SELECT ... LIMIT ...)`, to be joined to: what is skipped is not looked up in other tables. */
  readonly window: () => string;
}

/** The clauses of one shape. Of a shape that reads one row there is no order. */
export function shapeSql(context: SqlContext, shape: SelectShape): ShapeSql {
  const binder = createBinder(context.dialect);
  const table = `${tableOf(context, shape.subject.table.path)} ${root}`;
  // Written where it is used, not once: where placeholders have no numbers, each place takes its own parameter.
  const where = () => whereAll(rowConditions(context, binder, shape));
  const ordered = () =>
    shape.window.kind === 'one'
      ? ''
      : ` ORDER BY ${sortSql(context, binder, shape.subject, shape.sort, root)}`;
  const total = () => `(SELECT COUNT(*) FROM ${table}${where()})`;
  const rows = (joins: string) =>
    ` FROM ${table}${joins}${where()}${ordered()}${windowSql(context, binder, shape)}`;
  return {
    binder,
    total,
    totalBeyond: (shown) => totalSql(binder, shape.window, shown, total),
    rows,
    window: () => ` FROM (SELECT ${windowColumns(context, shape.subject)}${rows('')}) ${root}`,
  };
}

/** What of its rows is shown, or joined to. */
function windowColumns(context: SqlContext, { fields, key, edges }: EntityModel): string {
  const shown = fields.filter(({ readable }) => readable).map(({ column }) => column);
  const joined = edges.flatMap(({ eager, join }) => (eager && join.kind === 'own' ? [join.column] : []));
  const columns = new Set([...shown, ...key.map(({ column }) => column), ...joined]);
  return [...columns].map((column) => columnOf(context, root, column)).join(', ');
}

/** The unique eager edges of an entity, each with the alias of its row. */
export function eagerOne(context: SqlContext, subject: EntityModel) {
  const edges = subject.edges.filter((edge) => edge.eager && edge.unique);
  return edges.map((edge, at) => ({ edge, target: context.targetOf(edge), alias: `e${at}` }));
}

/** A LEFT JOIN per unique eager edge: the target's columns, or NULLs. */
export function eagerJoins(context: SqlContext, binder: Binder, subject: EntityModel): string {
  return eagerOne(context, subject)
    .map(({ edge, target, alias }) => {
      const { where } = edgeRows(context, binder, edge, subject, root, alias);
      return ` LEFT JOIN ${tableOf(context, target.table.path)} ${alias} ON ${where.join(' AND ')}`;
    })
    .join('');
}

/** Conditions in the order of their placeholders. */
function rowConditions(context: SqlContext, binder: Binder, shape: SelectShape): string[] {
  const source = sourceConditions(context, binder, shape);
  const visible = visibleRows(context, binder, root, shape.subject);
  const filters = filterSql(context, binder, shape, root);
  return [...source, ...visible, ...(filters === undefined ? [] : [filters])];
}

/** The rows a read starts from. An id takes a slot per key column, an edge the parent's id in slot 0. */
function sourceConditions(context: SqlContext, binder: Binder, { source, subject }: SelectShape): string[] {
  if (source.from === 'all') return [];
  if (source.from === 'edge') return [edgeCondition(context, binder, source, subject)];
  if (source.from === 'inserted') return [insertedCondition(context, subject)];
  return subject.key.map((field, slot) => keyIs(context, binder, root, field, slot));
}

function insertedCondition(context: SqlContext, subject: EntityModel): string {
  const key = context.dialect.inserted?.recall(idField(subject).kind);
  if (key === undefined) throw new Error(`${subject.name} cannot be found by what was inserted.`);
  return `${idOf(context, root, subject)} = ${key}`;
}

/** The subject is among the rows the edge leads to from the parent with this id, if that parent shows. */
function edgeCondition(
  context: SqlContext,
  binder: Binder,
  { parent, edge: { join } }: Extract<SelectSource, { from: 'edge' }>,
  subject: EntityModel,
): string {
  const id = () => binder.bind(0, idField(parent).codec.encode);
  const parentTable = `${tableOf(context, parent.table.path)} p`;
  const shown = () =>
    [hasId(context, binder, 'p', parent, 0), ...visibleRows(context, binder, 'p', parent)].join(' AND ');
  const guard = () =>
    hidesRows(context, parent) ? ` AND EXISTS (SELECT 1 FROM ${parentTable} WHERE ${shown()})` : '';
  const subjectId = idOf(context, root, subject);
  if (join.kind === 'own') {
    return `${subjectId} = (SELECT ${columnOf(context, 'p', join.column)} FROM ${parentTable} WHERE ${shown()})`;
  }
  if (join.kind === 'foreign') return `${columnOf(context, root, join.column)} = ${id()}${guard()}`;
  const linked = `SELECT ${columnOf(context, 'l', join.targetColumn)} FROM ${tableOf(context, join.table)} l`;
  return `${subjectId} IN (${linked} WHERE ${columnOf(context, 'l', join.ownColumn)} = ${id()})${guard()}`;
}

/** A window that is not full ends with the last row, if it holds any. Databases count only where the CASE leads them to. */
function totalSql(binder: Binder, window: SelectWindow, shown: string, total: () => string): string {
  switch (window.kind) {
    case 'page': {
      const offset = () => binder.bind(window.offsetSlot, asIs);
      const isLast = `${shown} < ${binder.bind(window.limitSlot, asIs)} AND (${shown} > 0 OR ${offset()} = 0)`;
      return `CASE WHEN ${isLast} THEN ${offset()} + ${shown} ELSE ${total()} END`;
    }
    case 'capped':
      return `CASE WHEN ${shown} < ${binder.bind(window.limitSlot, asIs)} THEN ${shown} ELSE ${total()} END`;
    case 'one':
    case 'all':
      return shown;
  }
}

function windowSql({ dialect }: SqlContext, binder: Binder, shape: SelectShape): string {
  const { window } = shape;
  const { unseenLimit } = dialect;
  // Only where rows are sorted is it worth planning anew how many are wanted: an index may have them in that order.
  const hidden = unseenLimit && isInKeyOrder(shape) ? unseenLimit : (placeholder: string) => placeholder;
  const limit = (slot: number) => hidden(binder.bind(slot, asIs));
  switch (window.kind) {
    case 'page':
      return ` LIMIT ${limit(window.limitSlot)} OFFSET ${limit(window.offsetSlot)}`;
    case 'capped':
      return ` LIMIT ${limit(window.limitSlot)}`;
    case 'one':
    case 'all':
      return '';
  }
}

function isInKeyOrder({ subject, sort }: SelectShape): boolean {
  return sort.every(({ sort: by }) => by.by === 'field' && subject.key.includes(by.field));
}

/** Tells an empty edge from a parent that does not exist; null where there is no parent. */
export function parentExistsSql(context: SqlContext, { source }: SelectShape): Statement | null {
  if (source.from !== 'edge' || source.edge.unique) return null;
  const { parent } = source;
  const binder = createBinder(context.dialect);
  const where = whereAll([
    hasId(context, binder, 'p', parent, 0),
    ...visibleRows(context, binder, 'p', parent),
  ]);
  return binder.statement(`SELECT 1 FROM ${tableOf(context, parent.table.path)} p${where}`);
}
