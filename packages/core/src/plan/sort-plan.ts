// `sort` and `order` -> sort terms: a total order that ends with the key columns.
import { OrderAsc, OrderDesc, type Order } from '../vocabulary/order.js';
import { shortened } from '../vocabulary/quantity.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { defaultSortIn, sortTerms, withKey, type AskedSort } from './default-sort.js';
import type { Faults } from './faults.js';
import type { SortTerm } from './plan.js';
import type { QueryNames, QueryParameters } from './query-parameters.js';

/** Plans the order of a list: as requested, or the default of the entity. */
export function planSort(
  parameters: QueryParameters,
  names: QueryNames,
  faults: Faults,
): readonly SortTerm[] {
  const { entity } = names;
  const text = parameters.one(parameterNames.sort);
  const order = orderOf(parameters, faults);
  if (text === undefined) return order === undefined ? names.defaultSort : defaultSortIn(entity, order);
  const asked = askedTerms({ text, order: order ?? OrderAsc }, names, faults);
  return withKey(
    asked.flatMap((sort) => sortTerms(entity, sort)),
    entity,
  );
}

function orderOf(parameters: QueryParameters, faults: Faults): Order | undefined {
  const text = parameters.one(parameterNames.order);
  if (text === undefined || text === OrderAsc || text === OrderDesc) return text;
  faults.add({
    parameter: parameterNames.order,
    code: 'malformed_parameter',
    detail: "'order' must be asc or desc.",
  });
  return undefined;
}

function askedTerms(
  { text, order }: { readonly text: string; readonly order: Order },
  names: QueryNames,
  faults: Faults,
): readonly AskedSort[] {
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
  return malformedSort(detail);
}

function reportRepetition(terms: readonly AskedSort[], faults: Faults): void {
  const distinct = new Set(terms.map(({ sort }) => sort));
  if (distinct.size < terms.length) {
    faults.add(malformedSort('A sort key may be given only once.'));
  }
  if (terms.length > 1 && terms.some(({ sort }) => sort.by === 'random')) {
    faults.add(malformedSort("'random' must stand alone."));
  }
}

function malformedSort(detail: string) {
  return { parameter: parameterNames.sort, code: 'malformed_parameter', detail } as const;
}
