// Plans of create, update and delete: bodies judged as a whole, every fault reported at once.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { ParsedBody } from '../request/json-body.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import type { BodyForm, BodyForms } from './body-form.js';
import { toBodyObject, convertBodyValue, isStoredExactly, getValueAt } from './body-value.js';
import { planEdgeChanges, planForeignKeys, type PlannedForeignKey } from './edge-plan.js';
import { Faults } from './faults.js';
import { draftWithNested, listParentKeys } from './nested-plan.js';
import type { ColumnTerm, CreatePlan, DeletePlan, UpdatePlan } from './plan.js';
import { planPrecondition } from './precondition-plan.js';
import type { DraftRow, GivenColumns, PlanDraft, RowBody, RowDraft, RowOrigin } from './row-draft.js';
import { requirePathId } from './list-rows.js';
import { getByIdShape, checkOnlyPretty } from './select-plan.js';
import { checkValidators, type GivenValue } from './body-validator-check.js';

/** What the planning of writes works with. */
export interface WritePlanning {
  readonly model: ApiModel;
  readonly checkBody: BodyCheck;
  readonly getForm: BodyForms;
  readonly targetOf: TargetOf<EntityModel>;
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

/** Throws `invalid_request` with every fault of query and body. */
export function planCreate(
  planning: WritePlanning,
  request: ParsedRequest,
  under: Omit<RowOrigin, 'answer'> = noParent,
): CreatePlan | Promise<CreatePlan> {
  const faults = collectRequestFaults(planning, request);
  const { route, addressed, body, returns } = request;
  const answer = { entityTag: addressed.entityTag, returns };
  const origin = { parent: under.parent, known: under.known, answer };
  const { checking, finish } = draftCreate(planning, { entity: route.subject, body, faults }, origin);
  return planWhenValid(checking, faults, finish);
}

const noParent: Omit<RowOrigin, 'answer'> = Object.freeze({ parent: null, known: [] });

/** Throws as `planCreate`, and `not_found` for an id that no parent can have. */
export function planEdgeCreate(
  planning: WritePlanning,
  request: ParsedRequest,
): CreatePlan | Promise<CreatePlan> {
  const { entity, edge } = request.route;
  if (!edge) throw new Error('Only an edge has rows to create under it.');
  const { path: collection } = planning.targetOf(edge);
  const id = requirePathId(request);
  const known = listParentKeys(entity, edge, { id, by: 'the path' });
  return planCreate(planning, request, { parent: { entity, edge, id, collection }, known });
}

/** Plans a new row, and those that its body creates by way of edges. Adds the faults of its body. */
export function draftCreate(planning: WritePlanning, row: RowBody, origin: RowOrigin): PlanDraft<CreatePlan> {
  const draft: DraftRow = (each, its) => draftRow(planning, each, its);
  const { nested } = planning.getForm(row.entity, 'create');
  if (nested.length > 0)
    return draftWithNested({ row, nested, maxItems: planning.model.limits.listLength }, origin, draft);
  const { checking, finish } = draft(row, origin);
  return { checking, finish: () => finish([]) };
}

function draftRow(planning: WritePlanning, row: RowBody, { parent, known, answer }: RowOrigin): RowDraft {
  const { entity, faults } = row;
  planning.checkBody(entity, 'create', row.body, faults);
  const form = planning.getForm(entity, 'create');
  const body = toBodyObject(row.body.value);
  const { given, refused } = collectValues(form, body, faults, findUnstorable(row.body));
  const foreignKeys = planForeignKeys(form, body, { row: null, given, known }, faults);
  const edges = planEdgeChanges(form, 'create', body, faults);
  const values = buildColumns(given, foreignKeys);
  return {
    checking: checkValidators(given, refused, faults),
    given: values,
    finish: (nested) => ({
      kind: 'create',
      entity,
      ...values,
      edges,
      clientId: given.some(({ field }) => entity.key.includes(field)),
      parent,
      nested,
      readBack: getByIdShape(entity),
      entityTag: answer.entityTag,
      returns: answer.returns,
    }),
  };
}

/** Throws `not_found` for an id no row can have, `invalid_request` with every fault of query and body. */
export function planUpdate(
  planning: WritePlanning,
  request: ParsedRequest,
): UpdatePlan | Promise<UpdatePlan> {
  const { entity } = request.route;
  const id = requirePathId(request);
  const form = planning.getForm(entity, 'update');
  const faults = collectRequestFaults(planning, request);
  planning.checkBody(entity, 'update', request.body, faults);
  const body = toBodyObject(request.body.value);
  const { given, refused } = collectValues(form, body, faults, findUnstorable(request.body));
  const foreignKeys = planForeignKeys(form, body, { row: { entity, id }, given, known: [] }, faults);
  const edges = planEdgeChanges(form, 'update', body, faults);
  return planWhenValid(checkValidators(given, refused, faults), faults, () => ({
    kind: 'update',
    entity,
    id,
    ...buildColumns(given, foreignKeys),
    edges,
    precondition: planPrecondition(request),
    readBack: getByIdShape(entity),
    entityTag: request.addressed.entityTag,
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
  const id = requirePathId(request);
  return { kind: 'delete', entity: request.route.entity, id, precondition: planPrecondition(request) };
}

function collectRequestFaults({ model }: WritePlanning, request: ParsedRequest): Faults {
  const faults = new Faults([...request.query.faults, ...request.body.faults]);
  checkOnlyPretty(model, request, faults);
  return faults;
}

/** The faults of texts that no database can store: rules are not run on them, as some would throw. Null where there are none. */
function findUnstorable({ faults }: ParsedBody): Faults | null {
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
