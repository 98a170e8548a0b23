// The query of a request: its parameters by name, and the names that a list may use. Hidden and unknown names get the same
// fault.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { FilterModel, SortModel } from '../model/query-model.js';
import type { Limits } from '../limits.js';
import type { QueryTerm } from '../request/query-string.js';
import { formatQuantity, shortenName } from '../vocabulary/wording.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { Comparisons } from './comparisons.js';
import type { Faults } from './faults.js';
import type { SortTerm } from './terms.js';
import type { WhereNames } from './where-names.js';

/** The valid parameters of a request, by name. */
export interface QueryParameters {
  /** The value of a parameter, the first of `many`; undefined when the client did not send it. */
  one(name: string): string | undefined;
  /** All values of a parameter, in order. */
  all(name: string): readonly string[];
  /** The distinct names that the client sent. */
  readonly names: readonly string[];
}

/** What the checks of a query need: the entities, its limits, the list that collects its faults, and the count of its comparisons. */
export interface QueryCheck {
  readonly entities: readonly EntityModel[];
  readonly limits: Limits;
  readonly faults: Faults;
  readonly comparisons: Comparisons;
}

/** The checks of one query, which add to its faults. */
export function createQueryCheck({ entities, limits }: ApiModel, faults: Faults): QueryCheck {
  return { entities, limits, faults, comparisons: new Comparisons(limits) };
}

/**
 * Whether a route accepts a name: `no` for an unknown one, `many` when it may be repeated, `list` for names with commas between
 * them, which may be repeated instead, `json` for a `where`, which may be longer.
 */
export type KnownParameter = (name: string) => ParameterUse;

/** How often a parameter may be given, and what its values are. */
export type ParameterUse = 'no' | 'one' | 'many' | 'list' | 'json';

/** Groups the terms by name. Adds faults for unknown names, repetition and values that are too long. */
export function collectParameters(
  terms: readonly QueryTerm[],
  known: KnownParameter,
  { limits, faults }: Pick<QueryCheck, 'limits' | 'faults'>,
): QueryParameters {
  const values = new Map<string, string[]>();
  for (const { name, value: given } of terms) {
    if (faults.isFull) break;
    const repeatable = known(name);
    const earlier = values.get(name);
    const value = repeatable === 'list' && earlier ? joinLists(earlier, given) : given;
    if (repeatable === 'no') faults.add(createUnknownFault(name));
    else if (repeatable === 'json' && value.length > limits.whereLength)
      faults.add(createTooLongFault(name, { max: limits.whereLength, name: 'whereLength' }));
    else if (repeatable !== 'json' && !isCursor(name) && isLonger(value, limits.valueLength))
      faults.add(createTooLongFault(name, { max: limits.valueLength, name: 'valueLength' }));
    else if (!earlier || repeatable === 'list') values.set(name, [value]);
    else if (repeatable === 'many') earlier.push(value);
    else faults.add(createRepeatedFault(name));
  }
  return {
    one: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
    names: [...values.keys()],
  };
}

/** Generated clients repeat the parameter of a list: `sort=a&sort=-b` is `sort=a,-b`. */
function joinLists([earlier = '']: readonly string[], given: string): string {
  return `${earlier},${given}`;
}

/** Cursors have a length of their own. */
function isCursor(name: string): boolean {
  return name === parameterNames.after || name === parameterNames.before;
}

/** Counts code points, as JSON Schema and databases do; for most texts the length in code units already decides. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || Array.from(text).length > max;
}

function createUnknownFault(name: string) {
  const parameter = shortenName(name);
  return {
    parameter,
    code: 'unknown_parameter',
    detail: `There is no parameter '${parameter}' here.`,
  } as const;
}

function createRepeatedFault(parameter: string) {
  return {
    parameter,
    code: 'duplicate_parameter',
    detail: `'${parameter}' may be given only once.`,
  } as const;
}

function createTooLongFault(
  parameter: string,
  { max, name }: { readonly max: number; readonly name: 'valueLength' | 'whereLength' },
) {
  const detail = `A value of '${parameter}' has more than ${formatQuantity(max, 'character')} (limits.${name}).`;
  return { parameter, code: 'too_long', detail } as const;
}

/** Every operation accepts `pretty`; response/ applies it. */
export function checkPretty(parameters: QueryParameters, faults: Faults): void {
  const pretty = parameters.one(parameterNames.pretty);
  if (pretty === undefined || pretty === 'true' || pretty === 'false') return;
  const detail = "'pretty' must be true or false.";
  faults.add({ parameter: parameterNames.pretty, code: 'malformed_parameter', detail });
}

/** The filters and sort keys of an entity's lists. */
export interface QueryNames {
  readonly entity: EntityModel;
  readonly filters: ReadonlyMap<string, FilterModel>;
  /** What a `where` may name; null where lists do not take one. */
  readonly where: WhereNames | null;
  readonly sorts: ReadonlyMap<string, SortModel>;
  /** The sort key of the id; null when lists cannot be sorted by it. */
  readonly idSort: string | null;
  /** The order of a list without `sort` and `order`. */
  readonly defaultSort: readonly SortTerm[];
}

/** Builds the lookups of one entity. */
export function buildQueryNames(
  entity: EntityModel,
  defaultSort: readonly SortTerm[],
  where: WhereNames | null,
): QueryNames {
  return {
    entity,
    filters: new Map(entity.filters.map((filter) => [filter.name, filter])),
    where,
    sorts: new Map(entity.sorts.map((sort) => [sort.key, sort])),
    idSort: entity.sorts.find(({ key }) => key === entity.id.name)?.key ?? null,
    defaultSort,
  };
}
