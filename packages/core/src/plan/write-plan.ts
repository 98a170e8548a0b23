// Plans of create, update and delete: bodies judged as a whole, every fault reported at once.
import type { ApiModel, EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import { bodyObject, bodyValue, valueAt } from './body-value.js';
import { edgeChangesOf } from './edge-plan.js';
import { faultList, type Faults } from './faults.js';
import type { ColumnTerm, CreatePlan, DeletePlan, UpdatePlan } from './plan.js';
import { checkOnlyPretty, pathId } from './select-plan.js';
import { checkValidators, type GivenValue } from './validator-check.js';

/** What the planning of writes works with. */
export interface WritePlanning {
  readonly model: ApiModel;
  readonly checkBody: BodyCheck;
  targetOf(edge: EdgeModel): EntityModel;
}

interface GivenColumns {
  readonly columns: readonly ColumnTerm[];
  readonly values: readonly unknown[];
}

/** Throws `invalid_request` with every fault of query and body. */
export async function planCreate(planning: WritePlanning, request: ParsedRequest): Promise<CreatePlan> {
  const { entity } = request.route;
  const faults = bodyFaults(planning, request, 'create');
  const body = bodyObject(request.body.value);
  const given = givenValues(entity, 'create', body, faults);
  const edges = edgeChangesOf(planning, entity, 'create', body, faults);
  await checkValidators(given, faults);
  faults.raise();
  const columns = columnsOf(planning, entity, 'create', body, given);
  return {
    kind: 'create',
    entity,
    ...columns,
    edges,
    clientId: given.some(({ field }) => field === entity.id),
  };
}

/** Throws `not_found` for an id no row can have, `invalid_request` with every fault of query and body. */
export async function planUpdate(planning: WritePlanning, request: ParsedRequest): Promise<UpdatePlan> {
  const { entity } = request.route;
  const id = pathId(request);
  const faults = bodyFaults(planning, request, 'update');
  const body = bodyObject(request.body.value);
  const given = givenValues(entity, 'update', body, faults);
  const edges = edgeChangesOf(planning, entity, 'update', body, faults);
  await checkValidators(given, faults);
  faults.raise();
  return { kind: 'update', entity, id, ...columnsOf(planning, entity, 'update', body, given), edges };
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planDelete({ model }: WritePlanning, request: ParsedRequest): DeletePlan {
  const faults = faultList(request.query.faults);
  checkOnlyPretty(model, request, faults);
  faults.raise();
  return { kind: 'delete', entity: request.route.entity, id: pathId(request) };
}

function bodyFaults(planning: WritePlanning, request: ParsedRequest, operation: 'create' | 'update'): Faults {
  const faults = faultList([...request.query.faults, ...request.body.faults]);
  checkOnlyPretty(planning.model, request, faults);
  planning.checkBody(request.route.entity, operation, request.body.value, faults);
  return faults;
}

function givenValues(
  entity: EntityModel,
  operation: 'create' | 'update',
  body: JsonObject,
  faults: Faults,
): readonly GivenValue[] {
  return entity.fields
    .filter((field) => field.settable[operation])
    .flatMap((field) => givenValue(field, body, faults));
}

/** The value a body gives a field. A second fault at a place the schema already refused is left out. */
function givenValue(field: FieldModel, body: JsonObject, faults: Faults): GivenValue[] {
  const given = valueAt(body, field.name);
  if (given === undefined) return [];
  const pointer = `/${field.name.replaceAll('.', '/')}`;
  if (faults.at(pointer)) return [];
  const value = bodyValue(field, given);
  if (value !== undefined) return [{ field, value }];
  faults.add({ pointer, code: 'wrong_format', detail: `The value is not a ${field.kind}.` });
  return [];
}

/** Columns to write: the given fields, then the foreign keys of the unique edges that are given. */
function columnsOf(
  planning: WritePlanning,
  entity: EntityModel,
  operation: 'create' | 'update',
  body: JsonObject,
  given: readonly GivenValue[],
): GivenColumns {
  const fields = given.map(({ field, value }) => ({ column: { of: 'field', field } as const, value }));
  const edges = entity.edges
    .filter((edge) => edge.join.kind === 'own' && edge.settable[operation])
    .flatMap((edge) => foreignKey(edge, planning.targetOf(edge), body));
  const all = [...fields, ...edges];
  return { columns: all.map(({ column }) => column), values: all.map(({ value }) => value) };
}

function foreignKey(edge: EdgeModel, target: EntityModel, body: JsonObject) {
  const given = valueAt(body, edge.name);
  if (given === undefined || !target.id) return [];
  return [{ column: { of: 'edge', edge, target } as const, value: bodyValue(target.id, given) }];
}
