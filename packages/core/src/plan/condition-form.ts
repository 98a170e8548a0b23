// The normal form of a condition: conditions with the same meaning have the same shape, regardless of the order in which the
// client wrote them. Members are sorted by their keys, together with their values.
import type { EdgeModel } from '../model/member-model.js';
import type { FilterModel } from '../model/query-model.js';
import type { Condition, FilterTerm } from './terms.js';

/** A filter and its values. */
export interface FilterDraft {
  readonly filter: FilterModel;
  readonly negated: boolean;
  readonly words: number;
  readonly values: readonly unknown[];
}

/** A condition in the client's form, with its values. */
export type ConditionDraft =
  | { readonly is: 'filters'; readonly filters: readonly FilterDraft[] }
  | { readonly is: 'and' | 'or'; readonly of: readonly ConditionDraft[] }
  | { readonly is: 'not'; readonly of: ConditionDraft }
  | { readonly is: 'some'; readonly edge: EdgeModel; readonly ordinal: number; readonly of: ConditionDraft };

/** A condition with its values in slots. */
interface NormalCondition {
  readonly condition: Condition;
  readonly values: readonly unknown[];
  /** Identifies the condition without its values. */
  readonly key: string;
}

/** Converts a condition to its normal form. Its values take the slots from `firstSlot` on. */
export function buildCondition(draft: ConditionDraft, firstSlot: number): NormalCondition {
  const normal = normalizeCondition(draft);
  const values: unknown[] = [];
  const condition = placeCondition(normal, (some) => {
    const slot = firstSlot + values.length;
    values.push(...some);
    return slot;
  });
  return { condition, values, key: normal.key };
}

/** A draft in normal form, and the key of its shape. */
type NormalForm = { readonly key: string } & (
  | { readonly is: 'filters'; readonly filters: readonly FilterDraft[] }
  | { readonly is: 'and' | 'or'; readonly of: readonly NormalForm[] }
  | { readonly is: 'not'; readonly of: NormalForm }
  | { readonly is: 'some'; readonly edge: EdgeModel; readonly of: NormalForm }
);

type NormalFilters = Extract<NormalForm, { readonly is: 'filters' }>;

function normalizeCondition(draft: ConditionDraft): NormalForm {
  switch (draft.is) {
    case 'filters':
      return normalizeFilters(draft.filters);
    case 'and':
    case 'or':
      return joinConditions(draft.is, draft.of.map(normalizeCondition));
    case 'not':
      return negateCondition(normalizeCondition(draft.of));
    case 'some': {
      const of = normalizeCondition(draft.of);
      return { is: 'some', key: `E${draft.ordinal}${of.key}`, edge: draft.edge, of };
    }
  }
}

function normalizeFilters(filters: readonly FilterDraft[]): NormalFilters {
  const sorted = [...filters].sort((a, b) => a.filter.ordinal - b.filter.ordinal);
  return { is: 'filters', key: `(${sorted.map(formatFilterKey).join()})`, filters: sorted };
}

/** The key of a filter in a shape. */
export function formatFilterKey({
  filter,
  words,
  negated,
}: Pick<FilterTerm, 'filter' | 'words' | 'negated'>): string {
  if (words > 1) return `${filter.ordinal}w${words}`;
  return negated ? `!${filter.ordinal}` : `${filter.ordinal}`;
}

function negateCondition(of: NormalForm): NormalForm {
  return of.is === 'not' ? of.of : { is: 'not', key: `!${of.key}`, of };
}

const signs = { and: '&', or: '|' } as const;

function joinConditions(is: 'and' | 'or', conditions: readonly NormalForm[]): NormalForm {
  const flat = conditions.flatMap((one) => (one.is === is ? one.of : [one]));
  const members = is === 'and' ? mergeFilters(flat) : flat;
  const [only, ...more] = members;
  if (only && more.length === 0) return only;
  const of = [...members].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { is, key: `${signs[is]}[${of.map(({ key }) => key).join(' ')}]`, of };
}

/** Merges filters that AND joins, except filters of different objects across one edge: different rows may match these. */
function mergeFilters(conditions: readonly NormalForm[]): readonly NormalForm[] {
  const nodes = conditions.filter((one): one is NormalFilters => one.is === 'filters');
  if (nodes.length < 2) return conditions;
  const edgesOf = nodes.map(
    ({ filters }) => new Set(filters.flatMap((one) => findCollectionAcross(one) ?? [])),
  );
  const isShared = (edge: EdgeModel) => edgesOf.filter((edges) => edges.has(edge)).length > 1;
  const merged: FilterDraft[] = [];
  const apart: NormalFilters[] = [];
  for (const { filters } of nodes) {
    const byEdge = new Map<EdgeModel, FilterDraft[]>();
    for (const one of filters) {
      const edge = findCollectionAcross(one);
      if (edge && isShared(edge)) byEdge.set(edge, [...(byEdge.get(edge) ?? []), one]);
      else merged.push(one);
    }
    apart.push(...[...byEdge.values()].map(normalizeFilters));
  }
  const others = conditions.filter(({ is }) => is !== 'filters');
  return [...(merged.length > 0 ? [normalizeFilters(merged)] : []), ...apart, ...others];
}

function findCollectionAcross({ filter }: FilterDraft): EdgeModel | null {
  const edge = findEdgeAcross(filter);
  return edge && !edge.unique ? edge : null;
}

/** The edge across which a filter tests a field or an id of one related row; null for other filters. */
export function findEdgeAcross({ targets: [target, ...more] }: FilterModel): EdgeModel | null {
  const isEdgeItself = target?.field === null && target.key === undefined;
  return target && !isEdgeItself && more.length === 0 ? target.edge : null;
}

/** Takes the slots of some values, and returns the first. */
type TakeSlots = (values: readonly unknown[]) => number;

function placeCondition(normal: NormalForm, takeSlots: TakeSlots): Condition {
  switch (normal.is) {
    case 'filters':
      return {
        is: 'filters',
        terms: normal.filters.map(({ filter, words, negated, values }) => ({
          filter,
          slot: takeSlots(values),
          words,
          negated,
        })),
      };
    case 'and':
    case 'or':
      return { is: normal.is, of: normal.of.map((one) => placeCondition(one, takeSlots)) };
    case 'not':
      return { is: 'not', of: placeCondition(normal.of, takeSlots) };
    case 'some':
      return { is: 'some', edge: normal.edge, of: placeCondition(normal.of, takeSlots) };
  }
}
