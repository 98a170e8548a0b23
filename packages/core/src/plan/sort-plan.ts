// `sort` and `order` -> sort terms: a total order, the key columns last.
import type { EntityModel, SortModel } from '../model/api-model.js';
import { OrderDesc, type Order } from '../vocabulary/order.js';
import { shortened, type Faults } from './faults.js';
import type { SortTerm } from './plan.js';
import type { QueryNames } from './query-names.js';
import type { QueryParameters } from './query-plan.js';

/** Plans the order of a list: as asked, or the default of the entity. */
export function planSort(
  parameters: QueryParameters,
  entity: EntityModel,
  names: QueryNames,
  faults: Faults,
): readonly SortTerm[] {
  const order = orderOf(parameters, entity, faults);
  const text = parameters.one('sort');
  if (text === undefined) return withKey(defaultTerms(entity, order), entity);
  return withKey(askedTerms(text, order, names, faults), entity);
}

/** The default sort of an entity: that of eager-loaded edges too, and of lists nobody sorts. */
export function defaultSort(entity: EntityModel): readonly SortTerm[] {
  return withKey(defaultTerms(entity, entity.defaultSort.order), entity);
}

function orderOf(parameters: QueryParameters, entity: EntityModel, faults: Faults): Order {
  const text = parameters.one('order');
  if (text === undefined) return parameters.one('sort') === undefined ? entity.defaultSort.order : 'asc';
  if (text === 'asc' || text === 'desc') return text;
  faults.add({ parameter: 'order', code: 'malformed_parameter', detail: "'order' must be asc or desc." });
  return 'asc';
}

function defaultTerms(entity: EntityModel, order: Order): readonly SortTerm[] {
  const sort = entity.sorts.find(({ key }) => key === entity.defaultSort.key);
  return sort ? [{ sort, descending: order === OrderDesc }] : [];
}

function askedTerms(text: string, order: Order, names: QueryNames, faults: Faults): readonly SortTerm[] {
  const terms = text.split(',').flatMap((key): SortTerm[] => {
    const reversed = key.startsWith('-');
    const sort = names.sorts.get(reversed ? key.slice(1) : key);
    // Nothing runs backwards at random.
    const usable = sort !== undefined && !(reversed && sort.by === 'random');
    if (!usable) faults.add(unknownKey(key));
    return usable ? [{ sort, descending: reversed || order === OrderDesc }] : [];
  });
  reportRepetition(terms, faults);
  return terms;
}

function unknownKey(key: string) {
  const detail = `'${shortened(key)}' is not a sort key.`;
  return { parameter: 'sort', code: 'malformed_parameter', detail } as const;
}

function reportRepetition(terms: readonly SortTerm[], faults: Faults): void {
  const distinct = new Set(terms.map(({ sort }) => sort));
  if (distinct.size < terms.length) {
    faults.add({ parameter: 'sort', code: 'malformed_parameter', detail: 'A sort key may be given once.' });
  }
  if (terms.length > 1 && terms.some(({ sort }) => sort.by === 'random')) {
    faults.add({ parameter: 'sort', code: 'malformed_parameter', detail: "'random' must stand alone." });
  }
}

/** Ends the order with the key, in the direction of the last term, so that no two rows are equal. */
function withKey(terms: readonly SortTerm[], entity: EntityModel): readonly SortTerm[] {
  if (terms.some(({ sort }) => sort.by === 'random')) return terms;
  const upToId = terms.slice(0, 1 + terms.findIndex(({ sort }) => isField(sort, entity.id)));
  if (upToId.length > 0) return upToId;
  const descending = terms.at(-1)?.descending ?? entity.defaultSort.order === OrderDesc;
  return [...terms, ...entity.key.map((field) => ({ sort: keyColumn(entity, field), descending }))];
}

function isField(sort: SortModel, field: EntityModel['id']): boolean {
  return sort.by === 'field' && sort.field === field;
}

/** A key column as a sort key, whether clients may name it or not. */
function keyColumn(entity: EntityModel, field: EntityModel['key'][number]): SortModel {
  const named = entity.sorts.find((sort) => isField(sort, field));
  return named ?? { key: field.name, ordinal: -1 - entity.key.indexOf(field), by: 'field', field };
}
