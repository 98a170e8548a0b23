// Plans of create, update and delete: bodies judged as a whole, every fault reported at once.
import type { ApiModel } from '../model/api-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import type { BodyForm, BodyForms } from './body-form.js';
import { toBodyObject, convertBodyValue, isStoredExactly, getValueAt } from './body-value.js';
import { planEdgeChanges, planForeignKeys, type PlannedForeignKey } from './edge-plan.js';
import { Faults } from './faults.js';
import type { ColumnTerm, CreatePlan, DeletePlan, RestorePlan, UpdatePlan } from './plan.js';
import { requirePathId } from './list-rows.js';
import { getByIdShape, checkOnlyPretty } from './select-plan.js';
import { checkValidators, type GivenValue } from './body-validator-check.js';

/** What the planning of writes works with. */
export interface WritePlanning {
  readonly model: ApiModel;
  readonly checkBody: BodyCheck;
  readonly getForm: BodyForms;
}

/** A value and where it goes. */
interface GivenColumn extends GivenValue {
  readonly column: ColumnTerm;
}

/** Values of a body that satisfy their schema, and those that do not but whose rules have words for it. */
interface GivenValues {
  readonly given: readonly GivenColumn[];
  readonly refused: readonly GivenValue[];
}

interface GivenColumns {
  readonly columns: readonly ColumnTerm[];
  readonly values: readonly unknown[];
}

/** Throws `invalid_request` with every fault of query and body. */
export function planCreate(
  planning: WritePlanning,
  request: ParsedRequest,
): CreatePlan | Promise<CreatePlan> {
  const { entity } = request.route;
  const form = planning.getForm(entity, 'create');
  const faults = collectBodyFaults(planning, request, 'create');
  const body = toBodyObject(request.body.value);
  const { given, refused } = collectValues(form, body, faults, findUnstorable(request));
  const foreignKeys = planForeignKeys(form, body, { row: null, given }, faults);
  const edges = planEdgeChanges(form, 'create', body, faults);
  return planWhenValid(checkValidators(given, refused, faults), faults, () => ({
    kind: 'create',
    entity,
    ...buildColumns(given, foreignKeys),
    edges,
    clientId: given.some(({ field }) => entity.key.includes(field)),
    readBack: getByIdShape(entity),
    returns: request.returns,
  }));
}

/** Throws `not_found` for an id no row can have, `invalid_request` with every fault of query and body. */
export function planUpdate(
  planning: WritePlanning,
  request: ParsedRequest,
): UpdatePlan | Promise<UpdatePlan> {
  const { entity } = request.route;
  const id = requirePathId(request);
  const form = planning.getForm(entity, 'update');
  const faults = collectBodyFaults(planning, request, 'update');
  const body = toBodyObject(request.body.value);
  const { given, refused } = collectValues(form, body, faults, findUnstorable(request));
  const foreignKeys = planForeignKeys(form, body, { row: { entity, id }, given }, faults);
  const edges = planEdgeChanges(form, 'update', body, faults);
  return planWhenValid(checkValidators(given, refused, faults), faults, () => ({
    kind: 'update',
    entity,
    id,
    ...buildColumns(given, foreignKeys),
    edges,
    readBack: getByIdShape(entity),
    returns: request.returns,
  }));
}

/** Waits for asynchronous validators, which most bodies do not have. */
function planWhenValid<T>(checking: Promise<void> | null, faults: Faults, plan: () => T): T | Promise<T> {
  const planned = () => {
    faults.throwIfAny();
    return plan();
  };
  return checking ? checking.then(planned) : planned();
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planDelete({ model }: WritePlanning, request: ParsedRequest): DeletePlan {
  const faults = new Faults(request.query.faults);
  checkOnlyPretty(model, request, faults);
  faults.throwIfAny();
  return { kind: 'delete', entity: request.route.entity, id: requirePathId(request) };
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planRestore({ model }: WritePlanning, request: ParsedRequest): RestorePlan {
  const { route, query, returns } = request;
  const faults = new Faults(query.faults);
  checkOnlyPretty(model, request, faults);
  faults.throwIfAny();
  const { entity } = route;
  return { kind: 'restore', entity, id: requirePathId(request), readBack: getByIdShape(entity), returns };
}

function collectBodyFaults(
  planning: WritePlanning,
  request: ParsedRequest,
  operation: 'create' | 'update',
): Faults {
  const faults = new Faults([...request.query.faults, ...request.body.faults]);
  checkOnlyPretty(planning.model, request, faults);
  planning.checkBody(request.route.entity, operation, request.body, faults);
  return faults;
}

/** The faults of texts that no database can store: rules are not run on them, as some would throw. Null where there are none. */
function findUnstorable({ body: { faults } }: ParsedRequest): Faults | null {
  return faults.length === 0 ? null : new Faults(faults.filter(({ code }) => code === 'invalid'));
}

function collectValues(
  form: BodyForm,
  body: JsonObject,
  faults: Faults,
  unstorable: Faults | null,
): GivenValues {
  const given: GivenColumn[] = [];
  const refused: GivenValue[] = [];
  for (const { field, column, pointer } of form.fields) {
    const sent = getValueAt(body, field.name);
    if (sent === undefined || unstorable?.hasFaultWithin(pointer)) continue;
    if (faults.hasFaultAt(pointer)) {
      // A second fault at a place that the schema already refused is left out, unless its author has words for it.
      if (field.rules.hasMessages) refused.push({ field, value: sent });
      continue;
    }
    const value = convertBodyValue(field, sent);
    if (value === undefined)
      faults.add({ pointer, code: 'wrong_format', detail: `The value is not a ${field.kind}.` });
    else if (!isStoredExactly(field, value))
      faults.add({
        pointer,
        code: 'wrong_format',
        detail: 'The value has more decimal places than are kept.',
      });
    else given.push({ field, column, value });
  }
  return { given, refused };
}

/** Columns to write: the given fields, then the foreign keys of the unique edges that are given. */
function buildColumns(
  given: readonly GivenColumn[],
  foreignKeys: readonly PlannedForeignKey[],
): GivenColumns {
  const columns = [...given, ...foreignKeys];
  return { columns: columns.map(({ column }) => column), values: columns.map(({ value }) => value) };
}
