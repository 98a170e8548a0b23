// Plans of reads: one entity, lists, edge endpoints, and the read-back of a write.
import { ApiError, type FaultCode } from '../errors.js';
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { PageModel } from '../model/member-model.js';
import type { Route } from '../model/route-model.js';
import type { Limits } from '../limits.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { Faults } from './faults.js';
import { planFilters, getRepetition, type PlannedFilters } from './filter-plan.js';
import { getKeyValues, parsePathId } from './id-value.js';
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
  collectParameters,
  type KnownParameter,
  type QueryParameters,
  type QueryCheck,
} from './query-parameters.js';
import { formatSortKey, planSort } from './sort-plan.js';
import type { ListNames } from './view-names.js';
import { isViewParameter, planView } from './view-plan.js';

/** A list, of an entity or of an edge. Throws `invalid_request` with every fault. */
export function planList(model: ApiModel, names: ListNames, request: ParsedRequest): SelectPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  const source = resolveSource(route);
  const sourceValues = source.from === 'all' ? [] : [requirePathId(request)];
  const bounds = getPageModel(route);
  const check = { limits: model.limits, faults };
  const parameters = collectParameters(query.terms, createKnownParameter(names, bounds), check);
  checkPretty(parameters, faults);
  const junction = parseJunction(parameters, faults);
  const filters = planFilters(parameters, names, sourceValues.length, check);
  const sort = planSort(parameters, names, faults);
  const page = bounds.paginated ? planPage(parameters, bounds, check) : null;
  const values = [...sourceValues, ...filters.values];
  const windowValues = getWindowValues(model, page);
  const firstSlot = values.length + windowValues.length;
  const shown = planView(parameters, names, { firstSlot, roots: countRoots(model, page) }, check);
  faults.throwIfAny();
  return {
    kind: 'select',
    shape: {
      key: buildListKey(route, filters, junction, sort) + shown.key,
      keptFrom: shown.keptFrom,
      subject: route.subject,
      source,
      filters: filters.terms,
      junction,
      sort,
      window: buildWindow(model, page, values.length),
      view: shown.view,
    },
    values: [...values, ...windowValues, ...shown.values],
    page,
  };
}

/** The most rows that a list may have. */
function countRoots({ limits, unpagedLimit }: ApiModel, page: PageRequest | null): number {
  if (page) return page.perPage;
  return unpagedLimit === -1 ? limits.nodes : unpagedLimit;
}

/** One entity by its id, or the entity a unique edge leads to. */
export function planRead(model: ApiModel, names: ListNames, request: ParsedRequest): SelectPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  const check = { limits: model.limits, faults };
  const known: KnownParameter = (name) =>
    name === parameterNames.pretty || isViewParameter(names.view, name) ? 'one' : 'no';
  const parameters = collectParameters(query.terms, known, check);
  checkPretty(parameters, faults);
  const firstSlot = route.edge ? 1 : route.entity.key.length;
  const shown = planView(parameters, names, { firstSlot, roots: 1 }, check);
  faults.throwIfAny();
  const id = requirePathId(request);
  const values = route.edge ? [id] : getKeyValues(id);
  const shape = route.edge
    ? buildOneShape(route.path, route.subject, resolveSource(route))
    : getByIdShape(route.entity);
  if (shown.view === null) return { kind: 'select', shape, values, page: null };
  const { key, keptFrom, view } = shown;
  return {
    kind: 'select',
    shape: { ...shape, key: shape.key + key, keptFrom, view },
    values: [...values, ...shown.values],
    page: null,
  };
}

const byId = new WeakMap<EntityModel, SelectShape>();

/** One entity by the values of its key: also how a write is read back. The most frequent shape: built once. */
export function getByIdShape(entity: EntityModel): SelectShape {
  const known = byId.get(entity);
  if (known) return known;
  // A parent's own class has its name, too.
  const classes = entity.variants ? ' of any class' : '';
  const shape = buildOneShape(`${entity.name}${classes} by id`, entity, { from: 'id' });
  byId.set(entity, shape);
  return shape;
}

/** The read-back of a create whose key is not known yet. */
export function buildInsertedShape(entity: EntityModel): SelectShape {
  return buildOneShape(`${entity.name} inserted`, entity, { from: 'inserted' });
}

/** The id in the path. Throws `not_found` when it is not spelled as the entity's ids are. */
export function requirePathId({ route, id }: ParsedRequest): unknown {
  const value = parsePathId(id, route.entity);
  if (value === undefined) throw new ApiError('not_found');
  return value;
}

