// Plans of create, update and delete: bodies judged as a whole, every fault reported at once.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { ParsedBody } from '../request/json-body.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonObject } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import { operationOfBody, type BodyForm, type BodyForms, type BodyKind } from './body-form.js';
import { toBodyObject, convertBodyValue, isStoredExactly, getValueAt } from './body-value.js';
import { planEdgeChanges, planForeignKeys, type PlannedForeignKey, type StoredColumns } from './edge-plan.js';
import { Faults } from './faults.js';
import { draftWithNested, listParentKeys } from './nested-plan.js';
import type {
  ColumnTerm,
  CreatePlan,
  DeletePlan,
  EdgeChange,
  RestorePlan,
  UpdatePlan,
  WritePrecondition,
} from './plan.js';
import { planPrecondition } from './precondition-plan.js';
import {
  noAnswer,
  type DraftRow,
  type GivenColumns,
  type PlanDraft,
  type RequestedAnswer,
  type RowBody,
  type RowDraft,
  type RowOrigin,
} from './row-draft.js';
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
  return finishDraft(draftCreate(planning, { entity: route.subject, body, faults }, origin), faults);
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
  const { entity } = row;
  const { checking, given, columns, edges } = draftValues(planning, row, {
    kind: 'create',
    row: null,
    known,
  });
  return {
    checking,
    given: columns,
    finish: (nested) => ({
      kind: 'create',
      entity,
      columns: columns.columns,
      values: columns.values,
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
  const id = requirePathId(request);
  const faults = collectRequestFaults(planning, request);
  const { body, route, addressed, returns } = request;
  const row = { entity: route.entity, body, faults };
  const answer = { entityTag: addressed.entityTag, returns };
  const change = { id, precondition: planPrecondition(request), answer };
  return finishDraft(draftUpdate(planning, row, change), faults);
}

function finishDraft<T>({ checking, finish }: PlanDraft<T>, faults: Faults): T | Promise<T> {
  const planned = () => {
    faults.throwIfAny();
    return finish();
  };
  return checking ? checking.then(planned) : planned();
}

/** The row of an update, what it requires of that row, and the answer to it. */
interface PlannedChange {
  readonly id: unknown;
  readonly precondition: WritePrecondition | null;
  readonly answer: RequestedAnswer;
}

/** Plans the changes of a row. Adds the faults of its body. */
function draftUpdate(
  planning: WritePlanning,
  row: RowBody,
  { id, precondition, answer }: PlannedChange,
  kind: 'update' | 'item' = 'update',
): PlanDraft<UpdatePlan> {
  const { entity } = row;
  const known = id === undefined ? 'many rows' : { entity, id };
  const { checking, columns, edges } = draftValues(planning, row, { kind, row: known, known: [] });
  const finish = (): UpdatePlan => ({
    kind: 'update',
    entity,
    id,
    columns: columns.columns,
    values: columns.values,
    edges,
    precondition,
    readBack: getByIdShape(entity),
    entityTag: answer.entityTag,
    returns: answer.returns,
  });
  return { checking, finish };
}

/** Plans the changes of one of many rows. Adds the faults of its body. `id` is undefined where the body names none. */
export function draftItemUpdate(planning: WritePlanning, row: RowBody, id: unknown): PlanDraft<UpdatePlan> {
  return draftUpdate(planning, row, { id, precondition: null, answer: noAnswer }, 'item');
}

/** Plans the columns to set in many rows of an entity. Adds the faults of the body. */
export function draftColumns(planning: WritePlanning, row: RowBody): PlanDraft<GivenColumns> {
  const { checking, columns } = draftValues(planning, row, { kind: 'many', row: 'many rows', known: [] });
  return { checking, finish: () => columns };
}

/** What a body is for: a new row, a row that exists, or many. */
interface BodyPurpose extends Pick<StoredColumns, 'row' | 'known'> {
  readonly kind: BodyKind;
}

/** The values of a body: those that have no fault. */
interface DraftedValues {
  readonly checking: Promise<void> | null;
  readonly given: readonly GivenColumn[];
  readonly columns: GivenColumns;
  readonly edges: readonly EdgeChange[];
}

function draftValues(
  { checkBody, getForm }: WritePlanning,
  { entity, body, faults }: RowBody,
  { kind, row, known }: BodyPurpose,
): DraftedValues {
  checkBody(entity, kind, body, faults);
  const form = getForm(entity, kind);
  const object = toBodyObject(body.value);
  const { given, refused } = collectValues(form, object, faults, findUnstorable(body));
  const foreignKeys = planForeignKeys(form, object, { row, given, known }, faults);
  const edges = planEdgeChanges(form, operationOfBody[kind], object, faults);
  const checking = checkValidators(given, refused, faults);
  return { checking, given, columns: buildColumns(given, foreignKeys), edges };
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planDelete({ model }: WritePlanning, request: ParsedRequest): DeletePlan {
  const faults = new Faults(request.query.faults);
  checkOnlyPretty(model, request, faults);
  faults.throwIfAny();
  const id = requirePathId(request);
  return { kind: 'delete', entity: request.route.entity, id, precondition: planPrecondition(request) };
}

/** Throws `not_found` for an id no row can have, `invalid_request` for parameters other than `pretty`. */
export function planRestore({ model }: WritePlanning, request: ParsedRequest): RestorePlan {
  const { route, query, addressed, returns } = request;
  const faults = new Faults(query.faults);
  checkOnlyPretty(model, request, faults);
  faults.throwIfAny();
  const { entity } = route;
  const { entityTag } = addressed;
  const id = requirePathId(request);
  return { kind: 'restore', entity, id, readBack: getByIdShape(entity), entityTag, returns };
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
