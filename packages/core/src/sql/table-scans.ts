// The tables that a read scans row by row because no index finds the rows: the time of the read grows with their size.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { findEdgesOfCondition, findEdgesOfFilter } from '../plan/condition-edges.js';
import { followsCursor } from '../plan/page-plan.js';
import { planDefaultSort } from '../plan/sort-plan.js';
import type { AggregateShape, SelectShape } from '../plan/plan.js';
import type { SortTerm } from '../plan/terms.js';
import type { RelatedWhere, View } from '../plan/view.js';
import {
  estimateConditionScans,
  estimateFilterScans,
  estimateLinkScan,
  getLongFlag,
  indexedWeight,
  type TableScan,
} from './condition-scans.js';
import { listSortTerms, readsNoFurtherRow } from './edge-limit.js';
import { isLookedUpPerRow, isFewRows } from './few-rows.js';
import { hasHiddenRows } from './policy-sql.js';
import { hasExpressions, type SqlContext } from './table-sql.js';

/** Counts or skips rows, which reads their pages. */
const countingWeight = 0.5;
/** Counts all rows of a table: SQLite adds up the sizes of its pages. */
const plainCountWeight = 0.001;
/** Reads the rows that an index finds for one row: an unknown number, at worst all. */
const lookupWeight = 0.3;
/** Keeps a group for each key, and joins to it. */
const groupingWeight = 2;

/** The scans of the pages of a read. A page near the start skips few rows. */
export interface PageScans {
  readonly near: readonly TableScan[];
  readonly far: readonly TableScan[];
}

/** The number of skipped rows up to which a page is near the start. Skipping them takes about 0.1 ms. */
export const maxNearRows = 1_000;

/** The scans of a read, by the place of its page. */
export function estimatePageScans(context: SqlContext, shape: SelectShape): PageScans {
  const far = estimateScans(context, shape);
  if (!skipsRows(shape)) return { near: far, far };
  return { near: estimateScans(context, shape, getNearWeight(context, shape)), far };
}

/** The scans of a read, at most one for each table. `weight`: the cost of counting and skipping the rows of its source. */
export function estimateScans(
  context: SqlContext,
  shape: SelectShape,
  weight = getSourceWeight(shape),
): readonly TableScan[] {
  const { subject, source, window, idsSlot } = shape;
  const computed = findComputedScans(context, shape);
  const children =
    window.kind === 'one' ? mergeScans([...computed, ...estimateChildScans(context, shape, 'one')]) : [];
  if (source.from === 'id' || source.from === 'ids' || source.from === 'inserted') return children;
  if (source.from === 'edge' && source.edge.unique) return children;
  if (idsSlot !== undefined) return mergeScans([...computed, ...estimateChildScans(context, shape, 'many')]);
  const own = { table: subject.table.path, weight };
  const links = source.from === 'edge' ? estimateLinkScan(source.edge, weight) : [];
  const filters = [
    ...shape.filters.flatMap((term) => estimateFilterScans(context, subject, term)),
    ...(shape.where ? estimateConditionScans(context, subject, shape.where) : []),
  ];
  const sorted = { context, entity: subject, few: isFewRows(shape) };
  const sorts = shape.sort.flatMap((term) => estimateSortScans(sorted, term));
  const embedded = estimateChildScans(context, shape, 'many');
  return mergeScans([own, ...computed, ...links, ...filters, ...sorts, ...embedded]);
}

/** The scans of a search for rows to write: it counts none, and stops at a limit, unless there are rows to leave out. */
export function estimateSelectionScans(context: SqlContext, shape: SelectShape): readonly TableScan[] {
  if (namesRowsByKey(shape)) return [];
  return estimateScans(context, shape, hasHiddenRows(context, shape.subject) ? countingWeight : 0);
}

/** Whether all filters are on rows with one of the keys given. */
function namesRowsByKey({ subject, filters, junction, where }: SelectShape): boolean {
  if (where || junction === 'or' || filters.some((term) => findEdgesOfFilter(term).length > 0)) return false;
  const [own] = subject.key.length === 1 ? subject.key : [];
  return filters.some(({ filter: { test, targets } }) => {
    const isExact = test === 'eq' || test === 'in';
    return isExact && targets.every(({ field, key }) => key !== undefined || (own && field === own));
  });
}

/** The scans of an aggregate: it visits every row of its list, and related rows for keys across edges. */
export function estimateGroupScans(
  context: SqlContext,
  { rows, keys }: AggregateShape,
): readonly TableScan[] {
  const grouped = { table: rows.subject.table.path, weight: groupingWeight };
  const related = keys.flatMap(({ edge }): TableScan[] => {
    if (!edge) return [];
    const target = context.targetOf(edge);
    const computed = target.table.isView || hasExpressions(target);
    return [{ table: target.table.path, weight: 1, ...(computed && { computed }) }];
  });
  return mergeScans([...estimateScans(context, rows), grouped, ...related]);
}

/** The scans of computed rows: these may read any number of rows to return a few. */
function findComputedScans(context: SqlContext, shape: SelectShape): TableScan[] {
  const { subject, source } = shape;
  const edges = [
    ...listShownEdges(context, shape).flatMap(listEdgesOfShown),
    ...shape.sort.flatMap(({ sort }) => ('edge' in sort ? [sort.edge] : [])),
    ...shape.filters.flatMap(findEdgesOfFilter),
    ...(shape.where ? findEdgesOfCondition(shape.where) : []),
  ];
  const parents = source.from === 'edge' ? [source.parent] : [];
  return [subject, ...parents, ...edges.map((edge) => context.targetOf(edge))]
    .filter((entity) => entity.table.isView || hasExpressions(entity))
    .map(({ table }) => ({ table: table.path, weight: 1, computed: true }));
}

