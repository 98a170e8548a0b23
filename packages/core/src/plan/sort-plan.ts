// `sort` and `order` -> sort terms: a total order that ends with the key columns.
import type { EntityModel } from '../model/api-model.js';
import { OrderAsc, OrderDesc, type Order } from '../vocabulary/order.js';
import { defaultSortIn, sortTerms, withKey, type AskedSort } from './default-sort.js';
import { shortened, type Faults } from './faults.js';
import type { SortTerm } from './plan.js';
import type { QueryNames } from './query-names.js';
import type { QueryParameters } from './query-plan.js';

/** Plans the order of a list: as requested, or the default of the entity. */
export function planSort(
  parameters: QueryParameters,
  entity: EntityModel,
  names: QueryNames,
  faults: Faults,
): readonly SortTerm[] {
  const text = parameters.one('sort');
  const order = orderOf(parameters, faults);
  if (text === undefined) return order === undefined ? names.defaultSort : defaultSortIn(entity, order);
  const asked = askedTerms(text, order ?? OrderAsc, names, faults);
  return withKey(
    asked.flatMap((sort) => sortTerms(entity, sort)),
    entity,
  );
}

function orderOf(parameters: QueryParameters, faults: Faults): Order | undefined {
  const text = parameters.one('order');
  if (text === undefined || text === OrderAsc || text === OrderDesc) return text;
  faults.add({ parameter: 'order', code: 'malformed_parameter', detail: "'order' must be asc or desc." });
  return undefined;
}

function askedTerms(text: string, order: Order, names: QueryNames, faults: Faults): readonly AskedSort[] {
  const terms = text.split(',').flatMap((key): AskedSort[] => {
    const reversed = key.startsWith('-');
    const sort = names.sorts.get(reversed ? key.slice(1) : key);
    // A random order has no reverse.
    const usable = sort !== undefined && !(reversed && sort.by === 'random');
    if (!usable) faults.add(unknownKey(key, names));
    return usable ? [{ sort, descending: reversed || order === OrderDesc }] : [];
  });
  reportRepetition(terms, faults);
  return terms;
}

/** The sort key of the id is the name of its field, which may differ from `id`. */
function unknownKey(key: string, { idSort }: QueryNames) {
  const hint = idSort !== null && /^-?id$/.test(key) ? `: the id is called '${idSort}' here` : '';
  const detail = `'${shortened(key)}' is not a sort key${hint}.`;
  return { parameter: 'sort', code: 'malformed_parameter', detail } as const;
}

function reportRepetition(terms: readonly AskedSort[], faults: Faults): void {
  const distinct = new Set(terms.map(({ sort }) => sort));
  if (distinct.size < terms.length) {
    faults.add({
      parameter: 'sort',
      code: 'malformed_parameter',
      detail: 'A sort key may be given only once.',
    });
  }
  if (terms.length > 1 && terms.some(({ sort }) => sort.by === 'random')) {
    faults.add({ parameter: 'sort', code: 'malformed_parameter', detail: "'random' must stand alone." });
  }
}
