// The parts of a read's statement that do not depend on how its rows are printed: which rows, in which order.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { singleColumn } from '../model/row-id.js';
import type { SelectShape, SelectSource } from '../plan/plan.js';
import { readsFewRows } from './few-rows.js';
import { filterSql, type FilterSql } from './filter-sql.js';
import { edgeRows, fromTable, hidesRows, visibleRows } from './row-scope.js';
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

/** Alias of the rows that answer. */
export function rootOf(subject: EntityModel): string {
  return aliasFor(subject, 't');
}

/** Clauses of a statement, to be written from left to right: each call binds its own placeholders. */
export interface ShapeSql {
  readonly binder: Binder;
  /** A scalar subquery: all rows of the shape, whatever its window. */
  readonly total: () => string;
  /** ` FROM ... WHERE ... ORDER BY ... LIMIT ...`; `joins` come after the table. */
  readonly rows: (joins: string) => string;
  /** ` FROM (SELECT ... LIMIT ...)`, to be joined to: what is skipped is not looked up in other tables. */
  readonly windowedRows: () => string;
}

/** The clauses of one shape. Of a shape that reads one row there is no order. */
export function shapeSql(
  context: SqlContext,
  shape: SelectShape,
  binder: Binder = createBinder(context.dialect),
): ShapeSql {
  const root = rootOf(shape.subject);
  const scope: RowScope = { context, binder, entity: shape.subject, alias: root };
  const table = fromTable(scope);
  // Written where it is used, not once: where placeholders have no numbers, each place takes its own parameter.
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

/** What of its rows is shown, or joined to. */
function windowColumns(context: SqlContext, subject: EntityModel): string {
  const { fields, key, edges } = subject;
  const root = rootOf(subject);
  // An expression may name any column.
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

/** A LEFT JOIN per unique eager edge: the target's columns, or NULLs. */
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

/** Conditions in the order of their placeholders. */
function rowConditions(scope: RowScope, shape: SelectShape, filters?: FilterSql): string[] {
  const source = sourceConditions(scope, shape);
  const visible = visibleRows(scope);
  return [...source, ...visible, ...(filters ? [filters.write()] : [])];
}

/** The rows a read starts from. An id takes a slot per key column, an edge the parent's id in slot 0. */
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
  const field = singleColumn(entity.key);
  const key = field && context.dialect.inserted?.recall(field.columnKind);
  if (key === undefined) throw new Error(`${entity.name} cannot be found by what was inserted.`);
  return `${idOf(context, alias, entity)} = ${key}`;
}

/** The subject is among the rows the edge leads to from the parent with this id, if that parent shows. */
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

/** Counts all rows of a shape, whatever its window. */
export function totalStatement(context: SqlContext, shape: SelectShape): Statement {
  const { binder, total } = shapeSql(context, shape);
  return binder.statement(`SELECT ${total()}`);
}

/** The id of the one row that a shape reads, as an operand of another statement part. */
export function subjectId(context: SqlContext, binder: Binder, shape: SelectShape): string {
  const { subject, source } = shape;
  // Parameters of their own: what they are compared with may be of another type than the id.
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
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const where = whereAll(parentConditions(parents, source.edge));
  return binder.statement(`SELECT 1 FROM ${fromTable(parents)}${where}`);
}

/** The parent with the id in slot 0 shows, and is of a class that has the edge. */
function parentConditions(parents: RowScope, edge: EdgeModel): string[] {
  const operation = edge.unique ? 'read' : 'list';
  const hasEdge = ({ edges, operations }: EntityModel) =>
    operations.includes(operation) &&
    edges.some(({ property, endpoint }) => property === edge.property && endpoint);
  return [hasId(parents, 0), ...visibleRows(parents), ...ofClasses(parents, hasEdge)];
}

/** The condition that a row is of one of the classes that fit; empty where all classes do. */
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
