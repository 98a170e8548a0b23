// Route kind -> plan. The only stage with opinions: names are resolved, values parsed, faults collected.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import { createTargetLookup, type TargetOf } from '../model/edge-targets.js';
import type { RouteKind } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { createBodyCheck } from './body-check.js';
import { createBodyForms } from './body-form.js';
import { planBulkCreate, planBulkDelete, planBulkUpdate } from './bulk-plan.js';
import { buildAggregateNames, planAggregate, type AggregateNames } from './measure-plan.js';
import type { CursorSeal } from './cursor-token.js';
import { planExport } from './export-plan.js';
import type { AggregatePlan, ExportPlan, SelectPlan } from './plan.js';
import type { WritePlan } from './writes.js';
import { buildQueryNames, type QueryNames } from './query-parameters.js';
import { planList, planRead, type ListPlanning } from './select-plan.js';
import { planDefaultSort } from './sort-plan.js';
import { createWhereNames } from './where-names.js';
import { buildViewNames, type ListNames } from './view-names.js';
import {
  planCreate,
  planDelete,
  planEdgeCreate,
  planRestore,
  planUpdate,
  type WritePlanning,
} from './write-plan.js';

/** What to do, one variant per kind of work. */
export type Plan = SelectPlan | ExportPlan | AggregatePlan | WritePlan;

/** Makes plans. Throws `ApiError`: `invalid_request` with every fault, or `not_found` for an id no row can have. */
export interface Planner {
  plan(request: ParsedRequest): Plan | Promise<Plan>;
}

/** Builds the lookups of a model once. */
export function createPlanner(model: ApiModel, cursors: CursorSeal): Planner {
  const targetOf = createTargetLookup(model.entities);
  const planning: WritePlanning = {
    model,
    checkBody: createBodyCheck(),
    getForm: createBodyForms(targetOf),
    targetOf,
  };
  const namesOf = createNameLookup(model, targetOf);
  const planListOrExport = createListPlanner({ model, cursors }, namesOf);
  const aggregateNamesOf = createAggregateLookup(namesOf);
  const planByKind: Readonly<Record<RouteKind, (request: ParsedRequest) => Plan | Promise<Plan>>> = {
    list: planListOrExport,
    'edge-list': planListOrExport,
    aggregate: (request) => planAggregate(model, aggregateNamesOf(request.route.subject), request),
    'edge-aggregate': (request) => planAggregate(model, aggregateNamesOf(request.route.subject), request),
    read: (request) => planRead(model, namesOf(request.route.subject), request),
    'edge-read': (request) => planRead(model, namesOf(request.route.subject), request),
    create: (request) => planCreate(planning, request),
    'edge-create': (request) => planEdgeCreate(planning, request),
    update: (request) => planUpdate(planning, request),
    delete: (request) => planDelete(planning, request),
    restore: (request) => planRestore(planning, request),
    ...createBulkPlanners(planning, namesOf),
  };
  return { plan: (request) => planByKind[request.route.kind](request) };
}

function createNameLookup(
  { entities }: ApiModel,
  targetOf: TargetOf<EntityModel>,
): (entity: EntityModel) => ListNames {
  const getWhereNames = createWhereNames(targetOf);
  const queryNames = new Map(
    entities.map((entity): [EntityModel, QueryNames] => [
      entity,
      buildQueryNames(entity, planDefaultSort(entity), getWhereNames(entity)),
    ]),
  );
  const getQueryNames = (entity: EntityModel) => requireNames(queryNames, entity);
  const namesByEntity = new Map(
    entities.map((entity): [EntityModel, ListNames] => [
      entity,
      { ...getQueryNames(entity), view: buildViewNames(entity, { targetOf, getQueryNames }) },
    ]),
  );
  return (entity) => requireNames(namesByEntity, entity);
}

function requireNames<T>(names: ReadonlyMap<EntityModel, T>, entity: EntityModel): T {
  const own = names.get(entity);
  if (!own) throw new Error(`${entity.name} does not belong to this model.`);
  return own;
}

function createListPlanner(
  planning: ListPlanning,
  namesOf: (entity: EntityModel) => ListNames,
): (request: ParsedRequest) => Plan {
  return (request) => {
    const { format, route } = request;
    const names = namesOf(route.subject);
    return format === 'json'
      ? planList(planning, names, request)
      : planExport(planning, names, request, format);
  };
}

/** Builds the names of each entity's aggregates on first use. */
function createAggregateLookup(
  namesOf: (entity: EntityModel) => QueryNames,
): (entity: EntityModel) => AggregateNames {
  const known = new Map<EntityModel, AggregateNames>();
  return (entity) => {
    const names = known.get(entity) ?? buildAggregateNames(namesOf(entity));
    known.set(entity, names);
    return names;
  };
}

function createBulkPlanners(planning: WritePlanning, namesOf: (entity: EntityModel) => QueryNames) {
  const selectionNamesOf = createSelectionLookup(namesOf);
  return {
    'bulk-create': (request: ParsedRequest) => planBulkCreate(planning, request),
    'bulk-update': (request: ParsedRequest) =>
      planBulkUpdate(planning, selectionNamesOf(request.route.subject), request),
    'bulk-delete': (request: ParsedRequest) =>
      planBulkDelete(planning, selectionNamesOf(request.route.subject), request),
  };
}

/** The names that select rows to write: those of lists, and the filters of the id. Built on first use. */
function createSelectionLookup(
  namesOf: (entity: EntityModel) => QueryNames,
): (entity: EntityModel) => QueryNames {
  const known = new Map<EntityModel, QueryNames>();
  return (entity) => {
    const existing = known.get(entity);
    if (existing) return existing;
    const filters = new Map((entity.bulk?.filters ?? []).map((filter) => [filter.name, filter]));
    const names = { ...namesOf(entity), filters };
    known.set(entity, names);
    return names;
  };
}
