// Route kind -> plan. The only stage with opinions: names are resolved, values parsed, faults collected.
import type { ApiModel, EdgeModel, EntityModel } from '../model/api-model.js';
import type { RouteKind } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { bodyCheck } from './body-check.js';
import type { Plan } from './plan.js';
import { queryNames, type QueryNames } from './query-names.js';
import { planList, planRead } from './select-plan.js';
import { planCreate, planDelete, planUpdate, type WritePlanning } from './write-plan.js';

/** Makes plans. Throws `ApiError`: `invalid_request` with every fault, or `not_found` for an id no row can have. */
export interface Planner {
  plan(request: ParsedRequest): Plan | Promise<Plan>;
}

/** Builds the lookups of a model once. */
export function createPlanner(model: ApiModel): Planner {
  const namesByEntity = new Map(model.entities.map((entity) => [entity, queryNames(entity)]));
  const byName = new Map(model.entities.map((entity) => [entity.name, entity]));
  const planning: WritePlanning = {
    model,
    checkBody: bodyCheck(),
    targetOf: (edge: EdgeModel) => known(byName.get(edge.target), edge.target),
  };
  const namesOf = (entity: EntityModel): QueryNames => known(namesByEntity.get(entity), entity.name);
  const planByKind: Readonly<Record<RouteKind, (request: ParsedRequest) => Plan | Promise<Plan>>> = {
    list: (request) => planList(model, namesOf(request.route.subject), request),
    'edge-list': (request) => planList(model, namesOf(request.route.subject), request),
    read: (request) => planRead(model, request),
    'edge-read': (request) => planRead(model, request),
    create: (request) => planCreate(planning, request),
    update: (request) => planUpdate(planning, request),
    delete: (request) => planDelete(planning, request),
  };
  return { plan: (request) => planByKind[request.route.kind](request) };
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The model has no entity ${name}.`);
  return value;
}
