// The clauses of a read that do not depend on how its rows are printed: which rows, in which order.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { JoinModel } from '../model/join-model.js';
import type { SelectShape } from '../plan/plan.js';
import { isFewRows } from './few-rows.js';
import { compileFilters, type FilterSql } from './filter-sql.js';
import { compileKeyIn, qualifyKey, toOperand } from './key-sql.js';
import { compileEdgeRows, compileAliasedTable, compileVisibility } from './policy-sql.js';
import { compilePositions, type PositionSql } from './position-sql.js';
import { compileSort, type SortSql } from './sort-sql.js';
import { compileDeletedClassTest, compileSourceConditions } from './source-sql.js';
import { asIs, createBinder, type Binder, type Statement } from './statement.js';
import {
  chooseAlias,
  qualifyColumn,
  hasExpressions,
  compileWhere,
  type RowScope,
  type SqlContext,
} from './table-sql.js';
import { findShownFields } from './fields-layout.js';
import { compileWindow, getCountSlot } from './window-sql.js';
import {
  compileUnitedCount,
  compileUnitedPage,
  findUnitedRows,
  isChosenByNumber,
  type UnitedRows,
} from './united-rows-sql.js';

/** The alias of the subject's rows. */
export function getRootAlias(subject: EntityModel): string {
  return chooseAlias(subject, 't');
}

/** The clauses of a statement. Each call binds placeholders, so the calls follow the order of the text. */
export interface ShapeSql {
  readonly binder: Binder;
  /** A scalar subquery that counts the rows of the shape, regardless of its window: all, or as many as its limit. */
  readonly total: () => string;
  /** ` FROM ... WHERE ... ORDER BY ... LIMIT ...`; `joins` come after the table. */
  readonly rows: (joins?: () => string) => string;
  /** The values of the position of a row; empty for a shape without positions. `isWindowed`: outside of `windowedRows`. */
  readonly listPositions: (isWindowed: boolean) => readonly string[];
  /** ` FROM (SELECT ... LIMIT ...)`, for joins: rows that the window skips are not looked up in other tables. */
  readonly windowedRows: () => string;
  /** The planner expects far more work of the rows than there is. */
  readonly isOverpriced: boolean;
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
  const isReversed = shape.position?.side === 'before';
  const sort = compileSort({ ...scope, few: isFewRows(shape) }, shape.sort, isReversed);
  const positions = compilePositions(scope, shape, sort);
  const conditions = (alias: string) => compileRowConditions({ ...scope, alias }, shape);
  const united = findUnitedRows({ scope, conditions }, filters?.united ?? null);
  const total = () => {
    const slot = getCountSlot(shape);
    if (united) return compileUnitedCount(united, slot === null ? null : binder.bind(slot, asIs));
    if (slot === null) return `(SELECT COUNT(*) FROM ${table}${where()})`;
    return `(SELECT COUNT(*) FROM (SELECT 1 FROM ${table}${where()} LIMIT ${binder.bind(slot, asIs)}) n)`;
  };
  const chosen = united && isChosenByNumber(united, shape) ? united : null;
  const rows = createRows(scope, shape, { filters, sort, positions, chosen });
  const values = positions?.columns ?? [];
  return {
    binder,
    total,
    rows,
    listPositions: (isWindowed) =>
      isWindowed ? values.map((_, at) => `${root}.${getPositionName(at)}`) : values,
    windowedRows: () => {
      const own = values.map((column, at) => `, ${column} AS ${getPositionName(at)}`).join('');
      return ` FROM (SELECT ${compileWindowColumns(context, shape)}${own}${rows()}) ${root}`;
    },
    isOverpriced: united !== null,
  };
}

/** The parts of a read that other files compile. */
interface ReadParts {
  readonly filters: FilterSql | undefined;
  readonly sort: SortSql;
  readonly positions: PositionSql | null;
  /** A page that is chosen by how many rows there are; null for others. */
  readonly chosen: UnitedRows | null;
}

function createRows(scope: RowScope, shape: SelectShape, parts: ReadParts): ShapeSql['rows'] {
  const { context, binder, alias } = scope;
  const { filters, sort, positions, chosen } = parts;
  const table = compileAliasedTable(scope);
  const after = () => positions?.compileCondition() ?? [];
  const tests = () => compileRowConditions(scope, shape, filters);
  const order = shape.sort.length === 0 ? () => '' : () => ` ORDER BY ${compileOrder(context, parts)}`;
  const window = () => compileWindow(context, binder, shape);
  if (chosen)
    return (joins = joinNothing) =>
      ` FROM ${compileUnitedPage(chosen, { after, order, window })}${joins()}${order()}`;
  const fence = getFence(context, parts);
  if (fence === null)
    return (joins = joinNothing) =>
      ` FROM ${table}${joins()}${sort.joins()}${compileWhere([...tests(), ...after()])}${order()}${window()}`;
  const compileComputed = () => positions?.compileComputed() ?? '';
  const compilePassing = () =>
    `(SELECT ${alias}.*${compileComputed()} FROM ${table}${compileWhere(tests())}${fence}) ${alias}`;
  return (joins = joinNothing) =>
    ` FROM ${compilePassing()}${joins()}${sort.joins()}${compileWhere(after())}${order()}${window()}`;
}

const joinNothing = () => '';

