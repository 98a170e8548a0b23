// `sort` and `order` -> sort terms: a total order that ends with the key columns.
import { OrderAsc, OrderDesc, type Order } from '../vocabulary/order.js';
import { shortenName } from '../vocabulary/wording.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { planDefaultSortIn, toSortTerms, appendKey, type RequestedSort } from './default-sort.js';
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
  const order = parseOrder(parameters, faults);
  if (text === undefined) return order === undefined ? names.defaultSort : planDefaultSortIn(entity, order);
  const requested = parseSort({ text, order: order ?? OrderAsc }, names, faults);
  return appendKey(
    requested.flatMap((sort) => toSortTerms(entity, sort)),
    entity,
  );
}

function parseOrder(parameters: QueryParameters, faults: Faults): Order | undefined {
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
  { text, order }: { readonly text: string; readonly order: Order },
  names: QueryNames,
  faults: Faults,
): readonly RequestedSort[] {
  const terms = text.split(',').flatMap((key): RequestedSort[] => {
    const reversed = key.startsWith('-');
    const sort = names.sorts.get(reversed ? key.slice(1) : key);
    // A random order has no reverse.
    const usable = sort !== undefined && !(reversed && sort.by === 'random');
    if (!usable) faults.add(createUnknownSortKeyFault(key, names));
    return usable ? [{ sort, descending: reversed || order === OrderDesc }] : [];
  });
  reportRepetition(terms, faults);
  return terms;
}

/** The sort key of the id is the name of its field, which may differ from `id`. */
function createUnknownSortKeyFault(key: string, { idSort }: QueryNames) {
  const hint = idSort !== null && /^-?id$/.test(key) ? `: the id is called '${idSort}' here` : '';
  const detail = `'${shortenName(key)}' is not a sort key${hint}.`;
  return createSortFault(detail);
}

function reportRepetition(terms: readonly RequestedSort[], faults: Faults): void {
  const distinct = new Set(terms.map(({ sort }) => sort));
  if (distinct.size < terms.length) {
    faults.add(createSortFault('A sort key may be given only once.'));
  }
  if (terms.length > 1 && terms.some(({ sort }) => sort.by === 'random')) {
    faults.add(createSortFault("'random' must stand alone."));
  }
}

function createSortFault(detail: string) {
  return { parameter: parameterNames.sort, code: 'malformed_parameter', detail } as const;
}
