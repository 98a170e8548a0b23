// Plans of reads: one entity, lists and edge endpoints.
import type { ApiModel } from '../model/api-model.js';
import type { CollectionModel } from '../model/member-model.js';
import type { Route } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { noCursor, planCursor } from './cursor-plan.js';
import type { CursorSeal } from './cursor-token.js';
import { formatDeletedKey, isDeletedParameter, planDeleted } from './deleted-plan.js';
import { Faults } from './faults.js';
import { getRepetition } from './filter-plan.js';
import { getKeyValues } from './id-value.js';
import { buildOneShape, findDeletedToo, getByIdShape } from './one-shape.js';
import { planPage, getPageValues, type PlannedPage } from './page-plan.js';
import type { PageRequest, Position, SelectPlan, SelectWindow } from './plan.js';
import type { SortTerm } from './terms.js';
import { planRows, requirePathId, resolveSource, type PlannedRows } from './list-rows.js';
import { formatPositionKey } from './position-plan.js';
import { checkPretty, collectParameters, createQueryCheck, type KnownParameter } from './query-parameters.js';
import { formatSortKey, planSort } from './sort-plan.js';
import type { ListNames } from './view-names.js';
import { getViewRepetition, planView } from './view-plan.js';

/** What plans of lists are made with. */
export interface ListPlanning {
  readonly model: ApiModel;
  readonly cursors: CursorSeal;
}

/** A list, of an entity or of an edge. Throws `invalid_request` with every fault, those given too. */
export function planList(
  { model, cursors }: ListPlanning,
  names: ListNames,
  request: ParsedRequest,
  faults = new Faults(request.query.faults),
): SelectPlan {
  const { route } = request;
  const bounds = requireCollection(route);
  const check = createQueryCheck(model, faults);
  const rows = planRows(request, names, createKnownParameter(names, route), check);
  const { parameters, condition, junction, deleted } = rows;
  const sort = planSort(parameters, names, faults);
  const page = bounds.paginated ? planPage(parameters, bounds, check) : null;
  const place = { firstSlot: rows.values.length, roots: countRoots(model, page), filters: condition.count };
  const shown = planView(parameters, names, place, check);
  const own = shown.values.length === 0 ? rows.values : [...rows.values, ...shown.values];
  const list = { route, id: request.id, names, parameters, junction, sort, slot: own.length };
  const cursor = page && bounds.cursors ? planCursor(list, page, cursors, faults) : noCursor;
  faults.throwIfAny();
  return {
    kind: 'select',
    shape: {
      key: buildListKey(route, rows, sort) + shown.key + formatPageKey(page, cursor.position),
      keptFrom: condition.where ? 'second use' : shown.keptFrom,
      subject: route.subject,
      source: rows.source,
      deleted,
      filters: condition.filters,
      junction,
      where: condition.where,
      sort,
      window: buildWindow(model, page, own.length + cursor.values.length),
      count: page?.count ?? 'exact',
      position: cursor.position,
      view: shown.view,
    },
    values: [...own, ...cursor.values, ...getWindowValues(model, page, cursor.position)],
    page: page && toPageRequest(page, bounds, cursor.boundTo),
  };
}

/** The most rows that a list may have. */
function countRoots({ limits, unpagedLimit }: ApiModel, page: PlannedPage | null): number {
  if (page) return page.perPage;
  return unpagedLimit === -1 ? limits.nodes : unpagedLimit;
}

/** One entity by its id, or the entity a unique edge leads to. */
export function planRead(model: ApiModel, names: ListNames, request: ParsedRequest): SelectPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  if (query.terms.length === 0) {
    faults.throwIfAny();
    return planWholeRead(request);
  }
  const check = createQueryCheck(model, faults);
  const known: KnownParameter = (name) =>
    name === parameterNames.pretty || isDeletedParameter(route, name)
      ? 'one'
      : getViewRepetition(names.view, name);
  const parameters = collectParameters(query.terms, known, check);
  checkPretty(parameters, faults);
  const deleted = planDeleted(parameters, route, faults);
  const firstSlot = route.edge ? 1 : route.entity.key.length;
  const shown = planView(parameters, names, { firstSlot, roots: 1, filters: 0 }, check);
  faults.throwIfAny();
  const whole = planWholeRead(request);
  const shape = findDeletedToo(whole.shape, deleted);
  if (shown.view === null) return { ...whole, shape };
  const { key, keptFrom, view } = shown;
  return {
    ...whole,
    shape: { ...shape, key: shape.key + key, keptFrom, view },
    values: [...whole.values, ...shown.values],
  };
}

