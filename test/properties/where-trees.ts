// Random trees of a `where`, as JSON, and what they mean: contract section B, written a second time.
import type { ApiModel, EdgeModel, EntityModel, FilterModel } from '@decorest/core';
import fc from 'fast-check';
import type { DatabaseName } from '../support/test-database.js';
import { filterTest, type AskedFilter } from './filter-oracle.js';
import { askedFilter, type KnownValues } from './filter-values.js';
import type { TableRow } from './table-rows.js';

export type Quantifier = 'some' | 'none' | 'all';

/** One object of a `where`. */
export interface Tree {
  readonly filters: readonly AskedFilter[];
  readonly and?: readonly Tree[];
  readonly or?: readonly Tree[];
  readonly not?: Tree;
  readonly related: readonly RelatedTree[];
}

export interface RelatedTree {
  readonly quantifier: Quantifier;
  readonly edge: EdgeModel;
  readonly of: Tree;
}

export const leaf = (...filters: readonly AskedFilter[]): Tree => ({ filters, related: [] });
export const not = (of: Tree): Tree => ({ filters: [], related: [], not: of });
export const and = (...of: readonly Tree[]): Tree => ({ filters: [], related: [], and: of });
export const or = (...of: readonly Tree[]): Tree => ({ filters: [], related: [], or: of });
export const quantified = (quantifier: Quantifier, edge: EdgeModel, of: Tree): Tree => ({
  filters: [],
  related: [{ quantifier, edge, of }],
});

/** Whether a row meets the condition. */
export function meets(row: TableRow, tree: Tree, database: DatabaseName): boolean {
  return (
    (tree.filters.length === 0 || filterTest({ asked: tree.filters, junction: 'and' }, database)(row)) &&
    (tree.and?.every((one) => meets(row, one, database)) ?? true) &&
    (tree.or?.some((one) => meets(row, one, database)) ?? true) &&
    !(tree.not && meets(row, tree.not, database)) &&
    tree.related.every((one) => meetsRelated(row, one, database))
  );
}

function meetsRelated(row: TableRow, { quantifier, edge, of }: RelatedTree, database: DatabaseName): boolean {
  const met = (row.edges[edge.name] ?? []).map((other) => meets(other, of, database));
  switch (quantifier) {
    case 'some':
      return met.includes(true);
    case 'none':
      return !met.includes(true);
    case 'all':
      return !met.includes(false);
  }
}

/** The JSON value of a tree. */
export function whereValue(tree: Tree): Record<string, unknown> {
  return {
    ...Object.fromEntries(tree.filters.map((asked) => [asked.filter.name, filterValue(asked)])),
    ...(tree.and && { and: tree.and.map(whereValue) }),
    ...(tree.or && { or: tree.or.map(whereValue) }),
    ...(tree.not && { not: whereValue(tree.not) }),
    ...Object.fromEntries(
      tree.related.map(({ quantifier, edge, of }) => [`${quantifier}.${edge.name}`, whereValue(of)]),
    ),
  };
}

/** `where=...`, encoded. */
export function whereQuery(tree: Tree): string {
  return `where=${encodeURIComponent(JSON.stringify(whereValue(tree)))}`;
}

/** The value of a filter as JSON. */
function filterValue({ filter, texts }: AskedFilter): unknown {
  const values = texts.map((text) => scalarValue(filter, text));
  return filter.test === 'in' || filter.test === 'notIn' ? values : values[0];
}

function scalarValue({ test, targets }: FilterModel, text: string): unknown {
  if (test === 'exists' || test === 'null') return text === 'true';
  const kinds = targets.map(({ field }) => field?.kind);
  if (kinds.includes('integer') || kinds.includes('float')) return Number(text);
  return kinds.includes('boolean') ? text === 'true' : text;
}

/** A counterexample shows the JSON, not the model. */
function printable(tree: Tree): Tree {
  const shown = { ...tree, [fc.toStringMethod]: () => JSON.stringify(whereValue(tree)) };
  return shown;
}