/** Adds a fault for every parameter but `pretty`. */
export function checkOnlyPretty(model: ApiModel, { query }: ParsedRequest, faults: Faults): void {
  if (query.terms.length === 0) return;
  const known: KnownParameter = (name) => (name === parameterNames.pretty ? 'one' : 'no');
  checkPretty(collectParameters(query.terms, known, { limits: model.limits, faults }), faults);
}

/** The rows that the reads of a route start from. */
export function resolveSource({ entity, edge, kind }: Route): SelectSource {
  if (edge) return { from: 'edge', parent: entity, edge };
  return { from: kind === 'read' ? 'id' : 'all' };
}

/** The pages of a route's collection. */
export function getPageModel({ edge, entity }: Route): PageModel {
  return edge ? edge.page : entity.page;
}

function createKnownParameter(names: ListNames, { paginated }: PageModel): KnownParameter {
  return (name) => {
    const filter = names.filters.get(name);
    if (filter) return getRepetition(filter);
    const { sort, order, page, perPage, filterOp, pretty } = parameterNames;
    if (name === page || name === perPage) return paginated ? 'one' : 'no';
    if (name === filterOp) return names.filters.size > 0 ? 'one' : 'no';
    if (name === sort || name === order || name === pretty) return 'one';
    return isViewParameter(names.view, name) ? 'one' : 'no';
  };
}

/** How filters are joined: `filter_op`. */
export function parseJunction(parameters: QueryParameters, faults: Faults): 'and' | 'or' {
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
function buildWindow(model: ApiModel, page: PageRequest | null, slot: number): SelectWindow {
  if (page) return { kind: 'page', limitSlot: slot, offsetSlot: slot + 1 };
  return model.unpagedLimit === -1 ? { kind: 'all' } : { kind: 'capped', limitSlot: slot };
}

function getWindowValues(model: ApiModel, page: PageRequest | null): unknown[] {
  if (page) return [page.perPage, (page.page - 1) * page.perPage];
  return model.unpagedLimit === -1 ? [] : [model.unpagedLimit];
}

/** The part of a shape's key for the rows of a list and their order. */
export function buildListKey(
  { path }: Route,
  { terms }: PlannedFilters,
  junction: 'and' | 'or',
  sort: readonly SortTerm[],
): string {
  return `${path}?${terms.map(formatFilterKey).join()};${junction};${sort.map(formatSortKey).join()}`;
}

function formatFilterKey({ filter, words, negated }: FilterTerm): string {
  if (words > 1) return `${filter.ordinal}w${words}`;
  return negated ? `!${filter.ordinal}` : `${filter.ordinal}`;
}

function buildOneShape(key: string, subject: EntityModel, source: SelectSource): SelectShape {
  return {
    key,
    keptFrom: 'first use',
    subject,
    source,
    filters: [],
    junction: 'and',
    sort: [],
    window: { kind: 'one' },
    view: null,
  };
}

const wholeNumber = /^[1-9][0-9]{0,15}$/;

/** The requested page; the default where a value has a fault. */
export function planPage(
  parameters: QueryParameters,
  bounds: PageModel,
  { limits, faults }: QueryCheck,
): PageRequest {
  const perPage = parsePerPage(parameters.one(parameterNames.perPage), bounds, faults);
  const page = parsePage(parameters.one(parameterNames.page), faults);
  if ((page - 1) * perPage > limits.offset) faults.add(createTooFarFault(limits));
  return { page, perPage };
}

function parsePerPage(
  text: string | undefined,
  { minItems, maxItems, defaultItems }: PageModel,
  faults: Faults,
): number {
  if (text === undefined) return defaultItems;
  const perPage = wholeNumber.test(text) ? Number(text) : 0;
  if (perPage >= minItems && perPage <= maxItems) return perPage;
  const detail = `'per_page' must be an integer from ${minItems} to ${maxItems}.`;
  faults.add({ parameter: parameterNames.perPage, code: getFaultCode(text), detail });
  return defaultItems;
}

function parsePage(text: string | undefined, faults: Faults): number {
  if (text === undefined) return 1;
  if (wholeNumber.test(text)) return Number(text);
  const detail = "'page' must be a positive integer.";
  faults.add({ parameter: parameterNames.page, code: getFaultCode(text), detail });
  return 1;
}

/** The code for an integer that is out of bounds, or for text that is not an integer. */
function getFaultCode(text: string): FaultCode {
  return /^-?[0-9]+$/.test(text) ? 'out_of_range' : 'malformed_parameter';
}

function createTooFarFault({ offset }: Limits) {
  const detail = `The page is out of range: more than ${formatQuantity(offset, 'row')} would be skipped (limits.offset).`;
  return { parameter: parameterNames.page, code: 'out_of_range', detail } as const;
}
