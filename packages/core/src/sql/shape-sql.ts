// The clauses of a read that do not depend on how its rows are printed: which rows, in which order.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { SelectShape, SelectSource } from '../plan/plan.js';
import { isFewRows } from './few-rows.js';
import { compileFilters, type FilterSql } from './filter-sql.js';
import { compileEdgeRows, compileAliasedTable, hasHiddenRows, compileVisibility } from './policy-sql.js';
import {
  bindKey,
  qualifyColumns,
  compileKeyEquals,
  compileKeyOperand,
  qualifyKey,
  compileKeyColumnEquals,
  toOperand,
} from './key-sql.js';
import {
  chooseAlias,
  qualifyColumn,
  hasExpressions,
  quoteTable,
  compileWhere,
  type RowScope,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';
import { findShownFields } from './fields-layout.js';
import { compileSort } from './sort-sql.js';
import { asIs, createBinder, type Binder, type Statement } from './statement.js';

/** The alias of the subject's rows. */
export function getRootAlias(subject: EntityModel): string {
  return chooseAlias(subject, 't');
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
export function compileShape(
  context: SqlContext,
  shape: SelectShape,
  binder: Binder = createBinder(context.dialect),
): ShapeSql {
  const root = getRootAlias(shape.subject);
  const scope: RowScope = { context, binder, entity: shape.subject, alias: root };
  const table = compileAliasedTable(scope);
  // Called for each use: where placeholders have no numbers, each place has its own parameters.
  const filters = compileFilters(scope, shape, (alias) =>
    compileSourceConditions({ ...scope, alias }, shape),
  );
  const where = () => compileWhere(compileRowConditions(scope, shape, filters));
  const sort = compileSort({ ...scope, few: isFewRows(shape) }, shape.sort);
  const ordered = () => (shape.sort.length === 0 ? '' : ` ORDER BY ${sort.terms()}`);
  const total = () => `(SELECT COUNT(*) FROM ${table}${where()})`;
  const rows = (joins: string) =>
    context.dialect.joinsForLimit && filters?.joinsSets
      ? ` FROM (SELECT ${root}.* FROM ${table}${where()} OFFSET 0) ${root}${joins}${sort.joins()}${ordered()}${compileWindow(context, binder, shape)}`
      : ` FROM ${table}${joins}${sort.joins()}${where()}${ordered()}${compileWindow(context, binder, shape)}`;
  return {
    binder,
    total,
    rows,
    windowedRows: () => ` FROM (SELECT ${compileWindowColumns(context, shape)}${rows('')}) ${root}`,
  };
}

/** The columns of the window that are printed, or that joins refer to. */
function compileWindowColumns(context: SqlContext, { subject, view }: SelectShape): string {
  const { key, edges } = subject;
  const root = getRootAlias(subject);
  // An expression of the author may refer to any column.
  if (hasExpressions(subject)) return `${root}.*`;
  const shown = findShownFields(subject, view?.fields ?? null).map(({ column }) => column);
  const loaded = view ? view.edges.map(({ edge }) => edge) : edges.filter(({ eager }) => eager);
  const joined = loaded.flatMap(({ join }) => (join.kind === 'own' ? join.columns : []));
  const columns = new Set([...shown, ...key.map(({ column }) => column), ...joined]);
  return [...columns].map((column) => qualifyColumn(context, root, column)).join(', ');
}

/** The unique eager edges of an entity, each with the alias of its row. */
export function findUniqueEagerEdges(context: SqlContext, subject: EntityModel) {
  const edges = subject.edges.filter((edge) => edge.eager && edge.unique);
  return edges.map((edge, at) => {
    const target = context.targetOf(edge);
    return { edge, target, alias: chooseAlias(target, `e${at}`) };
  });
}

/** One LEFT JOIN for each unique eager edge: the columns of the target, or NULLs. */
export function compileEagerJoins(context: SqlContext, binder: Binder, subject: EntityModel): string {
  return findUniqueEagerEdges(context, subject)
    .map(({ edge, alias }) => {
      const { from, where } = compileEdgeRows(
        { context, binder, entity: subject, alias: getRootAlias(subject) },
        edge,
        alias,
      );
      return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
    })
    .join('');
}

/** All conditions on a row, in the order of their placeholders. */
function compileRowConditions(scope: RowScope, shape: SelectShape, filters?: FilterSql): string[] {
  const source = compileSourceConditions(scope, shape);
  const visible = compileVisibility(scope);
  return [...source, ...visible, ...(filters ? [filters.write()] : [])];
}

/** The conditions of a read's source. An id has one slot for each key column; the parent of an edge is in slot 0. */
function compileSourceConditions(rows: RowScope, { source }: SelectShape): string[] {
  if (source.from === 'all') return compileClassTest(rows, ({ operations }) => operations.includes('list'));
  if (source.from === 'edge') return [compileEdgeCondition(rows, source)];
  if (source.from === 'inserted') return [compileInsertedCondition(rows)];
  return [
    ...rows.entity.key.map((field, slot) => compileKeyColumnEquals(rows, field, slot)),
    ...compileClassTest(rows, ({ operations }) => operations.includes('read')),
  ];
}

function compileInsertedCondition({ context, entity, alias }: RowScope): string {
  const field = findSingleColumn(entity.key);
  const key = field && context.dialect.insertedKey?.readKey(field.columnKind);
  if (key === undefined) throw new Error(`${entity.name} cannot be found by what was inserted.`);
  return `${compileKeyOperand(context, alias, entity)} = ${key}`;
}

/** The condition that the edge leads to the row from the parent with the id in slot 0, and that the parent is visible. */
function compileEdgeCondition(
  { context, binder, entity, alias }: RowScope,
  { parent, edge }: Extract<SelectSource, { from: 'edge' }>,
): string {
  const { join } = edge;
  const parentId = () => bindKey(binder, 0, parent.key);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const parentTable = compileAliasedTable(parents);
  const shown = () => compileParentConditions(parents, edge).join(' AND ');
  const guard = () =>
    hasHiddenRows(context, parent) ? ` AND EXISTS (SELECT 1 FROM ${parentTable} WHERE ${shown()})` : '';
  if (join.kind === 'foreign')
    return `${toOperand(qualifyColumns(context, alias, join.columns))} = ${parentId()}${guard()}`;
  const id = compileKeyOperand(context, alias, entity);
  if (join.kind === 'own') {
    return `${id} = (SELECT ${qualifyColumns(context, 'p', join.columns).join(', ')} FROM ${parentTable} WHERE ${shown()})`;
  }
  const linked = `SELECT ${qualifyColumns(context, 'l', join.targetColumns).join(', ')} FROM ${quoteTable(context, join.table)} l`;
  return `${id} IN (${linked} WHERE ${toOperand(qualifyColumns(context, 'l', join.ownColumns))} = ${parentId()})${guard()}`;
}

/** Counts all rows of a shape, regardless of its window. */
export function compileTotal(context: SqlContext, shape: SelectShape): Statement {
  const { binder, total } = compileShape(context, shape);
  return binder.statement(`SELECT ${total()}`);
}

/** The id of the one row that a shape reads, as an operand. */
export function compileSubjectId(context: SqlContext, binder: Binder, shape: SelectShape): string {
  const { subject, source } = shape;
  // Separate parameters: the other operand may have another type than the id.
  if (source.from === 'id')
    return toOperand(subject.key.map(({ codec }, slot) => binder.bind(slot, (value) => codec.encode(value))));
  const root = getRootAlias(subject);
  const scope: RowScope = { context, binder, entity: subject, alias: root };
  const where = compileWhere(compileRowConditions(scope, shape));
  return `(SELECT ${qualifyKey(context, root, subject).join(', ')} FROM ${compileAliasedTable(scope)}${where})`;
}

function compileWindow({ dialect }: SqlContext, binder: Binder, shape: SelectShape): string {
  const { window } = shape;
  const { hideLimit } = dialect;
  // Where rows are sorted, planning again for each limit pays: an index may return them in order.
  const hidden = hideLimit && isInKeyOrder(shape) ? hideLimit : (placeholder: string) => placeholder;
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
export function compileParentExists(context: SqlContext, { source }: SelectShape): Statement | null {
  if (source.from !== 'edge' || source.edge.unique) return null;
  const { parent } = source;
  const binder = createBinder(context.dialect);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const where = compileWhere(compileParentConditions(parents, source.edge));
  return binder.statement(`SELECT 1 FROM ${compileAliasedTable(parents)}${where}`);
}

/** The condition that the parent of a shape's rows exists; empty for shapes without a parent. */
export function compileParentPresence(
  context: SqlContext,
  binder: Binder,
  { source }: SelectShape,
): readonly string[] {
  if (source.from !== 'edge') return [];
  const parents: RowScope = { context, binder, entity: source.parent, alias: 'p' };
  const where = compileWhere(compileParentConditions(parents, source.edge));
  return [`EXISTS (SELECT 1 FROM ${compileAliasedTable(parents)}${where})`];
}

/** The conditions that the parent with the id in slot 0 is visible, and that its class has the edge. */
function compileParentConditions(parents: RowScope, edge: EdgeModel): string[] {
  const operation = edge.unique ? 'read' : 'list';
  const hasEdge = ({ edges, operations }: EntityModel) =>
    operations.includes(operation) &&
    edges.some(({ property, endpoint }) => property === edge.property && endpoint);
  return [compileKeyEquals(parents, 0), ...compileVisibility(parents), ...compileClassTest(parents, hasEdge)];
}

/** The condition that a row's class is one of those that fit; empty if all classes fit. */
function compileClassTest(
  { context, entity: { variants }, alias }: UnboundScope,
  fits: (ofClass: EntityModel) => boolean,
): string[] {
  if (!variants) return [];
  const { classes, discriminator } = variants;
  const others = classes.filter(({ entity }) => !fits(entity));
  if (others.length === 0) return [];
  const values = others.map(({ value }) => context.dialect.literal(value)).join(', ');
  return [`${qualifyColumn(context, alias, discriminator.column)} NOT IN (${values})`];
}
