// The default sort, and the key columns that break ties.
import type { EntityModel, FieldModel, SortModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import { OrderDesc, type Order } from '../vocabulary/order.js';
import type { SortTerm } from './plan.js';

/** The default sort of an entity: for lists without `sort` and `order`, and for eager-loaded edges. */
export function planDefaultSort(entity: EntityModel): readonly SortTerm[] {
  return planDefaultSortIn(entity, entity.defaultSort.order);
}

/** The default sort key in another direction. */
export function planDefaultSortIn(entity: EntityModel, order: Order): readonly SortTerm[] {
  return appendKey(buildDefaultTerms(entity, order), entity);
}

function buildDefaultTerms(entity: EntityModel, order: Order): readonly SortTerm[] {
  const sort = entity.sorts.find(({ key }) => key === entity.defaultSort.key);
  return sort ? toSortTerms(entity, { sort, descending: order === OrderDesc }) : [];
}

/** A sort key and its direction. */
export interface RequestedSort {
  readonly sort: SortModel;
  readonly descending: boolean;
}

/** The terms of a sort key: one; for an id of several columns, one per column. */
export function toSortTerms(entity: EntityModel, { sort, descending }: RequestedSort): readonly SortTerm[] {
  return sort.by === 'key'
    ? entity.key.map((field) => ({ sort: toKeySort(entity, field), descending }))
    : [{ sort, descending }];
}

/** Appends the key columns in the direction of the last term, which makes the order total. */
export function appendKey(terms: readonly SortTerm[], entity: EntityModel): readonly SortTerm[] {
  if (terms.some(({ sort }) => sort.by === 'random')) return terms;
  const only = findSingleColumn(entity.key);
  const isId = ({ sort }: SortTerm) => only !== undefined && isField(sort, only);
  const upToId = terms.slice(0, 1 + terms.findIndex(isId));
  if (upToId.length > 0) return upToId;
  const descending = terms.at(-1)?.descending ?? entity.defaultSort.order === OrderDesc;
  return [...terms, ...entity.key.map((field) => ({ sort: toKeySort(entity, field), descending }))];
}

type FieldSort = Extract<SortModel, { by: 'field' }>;

function isField(sort: SortModel, field: FieldModel): sort is FieldSort {
  return sort.by === 'field' && sort.field === field;
}

/** A key column as a sort key, even if clients cannot sort by it. */
function toKeySort(entity: EntityModel, field: FieldModel): SortTerm['sort'] {
  const named = entity.sorts.find((sort): sort is FieldSort => isField(sort, field));
  return named ?? { key: field.name, ordinal: -1 - entity.key.indexOf(field), by: 'field', field };
}
