// Plans of rows that a create also creates, by way of its edges. Each is planned as a create of its own, and its faults get its
// place in front.
import { maxFaults } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { NestedKey } from './body-form.js';
import type { KnownForeignKey } from './edge-plan.js';
import { Faults } from './faults.js';
import { getKeyValues, toId } from './id-value.js';
import { splitBody, type NestedObject } from './nested-objects.js';
import type { CreatePlan, NestedRow } from './writes.js';
import {
  noAnswer,
  type DraftRow,
  type GivenColumns,
  type PlanDraft,
  type RowBody,
  type RowDraft,
  type RowOrigin,
} from './row-draft.js';

/** A body that may have objects in edges. */
interface NestingBody {
  readonly row: RowBody;
  readonly nested: readonly NestedKey[];
  /** The maximum number of items of an edge. */
  readonly maxItems: number;
}

/** Plans a new row, and one for each object in an edge of its body. Adds the faults of all. */
export function draftWithNested(
  { row, nested, maxItems }: NestingBody,
  origin: RowOrigin,
  draftRow: DraftRow,
): PlanDraft<CreatePlan> {
  const { entity, faults } = row;
  const split = splitBody(row, nested, maxItems);
  if (!split) {
    const { checking, finish } = draftRow(row, origin);
    return { checking, finish: () => finish([]) };
  }
  const { own, objects } = split;
  const referenced = objects.filter(isReferenced).map((object) => draftObject(object, noOrigin, draftRow));
  const ownFaults = new Faults(own.faults);
  const known = [...origin.known, ...referenced.map(buildReferenceKey)];
  const draft = draftRow({ entity, body: own, faults: ownFaults }, { ...origin, known });
  const ownKey = findPlannedKey(entity, draft.given);
  const others = draftUntilFull(
    objects.filter((object) => !isReferenced(object)),
    (object) => draftObject(object, buildOrigin(entity, object.key.edge, ownKey), draftRow),
  );
  const all = [...referenced, ...others];
  const collect = () => {
    faults.addMoved(ownFaults, split.moveFault);
    for (const { object, faults: found } of all) faults.addWithin(object.pointer, found);
  };
  return {
    checking: collectAfter([draft, ...all], collect),
    finish: () => draft.finish(all.map(finishObject)),
  };
}

/** Calls `collect` after all checks: at once where none is asynchronous. */
function collectAfter(
  drafts: readonly { readonly checking: Promise<void> | null }[],
  collect: () => void,
): Promise<void> | null {
  const checks = drafts.flatMap(({ checking }) => checking ?? []);
  if (checks.length > 0) return Promise.all(checks).then(collect);
  collect();
  return null;
}

const noOrigin: RowOrigin = Object.freeze({ parent: null, known: [], answer: noAnswer });

/** The new row refers to it, so that it must be created before. */
function isReferenced({ key }: NestedObject): boolean {
  return key.edge.join.kind === 'own';
}

/** The draft of an object, with the faults in it. */
interface ObjectDraft {
  readonly object: NestedObject;
  readonly faults: Faults;
  readonly checking: Promise<void> | null;
  readonly draft: RowDraft | null;
}

/** Drafts objects up to the number of faults that an answer lists. */
function draftUntilFull(
  objects: readonly NestedObject[],
  draft: (object: NestedObject) => ObjectDraft,
): readonly ObjectDraft[] {
  const drafts: ObjectDraft[] = [];
  let found = 0;
  for (const object of objects) {
    if (found >= maxFaults) break;
    const drafted = draft(object);
    drafts.push(drafted);
    found += drafted.faults.count;
  }
  return drafts;
}

function draftObject(object: NestedObject, origin: RowOrigin, draftRow: DraftRow): ObjectDraft {
  const { entity, body, refusal } = object;
  const faults = new Faults(body.faults);
  if (refusal) faults.add(refusal);
  const draft = refusal ? null : draftRow({ entity, body, faults }, origin);
  return { object, faults, draft, checking: draft?.checking ?? null };
}

function finishObject({ object: { key, pointer }, draft }: ObjectDraft): NestedRow {
  if (!draft) throw new Error('An object with a fault has no plan.');
  return { edge: key.edge, pointer, plan: draft.finish([]) };
}

/** The foreign key of the new row to an object. */
function buildReferenceKey({ object, draft }: ObjectDraft): KnownForeignKey {
  const { edge, target } = object.key;
  const value = draft ? findPlannedKey(object.entity, draft.given) : undefined;
  return { column: { of: 'edge', edge, target }, value, by: `'${edge.name}'` };
}

function buildOrigin(entity: EntityModel, edge: EdgeModel, id: unknown): RowOrigin {
  const known = listParentKeys(entity, edge, { id, by: `the new ${entity.name}` });
  return { parent: { entity, edge, id: undefined, collection: '' }, known, answer: noAnswer };
}

/** The foreign key of a row that is created by way of an edge; none where a join table holds the link. */
export function listParentKeys(
  entity: EntityModel,
  { creation }: EdgeModel,
  { id, by }: { readonly id: unknown; readonly by: string },
): readonly KnownForeignKey[] {
  const inverse = creation?.inverse;
  return inverse ? [{ column: { of: 'edge', edge: inverse, target: entity }, value: id, by }] : [];
}

/** The id that a new row will have; undefined where the database chooses a part of it. */
function findPlannedKey({ key }: EntityModel, given: GivenColumns): unknown {
  const parts = key.map(({ column }) => findPlannedValue(column, given));
  return parts.includes(undefined) ? undefined : toId(parts);
}

function findPlannedValue(column: string, { columns, values }: GivenColumns): unknown {
  for (const [at, term] of columns.entries()) {
    if (term.of === 'field' && term.field.column === column) return values[at];
    const { join } = term.of === 'edge' ? term.edge : { join: null };
    const part = join?.kind === 'own' ? join.columns.indexOf(column) : -1;
    if (part !== -1 && values[at] !== undefined) return getKeyValues(values[at])[part];
  }
  return undefined;
}
