// Model and routes -> the columns that requests find or sort rows by.
import type { EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { FilterModel, FilterTarget, FilterTest } from '../model/query-model.js';
import type { Route } from '../model/route-model.js';
import { planDefaultSort } from '../plan/sort-plan.js';
import { hasNullsFirst, type Dialect } from '../sql/dialect.js';
import { OrderAsc, OrderDesc, type Order } from '../vocabulary/order.js';
import type { IndexNeed, IndexUse, NeededColumn } from './catalogue.js';

/** How each test uses an index; null if it matches most rows, so that an index does not help. */
const uses: Readonly<Record<FilterTest, IndexUse | null>> = {
  eq: 'equality',
  neq: null,
  in: 'equality',
  notIn: null,
  gt: 'range',
  gte: 'range',
  lt: 'range',
  lte: 'range',
  null: null,
  ieq: 'fold',
  has: 'part',
  ihas: 'part',
  prefix: 'prefix',
  suffix: 'part',
  words: 'part',
  any: null,
  all: null,
  empty: null,
  exists: null,
};

/** The input of the derivation. */
interface NeedSource {
  readonly entities: readonly EntityModel[];
  readonly routes: readonly Route[];
  readonly targetOf: TargetOf<EntityModel>;
  readonly dialect: Dialect;
}

/** Derives the needs of all lists and edges, in the order of the model, without those of views and expressions. */
export function deriveNeeds(source: NeedSource): readonly IndexNeed[] {
  return source.entities.flatMap((entity) => [
    ...source.routes
      .filter((route) => route.kind === 'list' && route.entity === entity)
      .flatMap(({ path }) => [
        ...deriveSortNeeds(source, entity, path),
        ...entity.filters.flatMap((filter) => deriveFilterNeeds(source, { entity, path, filter })),
      ]),
    ...entity.edges.flatMap((edge) => deriveEdgeNeeds(source, entity, edge)),
  ]);
}

function createNeed(
  { name, table }: EntityModel,
  need: Pick<IndexNeed, 'use' | 'columns' | 'by'>,
): readonly IndexNeed[] {
  if (table.isView) return [];
  return [{ entity: name, table: table.path, deletedAt: table.deletedAt, ...need }];
}

/** The default sort, and each sort key with the key columns. */
function deriveSortNeeds(source: NeedSource, entity: EntityModel, path: string): readonly IndexNeed[] {
  const deriveKeyNeed = (key: string, order: Order) =>
    deriveOrderNeed(
      source,
      { ...entity, defaultSort: { key, order } },
      `${path}?sort=${order === OrderDesc ? '-' : ''}${key}`,
    );
  return [
    ...deriveOrderNeed(source, entity, path),
    ...entity.sorts.flatMap((sort) => {
      if (sort.by !== 'field' && sort.by !== 'key') return [];
      const isReversible = sort.by === 'key' || hasReverse(sort.field);
      return [
        ...deriveKeyNeed(sort.key, OrderAsc),
        ...(isReversible ? [] : deriveKeyNeed(sort.key, OrderDesc)),
      ];
    }),
  ];
}

/** Read backwards, an index has the reverse order, with NULL at the other end. */
function hasReverse({ nullable, nulls }: FieldModel): boolean {
  return !nullable || nulls === 'lowest' || nulls === 'highest';
}

/** The need of the default sort. */
function deriveOrderNeed(source: NeedSource, entity: EntityModel, by: string): readonly IndexNeed[] {
  const terms = planDefaultSort(entity);
  const columns = terms.flatMap(({ sort, descending }) =>
    sort.by === 'field' && sort.field.expression === null
      ? [toOrderedColumn(source, sort.field, descending)]
      : [],
  );
  // Sorts across an edge, by an expression or at random read all rows.
  return columns.length === terms.length ? createNeed(entity, { use: 'order', columns, by }) : [];
}

function toNeededColumn({ dialect }: NeedSource, field: FieldModel): NeededColumn {
  const { column, nullable } = field;
  const inside = describeInside(dialect, field);
  return { column, nullable, descending: false, nullsFirst: true, cut: false, inside };
}

function toOrderedColumn(source: NeedSource, field: FieldModel, descending: boolean): NeededColumn {
  const nullsFirst = hasNullsFirst({ nulls: field.nulls, descending });
  const cut = isSortedByBeginning(source, field);
  return { ...toNeededColumn(source, field), descending, nullsFirst, cut };
}

function isSortedByBeginning({ dialect }: NeedSource, field: FieldModel): boolean {
  const value = dialect.quote(field.column);
  return dialect.compileSortValue(value, { ...field, indexed: true }) !== value;
}

function describeInside(dialect: Dialect, field: FieldModel): NeededColumn['inside'] {
  const { document, kind, column } = field;
  if (!document || document.path.length === 0) return null;
  const sql = dialect.compilePath(dialect.quote(column), field, document);
  return { sql, kind, storage: document.storage };
}

/** A filter of the list at a path. */
interface ListFilter {
  readonly entity: EntityModel;
  readonly path: string;
  readonly filter: FilterModel;
}

function deriveFilterNeeds(source: NeedSource, list: ListFilter): readonly IndexNeed[] {
  return list.filter.targets.flatMap((target) => [
    ...deriveTargetNeeds(source, list, target),
    ...deriveOwnKeyNeed(list, target),
  ]);
}

/** The tested columns, in the table of the entity or of the edge's target. */
function deriveTargetNeeds(
  source: NeedSource,
  { entity, path, filter }: ListFilter,
  { edge, field, key }: FilterTarget,
): readonly IndexNeed[] {
  const use = uses[filter.test];
  const tested = field ? [field] : (key ?? []);
  if (use === null || tested.length === 0 || tested.some(isUnfit)) return [];
  const by = `${path}?${filter.name}`;
  const columns = tested.map((each) => toNeededColumn(source, each));
  return createNeed(edge ? source.targetOf(edge) : entity, { use, columns, by });
}

/** A boolean matches too many rows for an index, and an author's expression has none. */
function isUnfit({ kind, columnKind, expression }: FieldModel): boolean {
  return kind === 'boolean' || columnKind === 'boolean' || expression !== null;
}

/** Filters across an edge find the ids of the targets first, then the rows that refer to them. */
function deriveOwnKeyNeed(
  { entity, path }: ListFilter,
  { edge, field, key }: FilterTarget,
): readonly IndexNeed[] {
  if (edge?.join.kind !== 'own' || (!field && !key)) return [];
  const { columns } = edge.join;
  return createNeed(entity, {
    use: 'equality',
    columns: columns.map(toForeignColumn),
    by: `${path}?${edge.name}.*`,
  });
}

function toForeignColumn(column: string): NeededColumn {
  return { column, nullable: true, descending: false, nullsFirst: true, cut: false, inside: null };
}

/** Foreign keys in the target's table, and both ids of a join table. */
function deriveEdgeNeeds(
  { routes, targetOf }: NeedSource,
  entity: EntityModel,
  edge: EdgeModel,
): readonly IndexNeed[] {
  const { join } = edge;
  const route = routes.find((each) => each.entity === entity && each.edge === edge);
  const by = route?.path ?? `${entity.name}.${edge.property}`;
  const createKeyNeed = (columns: readonly string[]) =>
    ({ use: 'equality', columns: columns.map(toForeignColumn), by }) as const;
  if (join.kind === 'foreign') return createNeed(targetOf(edge), createKeyNeed(join.columns));
  if (join.kind === 'own') return [];
  return [join.ownColumns, join.targetColumns].map((columns) => ({
    entity: entity.name,
    table: join.table,
    deletedAt: null,
    ...createKeyNeed(columns),
  }));
}
