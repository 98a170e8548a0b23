// Plans of create, update and delete: bodies judged as a whole, every fault reported at once.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import { operationOfBody, type BodyForm, type BodyForms, type BodyKind } from './body-form.js';
import { toBodyObject, convertBodyValue, isStoredExactly, getValueAt } from './body-value.js';
import { planEdgeChanges, planForeignKeys, type PlannedForeignKey, type StoredColumns } from './edge-plan.js';
import { Faults } from './faults.js';
import type { ColumnTerm, CreatePlan, DeletePlan, EdgeChange, UpdatePlan } from './plan.js';
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

/** Columns to write, and one value for each. */
export interface GivenColumns {
  readonly columns: readonly ColumnTerm[];
  readonly values: readonly unknown[];
}

/** A body of one row, and the list that collects its faults. */
export interface RowBody {
  readonly entity: EntityModel;
  readonly body: ParsedBody;
  readonly faults: Faults;
}

/** A plan whose faults may be known only later: asynchronous validators are waited for, which most bodies do not have. */
export interface PlanDraft<T> {
  readonly checking: Promise<void> | null;
  /** Call it when the checks have ended and there are no faults. */
  readonly finish: () => T;
}

/** Throws `invalid_request` with every fault of query and body. */
export function planCreate(
  planning: WritePlanning,
  request: ParsedRequest,
): CreatePlan | Promise<CreatePlan> {
  const faults = collectRequestFaults(planning, request);
  const { body, route } = request;
  return finishDraft(draftCreate(planning, { entity: route.entity, body, faults }), faults);
}

/** Throws `not_found` for an id no row can have, `invalid_request` with every fault of query and body. */
export function planUpdate(
  planning: WritePlanning,
  request: ParsedRequest,
): UpdatePlan | Promise<UpdatePlan> {
  const id = requirePathId(request);
  const faults = collectRequestFaults(planning, request);
  const { body, route } = request;
  return finishDraft(draftUpdate(planning, { entity: route.entity, body, faults }, id), faults);
}

function finishDraft<T>({ checking, finish }: PlanDraft<T>, faults: Faults): T | Promise<T> {
  const planned = () => {
    faults.throwIfAny();
    return finish();
  };
  return checking ? checking.then(planned) : planned();
}

/** Plans a new row. Adds the faults of its body. */
export function draftCreate(planning: WritePlanning, row: RowBody): PlanDraft<CreatePlan> {
  const { entity } = row;
  return draftValues(planning, row, { kind: 'create', row: null }, (values, given, edges) => ({
    kind: 'create',
    entity,
    ...values,
    edges,
    clientId: given.some(({ field }) => entity.key.includes(field)),
    readBack: getByIdShape(entity),
  }));
}

/** Plans the changes of a row. Adds the faults of its body. `id` is undefined where the body names none. */
export function draftUpdate(
  planning: WritePlanning,
  row: RowBody,
  id: unknown,
  kind: 'update' | 'item' = 'update',
): PlanDraft<UpdatePlan> {
  const { entity } = row;
  const known = id === undefined ? 'many rows' : { entity, id };
  return draftValues(planning, row, { kind, row: known }, (values, _, edges) => ({
    kind: 'update',
    entity,
    id,
    ...values,
    edges,
    readBack: getByIdShape(entity),
  }));
}

/** Plans the columns to set in many rows of an entity. Adds the faults of the body. */
export function draftColumns(planning: WritePlanning, row: RowBody): PlanDraft<GivenColumns> {
  return draftValues(planning, row, { kind: 'many', row: 'many rows' }, (values) => values);
}

/** What a body is for: a new row, a row that exists, or many. */
interface BodyPurpose extends Pick<StoredColumns, 'row'> {
  readonly kind: BodyKind;
}

type BuildPlan<T> = (values: GivenColumns, given: readonly GivenColumn[], edges: readonly EdgeChange[]) => T;

function draftValues<T>(
  { checkBody, getForm }: WritePlanning,
  { entity, body, faults }: RowBody,
  { kind, row }: BodyPurpose,
  build: BuildPlan<T>,
): PlanDraft<T> {
  checkBody(entity, kind, body, faults);
  const form = getForm(entity, kind);
  const object = toBodyObject(body.value);
  const { given, refused } = collectValues(form, object, faults, findUnstorable(body));
  const foreignKeys = planForeignKeys(form, object, { row, given }, faults);
  const edges = planEdgeChanges(form, operationOfBody[kind], object, faults);
  return {
    checking: checkValidators(given, refused, faults),
    finish: () => build(buildColumns(given, foreignKeys), given, edges),
  };
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planDelete({ model }: WritePlanning, request: ParsedRequest): DeletePlan {
  const faults = new Faults(request.query.faults);
  checkOnlyPretty(model, request, faults);
  faults.throwIfAny();
  return { kind: 'delete', entity: request.route.entity, id: requirePathId(request) };
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
