// Plans of reads: one entity, lists, edge endpoints, and the read-back of a write.
import { ApiError } from '../errors.js';
import type { ApiModel, EntityModel, PageModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { Faults } from './faults.js';
import { planFilters, repeatOf, type PlannedFilters } from './filter-plan.js';
import { planPage } from './page-plan.js';
import { keyValues, parsePathId } from './id-value.js';
import type {
  FilterTerm,
  PageRequest,
  SelectPlan,
  SelectShape,
  SelectSource,
  SelectWindow,
  SortTerm,
} from './plan.js';
import {
  checkPretty,
  queryParameters,
  type KnownParameter,
  type QueryNames,
  type QueryParameters,
} from './query-parameters.js';
import { planSort } from './sort-plan.js';

/** A list, of an entity or of an edge. Throws `invalid_request` with every fault. */
export function planList(model: ApiModel, names: QueryNames, request: ParsedRequest): SelectPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  const source = sourceOf(route);
  const sourceValues = source.from === 'all' ? [] : [pathId(request)];
  const bounds = pageModelOf(route);
  const check = { limits: model.limits, faults };
  const parameters = queryParameters(query.terms, listParameter(names, bounds), check);
  checkPretty(parameters, faults);
  const junction = junctionOf(parameters, faults);
  const filters = planFilters(parameters, names, sourceValues.length, check);
  const sort = planSort(parameters, names, faults);
  const page = bounds.paginated ? planPage(parameters, bounds, check) : null;
  faults.raise();
  const values = [...sourceValues, ...filters.values];
  return {
    kind: 'select',
    shape: {
      key: listKey(route, filters, junction, sort),
      subject: route.subject,
      source,
      filters: filters.terms,
      junction,
      sort,
      window: windowOf(model, page, values.length),
    },
    values: [...values, ...windowValues(model, page)],
    page,
  };
}

/** One entity by its id, or the entity a unique edge leads to. */
export function planRead(model: ApiModel, request: ParsedRequest): SelectPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  checkOnlyPretty(model, request, faults);
  faults.raise();
  const id = pathId(request);
  if (!route.edge)
    return { kind: 'select', shape: byIdShape(route.entity), values: keyValues(id), page: null };
  return {
    kind: 'select',
    shape: oneShape(route.path, route.subject, sourceOf(route)),
    values: [id],
    page: null,
  };
}

const byId = new WeakMap<EntityModel, SelectShape>();

/** One entity by the values of its key: also how a write is read back. The most frequent shape: built once. */
export function byIdShape(entity: EntityModel): SelectShape {
  const known = byId.get(entity);
  if (known) return known;
  // A parent's own class has its name, too.
  const classes = entity.variants ? ' of any class' : '';
  const shape = oneShape(`${entity.name}${classes} by id`, entity, { from: 'id' });
  byId.set(entity, shape);
  return shape;
}

/** How a create is read back whose key nobody has seen yet. */
export function insertedShape(entity: EntityModel): SelectShape {
  return oneShape(`${entity.name} inserted`, entity, { from: 'inserted' });
}

/** The id in the path. Throws `not_found` when it is not spelled as the entity's ids are. */
export function pathId({ route, id }: ParsedRequest): unknown {
  const value = parsePathId(id, route.entity);
  if (value === undefined) throw new ApiError('not_found');
  return value;
}

/** Adds a fault for every parameter but `pretty`. */
export function checkOnlyPretty(model: ApiModel, { query }: ParsedRequest, faults: Faults): void {
  if (query.terms.length === 0) return;
  const known: KnownParameter = (name) => (name === parameterNames.pretty ? 'one' : 'no');
  checkPretty(queryParameters(query.terms, known, { limits: model.limits, faults }), faults);
}

function sourceOf({ entity, edge, kind }: Route): SelectSource {
  if (edge) return { from: 'edge', parent: entity, edge };
  return { from: kind === 'read' ? 'id' : 'all' };
}

function pageModelOf({ edge, entity }: Route): PageModel {
  return edge ? edge.page : entity.page;
}

function listParameter(names: QueryNames, { paginated }: PageModel): KnownParameter {
  return (name) => {
    const filter = names.filters.get(name);
    if (filter) return repeatOf(filter);
    const { sort, order, page, perPage, filterOp, pretty } = parameterNames;
    if (name === page || name === perPage) return paginated ? 'one' : 'no';
    if (name === filterOp) return names.filters.size > 0 ? 'one' : 'no';
    return name === sort || name === order || name === pretty ? 'one' : 'no';
  };
}

function junctionOf(parameters: QueryParameters, faults: Faults): 'and' | 'or' {
  const text = parameters.one(parameterNames.filterOp);
  if (text !== undefined && text !== 'and' && text !== 'or') {
    faults.add({
      parameter: parameterNames.filterOp,
      code: 'malformed_parameter',
      detail: "'filter_op' must be 'and' or 'or'.",
    });
  }
  return text === 'or' ? 'or' : 'and';
}

/** The window of a list; its values come after `slot` others. */
function windowOf(model: ApiModel, page: PageRequest | null, slot: number): SelectWindow {
  if (page) return { kind: 'page', limitSlot: slot, offsetSlot: slot + 1 };
  return model.unpagedLimit === -1 ? { kind: 'all' } : { kind: 'capped', limitSlot: slot };
}

function windowValues(model: ApiModel, page: PageRequest | null): unknown[] {
  if (page) return [page.perPage, (page.page - 1) * page.perPage];
  return model.unpagedLimit === -1 ? [] : [model.unpagedLimit];
}

function listKey(
  { path }: Route,
  { terms }: PlannedFilters,
  junction: 'and' | 'or',
  sort: readonly SortTerm[],
): string {
  return `${path}?${terms.map(filterKey).join()};${junction};${sort.map(sortKey).join()}`;
}

function filterKey({ filter, negated }: FilterTerm): string {
  return negated ? `!${filter.ordinal}` : `${filter.ordinal}`;
}

function sortKey({ sort, descending }: SortTerm): string {
  return descending ? `${sort.ordinal}d` : `${sort.ordinal}`;
}

function oneShape(key: string, subject: EntityModel, source: SelectSource): SelectShape {
  return { key, subject, source, filters: [], junction: 'and', sort: [], window: { kind: 'one' } };
}
