// What the time of a read grows with: which tables it goes through row by row, because no index leads to the rows.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import type { FilterTerm, SelectShape, SortTerm } from '../plan/plan.js';
import { looksUpRelated, readsFewRows } from './few-rows.js';
import type { SqlContext } from './table-sql.js';

/** A pass over a table. */
export interface TableScan {
  /** Path of the table, as TypeORM writes it. */
  readonly table: string;
  /** How much is done with each row: 1 is one comparison. */
  readonly weight: number;
}

/** Counting rows, or skipping them, without looking at them. */
const counting = 0.05;
/** A comparison that an index narrows down: to how many rows is not known. */
const indexed = 0.1;
/** Keeping a group for each key, and joining to it. */
const grouping = 2;

/** The passes of a read. */
export function tableScans(context: SqlContext, shape: SelectShape): readonly TableScan[] {
  const { subject, source, window } = shape;
  const children = window.kind === 'one' ? merged(childScans(context, subject, 'one')) : [];
  if (source.from === 'id' || source.from === 'inserted') return children;
  if (source.from === 'edge' && source.edge.unique) return children;
  const own = { table: subject.table.path, weight: sourceWeight(shape) };
  const filters = shape.filters.flatMap((term) => filterScans(context, shape, term));
  const sorts = shape.sort.flatMap((term) => sortScans(context, subject, term, readsFewRows(shape)));
  return merged([own, ...filters, ...sorts, ...childScans(context, subject, 'many')]);
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
  return targets.flatMap(({ edge, field }) => {
    const served = field?.indexed === true && (test === 'eq' || test === 'in');
    const weight = served ? indexed : 1;
    if (!edge) return [{ table: own, weight }];
    return [
      { table: own, weight: 1 },
      { table: context.targetOf(edge).table.path, weight },
    ];
  });
}

function sortScans(context: SqlContext, subject: EntityModel, { sort }: SortTerm, few: boolean): TableScan[] {
  const own = { table: subject.table.path, weight: 1 };
  switch (sort.by) {
    case 'field':
      return [{ ...own, weight: subject.key.includes(sort.field) ? 0 : sort.field.indexed ? indexed : 1 }];
    case 'random':
    case 'edge-field':
      return [own];
    case 'edge-count':
    case 'edge-sum':
      return looksUpRelated(sort.edge, few)
        ? [own]
        : [own, { table: context.targetOf(sort.edge).table.path, weight: grouping }];
  }
}

/** Non-unique eager edges are found by an index, or by one pass; sorting them may take another. */
function childScans(context: SqlContext, { edges }: EntityModel, parents: 'one' | 'many'): TableScan[] {
  return edges
    .filter((edge) => edge.eager && !edge.unique)
    .flatMap((edge) => edgeScans(context, edge, parents));
}

function edgeScans(context: SqlContext, edge: EdgeModel, parents: 'one' | 'many'): TableScan[] {
  const target = context.targetOf(edge);
  const found = { table: target.table.path, weight: isIndexed(edge) ? 0 : 1 };
  const sorted = defaultSort(target).flatMap((term) => sortScans(context, target, term, true));
  // Sorted are the rows of the parents shown, which indexes lead to.
  const others = sorted.filter(({ table }) => table !== target.table.path);
  return parents === 'one' ? [found, ...others] : [{ ...found, weight: found.weight * 2 }, ...others];
}

function isIndexed({ join }: EdgeModel): boolean {
  return join.kind !== 'own' && join.indexed;
}

/** One scan a table; those that cost nothing are left out. */
function merged(scans: readonly TableScan[]): readonly TableScan[] {
  const weights = new Map<string, number>();
  for (const { table, weight } of scans) weights.set(table, (weights.get(table) ?? 0) + weight);
  return [...weights].flatMap(([table, weight]) => (weight > 0 ? [{ table, weight }] : []));
}