/** How many filters a tree has. */
export function countFilters({ filters, and: all = [], or: any = [], not: other, related }: Tree): number {
  const parts = [...all, ...any, ...(other ? [other] : []), ...related.map(({ of }) => of)];
  return parts.reduce((sum, one) => sum + countFilters(one), filters.length);
}

export const mostFilters = 20;

/** The entity that an edge leads to. */
export function targetOf({ entities }: ApiModel, { target }: EdgeModel): EntityModel {
  const found = entities.find(({ name }) => name === target);
  if (!found) throw new Error(`There is no ${target}.`);
  return found;
}

/** The edges that conditions on an entity may follow. */
export function filterEdges({ filters }: EntityModel): readonly EdgeModel[] {
  return filters.flatMap(({ test, targets: [target] }) =>
    test === 'exists' && target?.edge ? [target.edge] : [],
  );
}

/** The filters that an object may have where so many edges may still follow. */
export function filtersWithin({ filters }: EntityModel, edgesLeft: number): readonly FilterModel[] {
  return edgesLeft > 0
    ? filters
    : filters.filter(({ targets }) => targets.every(({ edge }) => edge === null));
}

/** Makes random trees of the entities of a model. */
export class TreeMaker {
  readonly #known = new Map<string, fc.Arbitrary<Tree>>();

  constructor(
    readonly model: ApiModel,
    readonly values: KnownValues,
  ) {}

  /** A condition on an entity whose lists take `where`, of at most this many nested objects. */
  treeOf(entity: EntityModel, objects: number): fc.Arbitrary<Tree> {
    return this.#treeOf(entity, entity.where?.depth ?? 0, objects)
      .filter((tree) => countFilters(tree) <= mostFilters)
      .map(printable);
  }

  #treeOf(entity: EntityModel, edgesLeft: number, objects: number): fc.Arbitrary<Tree> {
    const key = `${entity.name} ${edgesLeft} ${objects}`;
    const made = this.#known.get(key) ?? this.#makeTree(entity, edgesLeft, objects);
    this.#known.set(key, made);
    return made;
  }

  #makeTree(entity: EntityModel, edgesLeft: number, objects: number): fc.Arbitrary<Tree> {
    const filters = filtersWithin(entity, edgesLeft);
    const asked = (least: number) =>
      fc
        .uniqueArray(fc.constantFrom(...filters), { minLength: least, maxLength: 3 })
        .chain((some) => fc.tuple(...some.map((filter) => askedFilter(filter, this.values))));
    const leaves = asked(1).map((some) => leaf(...some));
    if (objects === 1) return leaves;
    const inner = this.#treeOf(entity, edgesLeft, objects - 1);
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    const related = this.#makeRelated(entity, edgesLeft, objects);
    const several = fc
      .record(
        { filters: asked(0), and: list, or: list, not: inner, related },
        { requiredKeys: ['filters', 'related'] },
      )
      .filter((tree) => Object.keys(whereValue(tree)).length > 0);
    const quantifiedTrees = related
      .filter((some) => some.length > 0)
      .map((some): Tree => ({ filters: [], related: some }));
    return fc.oneof(
      { weight: 2, arbitrary: leaves },
      { weight: 1, arbitrary: inner.map(not) },
      { weight: 1, arbitrary: list.map((some) => or(...some)) },
      ...(edgesLeft > 0 ? [{ weight: 2, arbitrary: quantifiedTrees }] : []),
      { weight: 2, arbitrary: several },
    );
  }

  #makeRelated(entity: EntityModel, edgesLeft: number, objects: number): fc.Arbitrary<RelatedTree[]> {
    const edges = edgesLeft > 0 ? filterEdges(entity) : [];
    if (edges.length === 0) return fc.constant([]);
    const one = fc.constantFrom(...edges).chain((edge) =>
      fc.record({
        quantifier: fc.constantFrom<Quantifier>('some', 'none', 'all'),
        edge: fc.constant(edge),
        of: this.#treeOf(targetOf(this.model, edge), edgesLeft - 1, objects - 1),
      }),
    );
    return fc.uniqueArray(one, {
      maxLength: 2,
      selector: ({ quantifier, edge }) => `${quantifier}.${edge.name}`,
    });
  }
}
