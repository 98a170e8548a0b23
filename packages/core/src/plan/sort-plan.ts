// `sort` and `order` -> sort terms: a total order that ends with the key columns.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { SortModel } from '../model/query-model.js';
import { findSingleColumn } from '../model/row-id.js';
import { OrderAsc, OrderDesc, type Order } from '../vocabulary/order.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { shortenName } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import type { SortTerm } from './terms.js';
import type { QueryNames, QueryParameters } from './query-parameters.js';

/** The default sort of an entity: for lists without `sort` and `order`, and for eager-loaded edges. */
export function planDefaultSort(entity: EntityModel): readonly SortTerm[] {
  return planDefaultSortIn(entity, entity.defaultSort.order);
}

/** The default sort key in another direction. */
function planDefaultSortIn(entity: EntityModel, order: Order): readonly SortTerm[] {
  return appendKey(buildDefaultTerms(entity, order), entity);
}

function buildDefaultTerms(entity: EntityModel, order: Order): readonly SortTerm[] {
  const sort = entity.sorts.find(({ key }) => key === entity.defaultSort.key);
  return sort ? toSortTerms(entity, { sort, descending: order === OrderDesc }) : [];
}

/** A sort key and its direction. */
interface RequestedSort {
  readonly sort: SortModel;
  readonly descending: boolean;
}

/** The terms of a sort key: one; for an id of several columns, one per column. */
function toSortTerms(entity: EntityModel, { sort, descending }: RequestedSort): readonly SortTerm[] {
  return sort.by === 'key'
    ? entity.key.map((field) => ({ sort: toKeySort(entity, field), descending }))
    : [{ sort, descending }];
}

/** Appends the key columns in the direction of the last term, which makes the order total. */
function appendKey(terms: readonly SortTerm[], entity: EntityModel): readonly SortTerm[] {
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

/** The order of the ids. */
export function planKeySort(entity: EntityModel): readonly SortTerm[] {
  return entity.key.map((field) => ({ sort: toKeySort(entity, field), descending: false }));
}

/** Plans the order of a list: as requested, or the default of the entity. */
export function planSort(
  parameters: QueryParameters,
  names: QueryNames,
  faults: Faults,
): readonly SortTerm[] {
  const { entity } = names;
  const text = parameters.one(parameterNames.sort);
  const order = parseOrder(parameters, faults);
  if (text === undefined) return order === undefined ? names.defaultSort : planDefaultSortIn(entity, order);
  return planSortKeys({ parameter: parameterNames.sort, text, order: order ?? OrderAsc }, names, faults);
}

/** Sort keys as a client sent them; `order` is that of keys without a `-`. */
interface SentSort {
  readonly parameter: string;
  readonly text: string;
  readonly order: Order;
}

/** Plans the order that sort keys ask for. */
export function planSortKeys(sent: SentSort, names: QueryNames, faults: Faults): readonly SortTerm[] {
  const { entity } = names;
  const requested = parseSort(sent, names, faults);
  return appendKey(
    requested.flatMap((sort) => toSortTerms(entity, sort)),
    entity,
  );
}

/** `order`; undefined where the client did not send it. */
export function parseOrder(parameters: QueryParameters, faults: Faults): Order | undefined {
  const text = parameters.one(parameterNames.order);
  if (text === undefined || text === OrderAsc || text === OrderDesc) return text;
  faults.add({
    parameter: parameterNames.order,
    code: 'malformed_parameter',
    detail: "'order' must be asc or desc.",
  });
  return undefined;
}

function parseSort(
  { parameter, text, order }: SentSort,
  names: QueryNames,
  faults: Faults,
): readonly RequestedSort[] {
  const terms = text.split(',').flatMap((key): RequestedSort[] => {
    const reversed = key.startsWith('-');
    const sort = names.sorts.get(reversed ? key.slice(1) : key);
    // A random order has no reverse.
    const usable = sort !== undefined && !(reversed && sort.by === 'random');
    if (!usable) faults.add(createUnknownSortKeyFault(parameter, key, names));
    return usable ? [{ sort, descending: reversed || order === OrderDesc }] : [];
  });
  if (terms.length > 1 && terms.some(({ sort }) => sort.by === 'random'))
    faults.add(createSortFault(parameter, "'random' must stand alone."));
  // A key that comes again decides nothing.
  return terms.filter((term, at) => terms.findIndex(({ sort }) => sort === term.sort) === at);
}

/** The sort key of the id is the name of its field, which may differ from `id`. */
function createUnknownSortKeyFault(parameter: string, key: string, { idSort }: QueryNames) {
  const hint = idSort !== null && /^-?id$/.test(key) ? `: the id is called '${idSort}' here` : '';
  const detail = `'${shortenName(key)}' is not a sort key${hint}.`;
  return createSortFault(parameter, detail);
}

function createSortFault(parameter: string, detail: string) {
  return { parameter, code: 'malformed_parameter', detail } as const;
}

/** The part of a shape's key that stands for a sort term. */
export function formatSortKey({ sort, descending }: SortTerm): string {
  return descending ? `${sort.ordinal}d` : `${sort.ordinal}`;
}
