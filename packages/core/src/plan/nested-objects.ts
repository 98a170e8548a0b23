// Splits a create body with objects in its edges into the body of the row itself, which has ids only, and those objects.
import type { Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { NestedKey } from './body-form.js';
import { createUnknownClassFault, omitDiscriminator } from './body-class.js';
import { copyWith } from './body-keys.js';
import { toBodyObject } from './body-value.js';
import { getPointer, type Faults } from './faults.js';
import type { RowBody } from './row-draft.js';

/** An object in an edge: the body of a row to create. Pointers of its faults start at the object. */
export interface NestedObject {
  readonly key: NestedKey;
  readonly pointer: string;
  /** The class of its row. */
  readonly entity: EntityModel;
  readonly body: ParsedBody;
  /** Why it cannot be created; null if it can. */
  readonly refusal: Fault | null;
}

/** The parts of a create body. */
export interface SplitBody {
  /** The body of the row itself, without objects. */
  readonly own: ParsedBody;
  readonly objects: readonly NestedObject[];
  /** A fault of the row's own body as one of the whole; null for one that a part of the body outside of it mends. */
  readonly moveFault: (fault: Fault) => Fault | null;
}

/** What is left of the value of an edge, and what is taken out of it. */
interface SplitValue {
  readonly key: NestedKey;
  /** Undefined where nothing is left. */
  readonly left: JsonValue | undefined;
  /** The positions of the items that are left; null where it is no list. */
  readonly positions: readonly number[] | null;
  readonly taken: readonly { readonly pointer: string; readonly value: JsonValue }[];
}

/** Splits the body of a new row; null where it has no objects in edges. Adds the faults of their places. */
export function splitBody(
  { entity, body, faults }: RowBody,
  nested: readonly NestedKey[],
  maxItems: number,
): SplitBody | null {
  const object = toBodyObject(body.value);
  const parts = listNestedValues(object, nested).flatMap(
    ({ key, value }) => splitValue(key, value, { maxItems, faults }) ?? [],
  );
  return parts.length === 0 ? null : joinParts({ entity, body, object }, parts);
}

/** An edge that takes objects, and its value. */
interface NestedValue {
  readonly key: NestedKey;
  readonly value: JsonValue;
}

/** The edges of a body that may have objects, in its order. */
export function listNestedValues(object: JsonObject, nested: readonly NestedKey[]): readonly NestedValue[] {
  const given = nested.filter(({ edge }) => Object.hasOwn(object, edge.name));
  if (given.length === 0) return [];
  const byName = new Map(given.map((key) => [key.edge.name, key]));
  const names = given.length === 1 ? byName.keys() : Object.keys(object);
  const values: NestedValue[] = [];
  for (const name of names) {
    const [key, value] = [byName.get(name), object[name]];
    if (key && value !== undefined) values.push({ key, value });
  }
  return values;
}

/** The objects in the value of an edge. */
export function listObjects({ key, value }: NestedValue): readonly JsonObject[] {
  if (key.edge.unique) return isObject(value) ? [toBodyObject(value)] : [];
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject).map(toBodyObject) : [];
}

function splitValue(
  key: NestedKey,
  value: JsonValue,
  { maxItems, faults }: { readonly maxItems: number; readonly faults: Faults },
): SplitValue | null {
  const { edge, takesIds } = key;
  const pointer = toPointer(edge.name);
  const nothing: SplitValue = { key, left: undefined, positions: null, taken: [] };
  if (edge.unique) {
    if (isObject(value)) return { ...nothing, taken: [{ pointer, value }] };
    if (takesIds) return null;
    if (value === null) return nothing;
    faults.add({ pointer, code: 'wrong_type', detail: 'The value must be an object.' });
    return nothing;
  }
  if (!Array.isArray(value)) {
    if (takesIds) return null;
    faults.add({ pointer, code: 'wrong_type', detail: 'The value must be an array.' });
    return nothing;
  }
  const items = value as readonly JsonValue[];
  if (items.length > maxItems) return splitLongList(nothing, { maxItems, faults });
  if (takesIds && !items.some(isObject)) return null;
  return splitList(nothing, items, faults);
}

/** The check of the row's own body reports lists of ids that are too long. */
function splitLongList(
  nothing: SplitValue,
  { maxItems, faults }: { readonly maxItems: number; readonly faults: Faults },
): SplitValue | null {
  const { takesIds, edge } = nothing.key;
  if (takesIds) return null;
  const detail = `The value must have at most ${formatQuantity(maxItems, 'item')}.`;
  faults.add({ pointer: toPointer(edge.name), code: 'too_many', detail });
  return nothing;
}

