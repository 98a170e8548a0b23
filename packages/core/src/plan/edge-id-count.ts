// How many ids a request lists in edges, of all its items and of the objects in their edges: each is a link, or a row, to write.
// Counted before anything is planned.
import type { Limits } from '../limits.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { BodyForms, BodyKind } from './body-form.js';
import { toBodyObject } from './body-value.js';
import type { Faults } from './faults.js';
import { chooseClass, isObject, listNestedValues } from './nested-objects.js';

/** Bodies of rows, each with the pointer to it. */
interface CountedBodies {
  readonly kind: BodyKind;
  readonly bodies: readonly {
    readonly entity: EntityModel;
    readonly body: Pick<ParsedBody, 'value'>;
    readonly place: string;
  }[];
}

/** Returns whether a request may list its ids. Adds a fault for the place of the first list with one too many. */
export function checkEdgeIdCount(
  { kind, bodies }: CountedBodies,
  limits: Pick<Limits, 'edgeIds' | 'listLength'>,
  getForm: BodyForms,
  faults: Faults,
): boolean {
  const [first] = bodies;
  if (bodies.length === 1 && first && isAlwaysWithin(first.entity, limits)) return true;
  const { edgeIds, listLength } = limits;
  let count = 0;
  for (const { entity, body, place } of bodies)
    for (const { pointer, length } of listIdLists(getForm, { entity, kind, value: body.value, place })) {
      // A list that is too long has a fault of its own.
      if (length > listLength) continue;
      count += length;
      if (count <= edgeIds) continue;
      faults.add({ pointer, code: 'too_many', detail: describeLimit(edgeIds) });
      return false;
    }
  return true;
}

/** Whether no body of one row can list too many ids: an edge has three keys at most, and each list a limit of its own. */
function isAlwaysWithin(
  { edges }: EntityModel,
  { edgeIds, listLength }: Pick<Limits, 'edgeIds' | 'listLength'>,
): boolean {
  return 3 * edges.length * listLength <= edgeIds && !edges.some(({ creation }) => creation?.nested);
}

/** A body, or an object in an edge of one. */
interface PlacedValue {
  readonly entity: EntityModel;
  readonly kind: BodyKind;
  readonly value: JsonValue | undefined;
  readonly place: string;
}

/** A list of ids: its place, and how many there are. */
interface IdList {
  readonly pointer: string;
  readonly length: number;
}

function* listIdLists(getForm: BodyForms, { entity, kind, value, place }: PlacedValue): Generator<IdList> {
  const { edges, nested } = getForm(entity, kind);
  if (edges.length === 0 && nested.length === 0) return;
  const object = toBodyObject(value);
  for (const { edge, changes } of edges) {
    if (edge.unique) continue;
    for (const { bodyKey } of changes) {
      const length = countIds(object, bodyKey);
      if (length > 0) yield { pointer: place + toPointer(bodyKey), length };
    }
  }
  for (const { key, value: given } of listNestedValues(object, nested)) {
    const pointer = place + toPointer(key.edge.name);
    const items = Array.isArray(given) ? (given as readonly JsonValue[]) : null;
    for (const [at, item] of (items ?? [given]).entries()) {
      if (!isObject(item)) continue;
      const { entity: ofClass } = chooseClass(key.target, toBodyObject(item));
      yield* listIdLists(withoutNested(getForm), {
        entity: ofClass,
        kind,
        value: item,
        place: items ? `${pointer}/${at}` : pointer,
      });
    }
  }
}

/** Objects in edges have ids only. */
function withoutNested(getForm: BodyForms): BodyForms {
  return (entity, kind) => ({ ...getForm(entity, kind), nested: [] });
}

/** Objects in a list are rows to create, not ids. */
function countIds(object: JsonObject, key: string): number {
  const given = Object.hasOwn(object, key) ? object[key] : undefined;
  if (!Array.isArray(given)) return 0;
  return (given as readonly JsonValue[]).reduce<number>((count, item) => count + (isObject(item) ? 0 : 1), 0);
}

function describeLimit(edgeIds: number): string {
  return `The edges of a request may list at most ${formatQuantity(edgeIds, 'id')} (limits.edgeIds).`;
}
