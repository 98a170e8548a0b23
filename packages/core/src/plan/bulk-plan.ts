// Plans of requests that write many rows: each item is planned as the body of one row, and its faults get its place in front.
import { maxFaults } from '../errors.js';
import { listBulkClasses } from '../model/bulk-classes.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { omitDiscriminator } from './body-class.js';
import { limitKeys } from './body-keys.js';
import { toBodyObject } from './body-value.js';
import { Faults } from './faults.js';
import { compareIds, formatId, parseBodyId } from './id-value.js';
import { readItems, type BodyItem } from './body-items.js';
import { checkEdgeIdCount } from './edge-id-count.js';
import { checkRowCount } from './row-count.js';
import type {
  BulkCreatePlan,
  BulkDeletePlan,
  BulkItemsPlan,
  BulkUpdatePlan,
  ColumnTerm,
  PlacedUpdate,
} from './writes.js';
import type { QueryNames } from './query-parameters.js';
import { checkOnlyPretty } from './select-plan.js';
import { planSelection, refuseSelection } from './selection-plan.js';
import type { GivenColumns, PlanDraft } from './row-draft.js';
import { draftColumns, draftCreate, draftItemUpdate, type WritePlanning } from './write-plan.js';

/** Throws `invalid_request` with every fault of the query and of all items. */
export function planBulkCreate(
  planning: WritePlanning,
  request: ParsedRequest,
): BulkCreatePlan | Promise<BulkCreatePlan> {
  const { returns } = request;
  const { entity } = request.route;
  const faults = new Faults(request.query.faults);
  checkOnlyPretty(planning.model, request, faults);
  const items = readNewItems(planning, request, faults);
  const origin = { parent: null, known: [], answer: { entityTag: null, returns } };
  const planned = planItems(items, faults, (item, own) =>
    draftCreate(
      planning,
      { entity: item.entity, body: omitDiscriminator(entity, item.body), faults: own },
      origin,
    ),
  );
  return whenPlanned(planned, (plans) => ({ kind: 'bulk-create', entity, items: plans, returns }));
}

/** The items of a create; none where they and the objects in their edges are too many, or the ids in edges. */
function readNewItems(
  { model: { limits }, getForm }: WritePlanning,
  request: ParsedRequest,
  faults: Faults,
): readonly BodyItem[] {
  const items = readItems(request, limits, faults);
  const bodies = placeItems(items);
  const isWithin =
    checkRowCount(bodies, limits, getForm, faults) &&
    checkEdgeIdCount({ kind: 'create', bodies }, limits, getForm, faults);
  return isWithin ? items : [];
}

/** The items of a list of updates; none where the ids in their edges are too many. */
function readChangedItems(
  { model: { limits }, getForm }: WritePlanning,
  request: ParsedRequest,
  faults: Faults,
): readonly BodyItem[] {
  const items = readItems(request, limits, faults);
  return checkEdgeIdCount({ kind: 'item', bodies: placeItems(items) }, limits, getForm, faults) ? items : [];
}

function placeItems(items: readonly BodyItem[]) {
  return items.map(({ entity, body, at }) => ({ entity, body, place: `/${at}` }));
}

/** Throws `invalid_request` with every fault of query and body. */
export function planBulkUpdate(
  planning: WritePlanning,
  names: QueryNames,
  request: ParsedRequest,
): BulkUpdatePlan | BulkItemsPlan | Promise<BulkUpdatePlan | BulkItemsPlan> {
  const takesItems = request.route.entity.bulk?.body?.item != null;
  return takesItems && Array.isArray(request.body.value)
    ? planItemUpdates(planning, names, request)
    : planManyUpdate(planning, names, request);
}

/** Throws `invalid_request` with every fault of the query. */
export function planBulkDelete(
  { model }: WritePlanning,
  names: QueryNames,
  request: ParsedRequest,
): BulkDeletePlan {
  const faults = new Faults(request.query.faults);
  const selection = planSelection(model, names, request, faults);
  faults.throwIfAny();
  return { kind: 'bulk-delete', entity: request.route.entity, selection, returns: request.returns };
}

function planItemUpdates(
  planning: WritePlanning,
  names: QueryNames,
  request: ParsedRequest,
): BulkItemsPlan | Promise<BulkItemsPlan> {
  const { entity } = request.route;
  const faults = new Faults(request.query.faults);
  refuseSelection(planning.model, names, request, faults);
  const places = new Map<string, number>();
  const items = readChangedItems(planning, request, faults);
  const planned = planItems(items, faults, (item, own): PlanDraft<PlacedUpdate> => {
    const id = readId(item);
    const draft = draftItemUpdate(planning, { entity: item.entity, body: item.body, faults: own }, id);
    checkId(item, { id, places }, own);
    return { checking: draft.checking, finish: () => ({ at: item.at, update: draft.finish() }) };
  });
  return whenPlanned(planned, (placed) => ({
    kind: 'bulk-update-items',
    entity,
    // Of two requests with the same rows, one waits for the other; in other orders, each could wait for the other.
    items: [...placed].sort((a, b) => compareIds(a.update.id, b.update.id)),
    returns: request.returns,
  }));
}

