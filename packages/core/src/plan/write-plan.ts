// Plans of writes of one row. A body is checked as a whole: all its faults are reported at once.
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { Faults } from './faults.js';
import { draftWithNested, listParentKeys } from './nested-plan.js';
import type { CreatePlan, DeletePlan, RestorePlan, UpdatePlan, WritePrecondition } from './writes.js';
import { addClassDefaults } from './class-defaults.js';
import { checkEdgeIdCount } from './edge-id-count.js';
import { planPrecondition } from './precondition-plan.js';
import { checkRowCount } from './row-count.js';
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
import { draftValues, type BodyPlanning } from './draft-values.js';
import { requirePathId } from './list-rows.js';
import { getWrittenShape } from './one-shape.js';
import { checkOnlyPretty } from './select-plan.js';

/** What the planning of writes works with. */
export interface WritePlanning extends BodyPlanning {
  readonly model: ApiModel;
  readonly targetOf: TargetOf<EntityModel>;
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
  const row = { entity: route.subject, body, faults, place: '' };
  const bodies = [row];
  const { limits } = planning.model;
  const isWithin =
    checkRowCount(bodies, limits, planning.getForm, faults) &&
    checkEdgeIdCount({ kind: 'create', bodies }, limits, planning.getForm, faults);
  if (!isWithin) faults.throwIfAny();
  return finishDraft(draftCreate(planning, row, origin), faults);
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
  const drafted = draftValues(planning, row, { kind: 'create', row: null, known });
  const { checking, given, edges } = drafted;
  const columns = addClassDefaults(entity, drafted.columns);
  return {
    checking,
    given: columns,
    finish: (nested) => ({
      kind: 'create',
      entity,
      columns: columns.columns,
      values: columns.values,
      edges,
      clientId:
        given.some(({ field }) => entity.key.includes(field)) ||
        (columns !== drafted.columns && hasKeyColumn(entity, columns)),
      parent,
      nested,
      readBack: getWrittenShape(entity),
      entityTag: answer.entityTag,
      returns: answer.returns,
    }),
  };
}

function hasKeyColumn({ key }: EntityModel, { columns }: GivenColumns): boolean {
  return columns.some(
    (term) => term.of === 'field' && key.some(({ column }) => column === term.field.column),
  );
}

/** Throws `not_found` for an id no row can have, `invalid_request` with every fault of query and body. */
export function planUpdate(
  planning: WritePlanning,
  request: ParsedRequest,
): UpdatePlan | Promise<UpdatePlan> {
  const id = requirePathId(request);
  const faults = collectRequestFaults(planning, request);
  const { body, route, addressed, returns } = request;
  const row = { entity: route.entity, body, faults, place: '' };
  if (!checkEdgeIdCount({ kind: 'update', bodies: [row] }, planning.model.limits, planning.getForm, faults))
    faults.throwIfAny();
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
    readBack: getWrittenShape(entity),
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
  return { kind: 'restore', entity, id, readBack: getWrittenShape(entity), entityTag, returns };
}

function collectRequestFaults({ model }: WritePlanning, request: ParsedRequest): Faults {
  const faults = new Faults([...request.query.faults, ...request.body.faults]);
  checkOnlyPretty(model, request, faults);
  return faults;
}
