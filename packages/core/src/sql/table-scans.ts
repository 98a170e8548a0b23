// What the time of a read grows with: which tables it goes through row by row, because no index leads to the rows.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import type { FilterTerm, SelectShape, SortTerm } from '../plan/plan.js';
import { looksUpRelated, readsFewRows } from './few-rows.js';
import { isLong } from './response-size.js';
import { hasExpressions, type SqlContext } from './table-sql.js';

/** A pass over a table. */
export interface TableScan {
  /** Path of the table, as TypeORM writes it. */
  readonly table: string;
  /** How much is done with each row: 1 is one comparison. */
  readonly weight: number;
  /** Texts of any length are compared. */
  readonly long?: true;
  /** A view, or expressions of the author's over its rows: how many rows those go through is not known. */
  readonly computed?: true;
}

/** Counting rows, or skipping them: their pages are read. */
const counting = 0.5;
/** Reading what an index finds for one row: how much is not known, and it may be all. */
const found = 0.3;
/** A comparison that an index narrows down: to how many rows is not known. */
const indexed = 0.1;
/** Keeping a group for each key, and joining to it. */
const grouping = 2;

/** The passes of a read. */
export function tableScans(context: SqlContext, shape: SelectShape): readonly TableScan[] {
  const { subject, source, window } = shape;
  const computed = computedScans(context, shape);
  const children = window.kind === 'one' ? merged([...computed, ...childScans(context, subject, 'one')]) : [];
  if (source.from === 'id' || source.from === 'inserted') return children;
  if (source.from === 'edge' && source.edge.unique) return children;
  const weight = sourceWeight(shape);
  const own = { table: subject.table.path, weight };
  const links = source.from === 'edge' ? linkScan(source.edge, weight) : [];
  const filters = shape.filters.flatMap((term) => filterScans(context, shape, term));
  const sorted = { context, entity: subject, few: readsFewRows(shape) };
  const sorts = shape.sort.flatMap((term) => sortScans(sorted, term));
  return merged([own, ...computed, ...links, ...filters, ...sorts, ...childScans(context, subject, 'many')]);
}

/** What is computed for a read may go through any number of rows, however few are read. */
function computedScans(context: SqlContext, shape: SelectShape): TableScan[] {
  const { subject, source } = shape;
  const edges = [
    ...subject.edges.filter(({ eager }) => eager),
    ...shape.sort.flatMap(({ sort }) => ('edge' in sort ? [sort.edge] : [])),
    ...shape.filters.flatMap(({ filter }) => filter.targets.flatMap(({ edge }) => edge ?? [])),
  ];
  const parents = source.from === 'edge' ? [source.parent] : [];
  return [subject, ...parents, ...edges.map((edge) => context.targetOf(edge))]
    .filter((entity) => entity.table.isView || hasExpressions(entity))
    .map(({ table }) => ({ table: table.path, weight: 1, computed: true }));
}

function sourceWeight({ source }: SelectShape): number {
  if (source.from !== 'edge' || source.edge.join.kind === 'own') return counting;
  return source.edge.join.indexed ? counting : 1;
}

function filterScans(
  context: SqlContext,
  { subject }: SelectShape,
  { filter: { test, targets } }: FilterTerm,
): TableScan[] {
  const own = subject.table.path;
  return targets.flatMap(({ edge, field, key }) => {
    const served = (key !== undefined || field?.indexed === true) && (test === 'eq' || test === 'in');
    const weight = served ? indexed : 1;
    const long = field && test !== 'null' ? longOf(field) : {};
    if (!edge) return [{ table: own, weight, ...long }];
    return [
      { table: own, weight: 1 },
      { table: context.targetOf(edge).table.path, weight, ...long },
      ...linkScan(edge, 1),
    ];
  });
}

/** An entity whose rows are sorted, and whether they are few. */
interface SortedRows {
  readonly context: SqlContext;
  readonly entity: EntityModel;
  readonly few: boolean;
}

function sortScans({ context, entity, few }: SortedRows, { sort }: SortTerm): TableScan[] {
  const own = { table: entity.table.path, weight: 1 };
  switch (sort.by) {
    case 'field':
      return [{ ...own, weight: sortWeight(entity, sort.field), ...longOf(sort.field) }];
    case 'random':
      return [own];
    case 'edge-field':
      return [{ ...own, ...longOf(sort.field) }];
    case 'edge-count':
    case 'edge-sum':
      return looksUpRelated(sort.edge, few)
        ? [own]
        : [
            own,
            { table: context.targetOf(sort.edge).table.path, weight: grouping },
            ...linkScan(sort.edge, grouping),
          ];
  }
}

function sortWeight({ key }: EntityModel, field: FieldModel): number {
  if (key.includes(field)) return 0;
  return field.indexed ? indexed : 1;
}

function longOf(field: FieldModel): Pick<TableScan, 'long'> {
  return isLong(field) ? { long: true } : {};
}

/** The scan of an edge's join table, if it has one. It may be large even if the target's table is small. */
function linkScan({ join }: EdgeModel, weight: number): TableScan[] {
  return join.kind === 'table' ? [{ table: join.table, weight }] : [];
}

/** Non-unique eager edges are found by an index, or by one pass; sorting them may take another. */
function childScans(context: SqlContext, { edges }: EntityModel, parents: 'one' | 'many'): TableScan[] {
  return edges
    .filter((edge) => edge.eager && !edge.unique)
    .flatMap((edge) => edgeScans(context, edge, parents));
}

function edgeScans(context: SqlContext, edge: EdgeModel, parents: 'one' | 'many'): TableScan[] {
  const target = context.targetOf(edge);
  const weight = (isIndexed(edge) ? found : 1) * (parents === 'one' ? 1 : 2);
  const rows = { context, entity: target, few: true };
  const sorted = defaultSort(target).flatMap((term) => sortScans(rows, term));
  // Sorted are the rows of the parents shown, which indexes lead to.
  const others = sorted.filter(({ table }) => table !== target.table.path);
  return [{ table: target.table.path, weight }, ...linkScan(edge, weight), ...others];
}

function isIndexed({ join }: EdgeModel): boolean {
  return join.kind !== 'own' && join.indexed;
}

/** One scan a table; those that cost nothing are left out. */
function merged(scans: readonly TableScan[]): readonly TableScan[] {
  const byTable = new Map<string, TableScan>();
  for (const scan of scans) {
    const { weight = 0, ...other } = byTable.get(scan.table) ?? {};
    byTable.set(scan.table, { ...other, ...scan, weight: weight + scan.weight });
  }
  return [...byTable.values()].filter(({ weight }) => weight > 0);
}