function readId({ entity, body }: BodyItem): unknown {
  const { name } = entity.id;
  const object = toBodyObject(body.value);
  const given = Object.hasOwn(object, name) ? object[name] : undefined;
  return given === undefined ? undefined : parseBodyId(entity, given);
}

/** The id of an item, and the positions of the ids before it. */
interface ItemId {
  readonly id: unknown;
  readonly places: Map<string, number>;
}

/** Adds a fault for a value that is no id, and for an id that an earlier item has. */
function checkId({ entity, at }: BodyItem, { id, places }: ItemId, faults: Faults): void {
  const pointer = `/${entity.id.name}`;
  if (faults.hasFaultWithin(pointer)) return;
  if (id === undefined || id === null) {
    faults.add({ pointer, code: 'wrong_format', detail: `The value is not an id of ${entity.name}.` });
    return;
  }
  const text = formatId(id);
  const earlier = places.get(text);
  if (earlier === undefined) places.set(text, at);
  else faults.add({ pointer, code: 'conflict', detail: `The item ${earlier} has the same id.` });
}

/** Single-table inheritance: the body must be valid for each class that a selected row may have. */
function planManyUpdate(
  planning: WritePlanning,
  names: QueryNames,
  request: ParsedRequest,
): BulkUpdatePlan | Promise<BulkUpdatePlan> {
  const { entity } = request.route;
  const body = limitKeys(entity, request.body);
  const faults = new Faults([...request.query.faults, ...body.faults]);
  const selection = planSelection(planning.model, names, request, faults);
  const classes = entity.variants
    ? listBulkClasses(entity.variants, 'update').map((one) => one.entity)
    : [entity];
  const drafts = classes.map((ofClass): ClassDraft => {
    const own = new Faults(body.faults);
    return { faults: own, draft: draftColumns(planning, { entity: ofClass, body, faults: own }) };
  });
  const finish = (): BulkUpdatePlan => {
    for (const { faults: own } of drafts) faults.addDistinct(own);
    faults.throwIfAny();
    return { kind: 'bulk-update', entity, selection, ...pickCommonColumns(drafts), returns: request.returns };
  };
  return afterChecks(drafts, finish);
}

interface ClassDraft {
  readonly faults: Faults;
  readonly draft: PlanDraft<GivenColumns>;
}

/** Without strict bodies, a key may be unknown to some classes, which ignore it: then no row gets it. */
function pickCommonColumns(drafts: readonly ClassDraft[]): GivenColumns {
  const [first, ...others] = drafts.map(({ draft }) => draft.finish());
  const { columns = [], values = [] } = first ?? {};
  const isCommon = (term: ColumnTerm) =>
    others.every((other) => other.columns.some((known) => getProperty(known) === getProperty(term)));
  return {
    columns: columns.filter(isCommon),
    values: values.filter((_, at) => columns[at] !== undefined && isCommon(columns[at])),
  };
}

function getProperty(term: ColumnTerm): string {
  return term.of === 'field' ? term.field.property : term.edge.property;
}

/** The faults of one item, and its draft; null where its class is not known. */
interface ItemDraft<T> {
  readonly faults: Faults;
  readonly draft: PlanDraft<T> | null;
}

/** Plans items up to the number of faults that an answer lists. Throws `invalid_request` with those of all items. */
function planItems<T>(
  items: readonly BodyItem[],
  faults: Faults,
  draftItem: (item: BodyItem, own: Faults) => PlanDraft<T>,
): readonly T[] | Promise<readonly T[]> {
  const drafts: ItemDraft<T>[] = [];
  for (let at = 0, found = faults.count; at < items.length && found < maxFaults; at++) {
    const draft = draftBodyItem(items[at], draftItem);
    drafts.push(draft);
    found += draft.faults.count;
  }
  const finish = () => {
    for (const [at, { faults: own }] of drafts.entries()) faults.addWithin(`/${at}`, own);
    faults.throwIfAny();
    return drafts.flatMap(({ draft }) => (draft ? [draft.finish()] : []));
  };
  return afterChecks(drafts, finish);
}

function draftBodyItem<T>(
  item: BodyItem | undefined,
  draftItem: (item: BodyItem, own: Faults) => PlanDraft<T>,
): ItemDraft<T> {
  const faults = new Faults(item?.body.faults);
  if (!item) return { faults, draft: null };
  const { refusal } = item;
  if (refusal) faults.add(refusal);
  return { faults, draft: refusal ? null : draftItem(item, faults) };
}

function afterChecks<T>(
  drafts: readonly { readonly draft: Pick<PlanDraft<unknown>, 'checking'> | null }[],
  finish: () => T,
): T | Promise<T> {
  const checks = drafts.flatMap(({ draft }) => draft?.checking ?? []);
  return checks.length === 0 ? finish() : Promise.all(checks).then(finish);
}

function whenPlanned<T, P>(planned: T | Promise<T>, build: (items: T) => P): P | Promise<P> {
  return planned instanceof Promise ? planned.then(build) : build(planned);
}