function getPositionName(at: number): string {
  return `decorest_p${at}`;
}

function compileOrder({ dialect }: SqlContext, { sort, positions }: ReadParts): string {
  return positions ? positions.keys.map((key) => dialect.compileOrderTerm(key)).join(', ') : sort.terms();
}

/** Ends the subquery of all rows that pass the filters; null where none is needed. */
function getFence({ dialect }: SqlContext, { positions, filters }: ReadParts): string | null {
  if (dialect.joinsForLimit && filters?.joinsSets) return ' OFFSET 0';
  return positions?.isComputed ? dialect.optimizationFence : null;
}

/** The columns of the window that are printed, or that joins refer to. */
function compileWindowColumns(context: SqlContext, { subject, view }: SelectShape): string {
  const { key, edges } = subject;
  const root = getRootAlias(subject);
  // An expression of the author may refer to any column.
  if (hasExpressions(subject)) return `${root}.*`;
  const shown = findShownFields(subject, view?.fields ?? null).map(({ column }) => column);
  const loaded = view ? view.edges.map(({ edge }) => edge) : edges.filter(({ eager }) => eager);
  const joined = loaded.flatMap(({ join }) => listJoinedColumns(join));
  const columns = new Set([...shown, ...key.map(({ column }) => column), ...joined]);
  return [...columns].map((column) => qualifyColumn(context, root, column)).join(', ');
}

/** The columns of a row, other than its key, by which an edge is joined. */
function listJoinedColumns(join: JoinModel): readonly string[] {
  if (join.kind === 'own') return join.columns;
  return (join.kind === 'foreign' ? join.referenced : join.ownReferenced)?.columns ?? [];
}

/** The unique eager edges of an entity, each with the alias of its row. */
export function findUniqueEagerEdges(context: SqlContext, subject: EntityModel) {
  const edges = subject.edges.filter((edge) => edge.eager && edge.unique);
  return edges.map((edge, at) => {
    const target = context.targetOf(edge);
    return { edge, target, alias: chooseAlias(target, `e${at}`) };
  });
}

/** A LEFT JOIN of rows with an alias, from a table and its conditions. */
export type CompileLeftJoin = (from: string, where: readonly string[], alias: string) => string;

export const joinRows: CompileLeftJoin = (from, where) => ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;

/** Looks each row up, in the order of the rows on its left. */
export const joinRowByRow: CompileLeftJoin = (from, where, alias) =>
  ` LEFT JOIN LATERAL (SELECT ${alias}.* FROM ${from}${compileWhere(where)} LIMIT 1) ${alias} ON TRUE`;

/** One LEFT JOIN for each unique eager edge: the columns of the target, or NULLs. */
export function compileEagerJoins(
  context: SqlContext,
  binder: Binder,
  subject: EntityModel,
  join = joinRows,
): string {
  return findUniqueEagerEdges(context, subject)
    .map(({ edge, alias }) => {
      const { from, where } = compileEdgeRows(
        { context, binder, entity: subject, alias: getRootAlias(subject) },
        edge,
        alias,
      );
      return join(from, where, alias);
    })
    .join('');
}

/** Joins to the rows of a window, which keep their order; null where a join would lose it, or find rows without an index. */
export function findWindowJoin(context: SqlContext, subject: EntityModel): CompileLeftJoin | null {
  const { leftJoinKeepsOrder, limitsPerRow } = context.dialect;
  if (leftJoinKeepsOrder) return joinRows;
  if (limitsPerRow !== 'lateral') return null;
  const byKey = findUniqueEagerEdges(context, subject).every(({ edge }) => isJoinedByKey(context, edge));
  return byKey ? joinRowByRow : null;
}

/** Whether an index finds the row of an edge, with no test that reads other tables. */
export function isJoinedByKey(context: SqlContext, edge: EdgeModel): boolean {
  const { name, table } = context.targetOf(edge);
  return edge.join.kind === 'own' && !table.isView && !context.policyTests.has(name);
}

/** All conditions on a row, in the order of their placeholders. */
function compileRowConditions(scope: RowScope, shape: SelectShape, filters?: FilterSql): string[] {
  const source = compileSourceConditions(scope, shape);
  const among = shape.idsSlot === undefined ? [] : [compileKeyIn(scope, shape.idsSlot)];
  const visible = compileVisibility(scope, shape.deleted);
  const ofDeleted = compileDeletedClassTest(scope, shape.deleted);
  return [...source, ...among, ...visible, ...ofDeleted, ...(filters ? [filters.write()] : [])];
}

/** The statements that count a list. With its total in its rows, only an empty page needs one. */
export function compileTotals(
  context: SqlContext,
  shape: SelectShape,
  isInRows: boolean,
): Record<'total' | 'totalOfEmpty', Statement | null> {
  const { window, count } = shape;
  if (window.kind === 'one' || count === 'none') return { total: null, totalOfEmpty: null };
  if (!isInRows) return { total: compileTotal(context, shape), totalOfEmpty: null };
  return { total: null, totalOfEmpty: window.kind === 'page' ? compileTotal(context, shape) : null };
}

/** Counts the rows of a shape, regardless of its window. */
export function compileTotal(context: SqlContext, shape: SelectShape): Statement {
  const { binder, total, isOverpriced } = compileShape(context, shape);
  return binder.statement(`SELECT ${total()}`, { isOverpriced });
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