function listEdgesOfShown({ edge, where }: ShownEdge): readonly EdgeModel[] {
  return where ? [edge, ...findEdgesOfCondition(where.condition)] : [edge];
}

/** A page after a cursor skips no rows, and counts none by default: its cost is that of the filters and sorts. */
function getSourceWeight(shape: SelectShape): number {
  const { source, count } = shape;
  if (source.from === 'all' && count === 'none' && followsCursor(shape)) return 0;
  if (source.from !== 'edge' || source.edge.join.kind === 'own') return countingWeight;
  return source.edge.join.indexed ? countingWeight : 1;
}

function skipsRows({ source, window, position }: SelectShape): boolean {
  return source.from === 'all' && window.kind === 'page' && (position === null || position.side === 'start');
}

/** What remains where few rows are skipped: the cost of the count. A limited count reads no more rows than its limit. */
function getNearWeight(context: SqlContext, { subject, filters, where }: SelectShape): number {
  const isPlain = filters.length === 0 && where === null && !hasHiddenRows(context, subject);
  return isPlain ? plainCountWeight : countingWeight;
}

/** The rows to sort, and whether they are few. */
interface SortedRows {
  readonly context: SqlContext;
  readonly entity: EntityModel;
  readonly few: boolean;
}

function estimateSortScans({ context, entity, few }: SortedRows, { sort }: SortTerm): TableScan[] {
  const own = { table: entity.table.path, weight: 1 };
  switch (sort.by) {
    case 'field':
      return [{ ...own, weight: getSortWeight(entity, sort.field), ...getLongFlag(sort.field) }];
    case 'random':
      return [own];
    case 'edge-field':
      return [{ ...own, ...getLongFlag(sort.field) }];
    case 'edge-count':
    case 'edge-sum':
      return isLookedUpPerRow(sort.edge, few)
        ? [own]
        : [
            own,
            { table: context.targetOf(sort.edge).table.path, weight: groupingWeight },
            ...estimateLinkScan(sort.edge, groupingWeight),
          ];
  }
}

function getSortWeight({ key }: EntityModel, field: FieldModel): number {
  if (key.includes(field)) return 0;
  return field.indexed ? indexedWeight : 1;
}

/** An index finds the rows of non-unique eager edges, or a scan does. Sorting them may need another one. */
function estimateChildScans(context: SqlContext, shape: SelectShape, parents: 'one' | 'many'): TableScan[] {
  return listShownEdges(context, shape)
    .filter(({ edge, isBounded }) => !edge.unique && !isBounded)
    .flatMap((shown) => estimateEdgeScans(context, shown, shown.isBelow ? 'many' : parents));
}

/** An edge that a read shows, and the order of its rows. */
interface ShownEdge {
  readonly edge: EdgeModel;
  /** It reads no row past its limit. */
  readonly isBounded: boolean;
  readonly sort: readonly SortTerm[];
  /** Which of its rows; null for all. */
  readonly where: RelatedWhere | null;
  /** Below another edge. */
  readonly isBelow: boolean;
}

function listShownEdges(context: SqlContext, { subject, view }: SelectShape): readonly ShownEdge[] {
  if (view) return listViewEdges(context, { parent: subject, view, isBelow: false });
  return subject.edges
    .filter(({ eager }) => eager)
    .map((edge) => {
      const sort = planDefaultSort(context.targetOf(edge));
      return { edge, isBounded: false, sort, where: null, isBelow: false };
    });
}

/** What is shown of the entities of a view. */
interface ShownView {
  readonly parent: EntityModel;
  readonly view: View;
  readonly isBelow: boolean;
}

function listViewEdges(context: SqlContext, { parent, view, isBelow }: ShownView): readonly ShownEdge[] {
  return view.edges.flatMap((shown) => {
    const { edge, rows } = shown;
    const isBounded = readsNoFurtherRow(context, parent, shown);
    const below = { parent: context.targetOf(edge), view: shown.view, isBelow: true };
    return [
      { edge, isBounded, sort: listSortTerms(context, shown), where: rows?.where ?? null, isBelow },
      ...listViewEdges(context, below),
    ];
  });
}

function estimateEdgeScans(
  context: SqlContext,
  { edge, sort, where }: ShownEdge,
  parents: 'one' | 'many',
): TableScan[] {
  const target = context.targetOf(edge);
  const weight = (isIndexed(edge) ? lookupWeight : 1) * (parents === 'one' ? 1 : 2);
  const rows = { context, entity: target, few: true };
  const sorted = sort.flatMap((term) => estimateSortScans(rows, term));
  // Only rows of the parents shown are sorted, and indexes find these.
  const others = sorted.filter(({ table }) => table !== target.table.path);
  const tested = where ? estimateConditionScans(context, target, where.condition) : [];
  return [{ table: target.table.path, weight }, ...estimateLinkScan(edge, weight), ...tested, ...others];
}

function isIndexed({ join }: EdgeModel): boolean {
  return join.kind !== 'own' && join.indexed;
}

/** Merges the scans of each table. Leaves out those that cost nothing. */
function mergeScans(scans: readonly TableScan[]): readonly TableScan[] {
  const byTable = new Map<string, TableScan>();
  for (const scan of scans) {
    const { weight = 0, ...other } = byTable.get(scan.table) ?? {};
    byTable.set(scan.table, { ...other, ...scan, weight: weight + scan.weight });
  }
  return [...byTable.values()].filter(({ weight }) => weight > 0);
}
