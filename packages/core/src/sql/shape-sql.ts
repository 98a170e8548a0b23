// The clauses of a read that do not depend on how its rows are printed: which rows, in which order.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { SelectShape, SelectSource } from '../plan/plan.js';
import { readsFewRows } from './few-rows.js';
import { filterSql, type FilterSql } from './filter-sql.js';
import { edgeRows, fromTable, hidesRows, visibleRows } from './policy-sql.js';
import { boundKey, columnsOf, hasId, idOf, keyColumnsOf, keyIs, operand } from './key-sql.js';
import {
  aliasFor,
  columnOf,
  hasExpressions,
  tableOf,
  whereAll,
  type RowScope,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';
import { sortSql } from './sort-sql.js';
import { asIs, createBinder, type Binder, type Statement } from './statement.js';

/** The alias of the subject's rows. */
export function rootOf(subject: EntityModel): string {
  return aliasFor(subject, 't');
}

/** The clauses of a statement. Each call binds placeholders, so the calls follow the order of the text. */
export interface ShapeSql {
  readonly binder: Binder;
  /** A scalar subquery that counts all rows of the shape, regardless of its window. */
  readonly total: () => string;
  /** ` FROM ... WHERE ... ORDER BY ... LIMIT ...`; `joins` come after the table. */
  readonly rows: (joins: string) => string;
  /** ` FROM (SELECT ... LIMIT ...)`, for joins: rows that the window skips are not looked up in other tables. */
  readonly windowedRows: () => string;
}

/** The clauses of one shape. A shape that reads one row has no order. */
export function shapeSql(
  context: SqlContext,
  shape: SelectShape,
  binder: Binder = createBinder(context.dialect),
): ShapeSql {
  const root = rootOf(shape.subject);
  const scope: RowScope = { context, binder, entity: shape.subject, alias: root };
  const table = fromTable(scope);
  // Called for each use: where placeholders have no numbers, each place has its own parameters.
  const filters = filterSql(scope, shape, (alias) => sourceConditions({ ...scope, alias }, shape));
  const where = () => whereAll(rowConditions(scope, shape, filters));
  const sort = sortSql({ ...scope, few: readsFewRows(shape) }, shape.sort);
  const ordered = () => (shape.window.kind === 'one' ? '' : ` ORDER BY ${sort.terms()}`);
  const total = () => `(SELECT COUNT(*) FROM ${table}${where()})`;
  const rows = (joins: string) =>
    context.dialect.joinsForLimit && filters?.joinsSets
      ? ` FROM (SELECT ${root}.* FROM ${table}${where()} OFFSET 0) ${root}${joins}${sort.joins()}${ordered()}${windowSql(context, binder, shape)}`
      : ` FROM ${table}${joins}${sort.joins()}${where()}${ordered()}${windowSql(context, binder, shape)}`;
  return {
    binder,
    total,
    rows,
    windowedRows: () => ` FROM (SELECT ${windowColumns(context, shape.subject)}${rows('')}) ${root}`,
  };
}

/** The columns of the window that are printed, or that joins refer to. */
function windowColumns(context: SqlContext, subject: EntityModel): string {
  const { fields, key, edges } = subject;
  const root = rootOf(subject);
  // An expression of the author may refer to any column.
  if (hasExpressions(subject)) return `${root}.*`;
  const shown = fields.filter(({ readable }) => readable).map(({ column }) => column);
  const joined = edges.flatMap(({ eager, join }) => (eager && join.kind === 'own' ? join.columns : []));
  const columns = new Set([...shown, ...key.map(({ column }) => column), ...joined]);
  return [...columns].map((column) => columnOf(context, root, column)).join(', ');
}

/** The unique eager edges of an entity, each with the alias of its row. */
export function eagerOne(context: SqlContext, subject: EntityModel) {
  const edges = subject.edges.filter((edge) => edge.eager && edge.unique);
  return edges.map((edge, at) => {
    const target = context.targetOf(edge);
    return { edge, target, alias: aliasFor(target, `e${at}`) };
  });
}

/** One LEFT JOIN for each unique eager edge: the columns of the target, or NULLs. */
export function eagerJoins(context: SqlContext, binder: Binder, subject: EntityModel): string {
  return eagerOne(context, subject)
    .map(({ edge, alias }) => {
      const { from, where } = edgeRows(
        { context, binder, entity: subject, alias: rootOf(subject) },
        edge,
        alias,
      );
      return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
    })
    .join('');
}

/** All conditions on a row, in the order of their placeholders. */
function rowConditions(scope: RowScope, shape: SelectShape, filters?: FilterSql): string[] {
  const source = sourceConditions(scope, shape);
  const visible = visibleRows(scope);
  return [...source, ...visible, ...(filters ? [filters.write()] : [])];
}

/** The conditions of a read's source. An id has one slot for each key column; the parent of an edge is in slot 0. */
function sourceConditions(rows: RowScope, { source }: SelectShape): string[] {
  if (source.from === 'all') return ofClasses(rows, ({ operations }) => operations.includes('list'));
  if (source.from === 'edge') return [edgeCondition(rows, source)];
  if (source.from === 'inserted') return [insertedCondition(rows)];
  return [
    ...rows.entity.key.map((field, slot) => keyIs(rows, field, slot)),
    ...ofClasses(rows, ({ operations }) => operations.includes('read')),
  ];
}

function insertedCondition({ context, entity, alias }: RowScope): string {
  const field = findSingleColumn(entity.key);
  const key = field && context.dialect.inserted?.recall(field.columnKind);
  if (key === undefined) throw new Error(`${entity.name} cannot be found by what was inserted.`);
  return `${idOf(context, alias, entity)} = ${key}`;
}

/** The condition that the edge leads to the row from the parent with the id in slot 0, and that the parent is visible. */
function edgeCondition(
  { context, binder, entity, alias }: RowScope,
  { parent, edge }: Extract<SelectSource, { from: 'edge' }>,
): string {
  const { join } = edge;
  const parentId = () => boundKey(binder, 0, parent.key);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const parentTable = fromTable(parents);
  const shown = () => parentConditions(parents, edge).join(' AND ');
  const guard = () =>
    hidesRows(context, parent) ? ` AND EXISTS (SELECT 1 FROM ${parentTable} WHERE ${shown()})` : '';
  if (join.kind === 'foreign')
    return `${operand(columnsOf(context, alias, join.columns))} = ${parentId()}${guard()}`;
  const id = idOf(context, alias, entity);
  if (join.kind === 'own') {
    return `${id} = (SELECT ${columnsOf(context, 'p', join.columns).join(', ')} FROM ${parentTable} WHERE ${shown()})`;
  }
  const linked = `SELECT ${columnsOf(context, 'l', join.targetColumns).join(', ')} FROM ${tableOf(context, join.table)} l`;
  return `${id} IN (${linked} WHERE ${operand(columnsOf(context, 'l', join.ownColumns))} = ${parentId()})${guard()}`;
}

/** Counts all rows of a shape, regardless of its window. */
export function totalStatement(context: SqlContext, shape: SelectShape): Statement {
  const { binder, total } = shapeSql(context, shape);
  return binder.statement(`SELECT ${total()}`);
}

/** The id of the one row that a shape reads, as an operand. */
export function subjectId(context: SqlContext, binder: Binder, shape: SelectShape): string {
  const { subject, source } = shape;
  // Separate parameters: the other operand may have another type than the id.
  if (source.from === 'id')
    return operand(subject.key.map(({ codec }, slot) => binder.bind(slot, (value) => codec.encode(value))));
  const root = rootOf(subject);
  const scope: RowScope = { context, binder, entity: subject, alias: root };
  const where = whereAll(rowConditions(scope, shape));
  return `(SELECT ${keyColumnsOf(context, root, subject).join(', ')} FROM ${fromTable(scope)}${where})`;
}

function windowSql({ dialect }: SqlContext, binder: Binder, shape: SelectShape): string {
  const { window } = shape;
  const { unseenLimit } = dialect;
  // Where rows are sorted, planning again for each limit pays: an index may return them in order.
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

/** Distinguishes an empty edge from a parent that does not exist; null for shapes without a parent. */
export function parentExistsSql(context: SqlContext, { source }: SelectShape): Statement | null {
  if (source.from !== 'edge' || source.edge.unique) return null;
  const { parent } = source;
  const binder = createBinder(context.dialect);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const where = whereAll(parentConditions(parents, source.edge));
  return binder.statement(`SELECT 1 FROM ${fromTable(parents)}${where}`);
}

/** The conditions that the parent with the id in slot 0 is visible, and that its class has the edge. */
function parentConditions(parents: RowScope, edge: EdgeModel): string[] {
  const operation = edge.unique ? 'read' : 'list';
  const hasEdge = ({ edges, operations }: EntityModel) =>
    operations.includes(operation) &&
    edges.some(({ property, endpoint }) => property === edge.property && endpoint);
  return [hasId(parents, 0), ...visibleRows(parents), ...ofClasses(parents, hasEdge)];
}

/** The condition that a row's class is one of those that fit; empty if all classes fit. */
function ofClasses(
  { context, entity: { variants }, alias }: UnboundScope,
  fits: (ofClass: EntityModel) => boolean,
): string[] {
  if (!variants) return [];
  const { classes, discriminator } = variants;
  const others = classes.filter(({ entity }) => !fits(entity));
  if (others.length === 0) return [];
  const values = others.map(({ value }) => context.dialect.literal(value)).join(', ');
  return [`${columnOf(context, alias, discriminator.column)} NOT IN (${values})`];
}