/** One entity, without a choice of its fields and edges. */
function planWholeRead(request: ParsedRequest): SelectPlan {
  const { route } = request;
  const id = requirePathId(request);
  const values = route.edge ? [id] : getKeyValues(id);
  const shape = route.edge
    ? buildOneShape(route.path, route.subject, resolveSource(route))
    : getByIdShape(route.entity);
  return { kind: 'select', shape, values, page: null };
}

/** Adds a fault for every parameter but `pretty`. */
export function checkOnlyPretty(model: ApiModel, { query }: ParsedRequest, faults: Faults): void {
  if (query.terms.length === 0) return;
  const known: KnownParameter = (name) => (name === parameterNames.pretty ? 'one' : 'no');
  checkPretty(collectParameters(query.terms, known, { limits: model.limits, faults }), faults);
}

/** The collection that a route answers with. */
export function requireCollection({ collection, path }: Route): CollectionModel {
  if (!collection) throw new Error(`${path} has no pages.`);
  return collection;
}

function createKnownParameter(names: ListNames, route: Route): KnownParameter {
  const { paginated, cursors, countModes } = requireCollection(route);
  return (name) => {
    const filter = names.filters.get(name);
    if (filter) return getRepetition(filter);
    const { sort, order, page, perPage, count, after, before, filterOp, where, pretty } = parameterNames;
    if (name === page || name === perPage) return paginated ? 'one' : 'no';
    if (name === after || name === before) return paginated && cursors ? 'one' : 'no';
    if (name === count) return paginated && countModes.length > 0 ? 'one' : 'no';
    if (name === filterOp) return names.filters.size > 0 ? 'one' : 'no';
    if (name === where) return names.where ? 'json' : 'no';
    if (name === sort) return 'list';
    if (name === order || name === pretty) return 'one';
    if (isDeletedParameter(route, name)) return 'one';
    return getViewRepetition(names.view, name);
  };
}

/** The window of a list; its values come after `slot` others. */
function buildWindow(model: ApiModel, page: PlannedPage | null, slot: number): SelectWindow {
  if (page) return { kind: 'page', limitSlot: slot, offsetSlot: slot + 1 };
  return model.unpagedLimit === -1 ? { kind: 'all' } : { kind: 'capped', limitSlot: slot };
}

function getWindowValues(
  model: ApiModel,
  page: PlannedPage | null,
  position: Position | null,
): readonly unknown[] {
  if (page) return getPageValues(page, position, model.limits);
  return model.unpagedLimit === -1 ? [] : [model.unpagedLimit];
}

/** The part of a shape's key for the rows of a list and their order. */
export function buildListKey(
  { path }: Route,
  { condition: { filtersKey, junction, whereKey }, deleted }: Pick<PlannedRows, 'condition' | 'deleted'>,
  sort: readonly SortTerm[],
): string {
  const order = sort.map(formatSortKey).join();
  return `${path}?${filtersKey};${junction};${order}${whereKey}${formatDeletedKey(deleted)}`;
}

function formatPageKey(page: PlannedPage | null, position: Position | null): string {
  const count = page && page.count !== 'exact' ? `;n${page.count}` : '';
  return count + formatPositionKey(position);
}

function toPageRequest(
  { page, perPage }: PlannedPage,
  { countModes }: CollectionModel,
  boundTo: string | null,
): PageRequest {
  return { page, perPage, cursors: countModes.length > 0 ? { boundTo } : null };
}