function splitList(nothing: SplitValue, items: readonly JsonValue[], faults: Faults): SplitValue {
  const { edge, takesIds } = nothing.key;
  const list = toPointer(edge.name);
  const positions: number[] = [];
  const taken: { pointer: string; value: JsonValue }[] = [];
  for (const [at, value] of items.entries()) {
    const pointer = `${list}/${at}`;
    if (isObject(value)) taken.push({ pointer, value });
    else if (takesIds) positions.push(at);
    else faults.add({ pointer, code: 'wrong_type', detail: 'The value must be an object.' });
  }
  const left = positions.map((at) => items[at] ?? null);
  return { ...nothing, taken, ...(takesIds ? { left, positions } : {}) };
}

function joinParts(
  { entity, body, object }: Omit<RowBody, 'faults'> & { readonly object: JsonObject },
  parts: readonly SplitValue[],
): SplitBody {
  const left = new Map(parts.map((part) => [part.key.edge.name, part.left]));
  const { others, byPlace } = groupByObject(body.faults, parts);
  return {
    own: {
      ...body,
      value: copyWith(entity, object, left),
      faults: others.map((fault) => toOwnFault(fault, parts)),
    },
    objects: parts.flatMap((part) =>
      part.taken.map((taken) =>
        buildObject(part, taken, { size: body.size, faults: byPlace.get(taken.pointer) ?? [] }),
      ),
    ),
    moveFault: (fault) => toWholeFault(fault, parts),
  };
}

/** The faults that parsing found: those in each object, with pointers that start at it, and all others. */
function groupByObject(faults: readonly Fault[], parts: readonly SplitValue[]) {
  const byPlace = new Map<string, Fault[]>();
  if (faults.length === 0) return { others: faults, byPlace };
  for (const { taken } of parts) for (const { pointer } of taken) byPlace.set(pointer, []);
  const others: Fault[] = [];
  for (const fault of faults) {
    const pointer = getPointer(fault);
    const place = pointer === undefined ? undefined : findPlace(pointer, byPlace);
    if (pointer === undefined || place === undefined) others.push(fault);
    else byPlace.get(place)?.push({ ...fault, pointer: pointer.slice(place.length) });
  }
  return { others, byPlace };
}

/** The place that a pointer leads to or into. */
function findPlace(pointer: string, places: ReadonlyMap<string, unknown>): string | undefined {
  for (let end = pointer.indexOf('/', 1); end !== -1; end = pointer.indexOf('/', end + 1)) {
    const place = pointer.slice(0, end);
    if (places.has(place)) return place;
  }
  return places.has(pointer) ? pointer : undefined;
}

function buildObject(
  { key }: SplitValue,
  { pointer, value }: { readonly pointer: string; readonly value: JsonValue },
  parsed: Pick<ParsedBody, 'size' | 'faults'>,
): NestedObject {
  const own = omitDiscriminator(key.target, { value, ...parsed });
  return { key, pointer, ...chooseClass(key.target, toBodyObject(value)), body: own };
}

/** Single-table inheritance: the object names its class. */
export function chooseClass(
  target: EntityModel,
  object: JsonObject,
): Pick<NestedObject, 'entity' | 'refusal'> {
  const { variants } = target;
  if (!variants) return { entity: target, refusal: null };
  const { name } = variants.discriminator;
  const isNamed = Object.hasOwn(object, name);
  if (!isNamed && target.table.discriminator?.own !== null) return { entity: variants.own, refusal: null };
  const classes = variants.classes.filter(
    ({ entity }) => entity.mounted && entity.operations.includes('create'),
  );
  const chosen = isNamed ? classes.find(({ value }) => value === object[name]) : undefined;
  if (chosen) return { entity: chosen.entity, refusal: null };
  const values = classes.map(({ value }) => value);
  return { entity: variants.own, refusal: createUnknownClassFault(name, values) };
}

/** A fault that parsing found, as one of the row's own body, where items are at other positions. */
function toOwnFault(fault: Fault, parts: readonly SplitValue[]): Fault {
  return moveItem(fault, parts, (positions, at) => positions.indexOf(at));
}

/** A required edge is given by an object. */
function toWholeFault(fault: Fault, parts: readonly SplitValue[]): Fault | null {
  const isGiven = ({ key, taken }: SplitValue) =>
    taken.length > 0 && getPointer(fault) === toPointer(key.edge.name);
  if (fault.code === 'required' && parts.some(isGiven)) return null;
  return moveItem(fault, parts, (positions, at) => positions[at] ?? at);
}

function moveItem(
  fault: Fault,
  parts: readonly SplitValue[],
  move: (positions: readonly number[], at: number) => number,
): Fault {
  const pointer = getPointer(fault);
  for (const { key, positions } of parts) {
    const list = `${toPointer(key.edge.name)}/`;
    if (!positions || !pointer?.startsWith(list)) continue;
    const [, at = '', rest = ''] = /^(\d+)(.*)$/s.exec(pointer.slice(list.length)) ?? [];
    return { ...fault, pointer: `${list}${move(positions, Number(at))}${rest}` };
  }
  return fault;
}

/** Whether the item of an edge is an object, for a row to create. */
export function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
