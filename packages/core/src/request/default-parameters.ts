// Query parameters that say their default: as absent, for every stage.
import type { ApiModel } from '../model/api-model.js';
import { listParameterDefaults } from '../model/parameter-defaults.js';
import type { Route } from '../model/route-model.js';
import type { CompleteRequest } from './api-request.js';
import { parseQuery, type QueryTerm } from './query-string.js';

/** Leaves the parameters of a route out of a request whose value is their default. */
export type OmitDefaults = (request: CompleteRequest, route: Route) => CompleteRequest;

/** The defaults of each route are listed on its first request with a query. */
export function createDefaultOmitter(model: ApiModel): OmitDefaults {
  const known = new WeakMap<Route, ReadonlyMap<string, string>>();
  const getDefaults = (route: Route) => {
    const found = known.get(route) ?? listTexts(route, model);
    known.set(route, found);
    return found;
  };
  return (request, route) => {
    const { terms } = request.parsedQuery;
    if (terms.length === 0) return request;
    const omitted = findDefaults(terms, getDefaults(route));
    return omitted.size === 0 ? request : omitParameters(request, omitted);
  };
}

function listTexts(route: Route, model: ApiModel): ReadonlyMap<string, string> {
  return new Map([...listParameterDefaults(route, model)].map(([name, value]) => [name, String(value)]));
}

/** A parameter that is given twice is a fault, whatever its values are. */
function findDefaults(
  terms: readonly QueryTerm[],
  defaults: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { name, value } of terms)
    if (defaults.get(name) === value && !found.has(name) && countOf(terms, name) === 1) found.add(name);
  return found;
}

function countOf(terms: readonly QueryTerm[], wanted: string): number {
  return terms.filter(({ name }) => name === wanted).length;
}

/** Links repeat the query as it was sent. */
function omitParameters(request: CompleteRequest, omitted: ReadonlySet<string>): CompleteRequest {
  const { terms, faults } = request.parsedQuery;
  const pairs = request.query.split('&').filter((pair) => {
    const [only] = parseQuery(pair).terms;
    return only === undefined || !omitted.has(only.name);
  });
  return {
    ...request,
    query: pairs.join('&'),
    parsedQuery: { terms: terms.filter(({ name }) => !omitted.has(name)), faults },
  };
}
