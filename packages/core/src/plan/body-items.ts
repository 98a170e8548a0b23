// The items of a body that writes many rows, each with what parsing found in it.
import type { Fault } from '../errors.js';
import type { Limits } from '../limits.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { maxCheckedValues } from './body-check.js';
import type { Faults } from './faults.js';

/** One item of a body. Pointers of its faults start at the item. */
export interface BodyItem {
  /** Its position, from 0. */
  readonly at: number;
  /** The class of its row. */
  readonly entity: EntityModel;
  /** Why it has no class that the request can write; null if it has one. */
  readonly refusal: Fault | null;
  readonly body: ParsedBody;
}

/** The items of a body. Adds a fault and returns none for a value that is no list, is empty, or has too many items. */
export function readItems(request: ParsedRequest, { bulk }: Limits, faults: Faults): readonly BodyItem[] {
  const { body, route, itemClasses } = request;
  const { value } = body;
  const fault = checkList(value, bulk);
  if (fault) faults.add(fault);
  if (fault || !Array.isArray(value)) return [];
  const found = groupByItem(body.faults);
  return (value as readonly JsonValue[]).map((item, at) => {
    const { entity = route.entity, refusal = null } = itemClasses?.[at] ?? {};
    return {
      at,
      entity,
      refusal,
      body: { value: item, size: measure(item, body), faults: found.get(at) ?? noFaults },
    };
  });
}

const noFaults: readonly Fault[] = Object.freeze([]);

function checkList(value: JsonValue | undefined, maxItems: number): Fault | null {
  if (!Array.isArray(value))
    return { pointer: '', code: 'wrong_type', detail: 'The value must be an array.' };
  if (value.length === 0)
    return { pointer: '', code: 'out_of_range', detail: 'The value must have at least 1 item.' };
  if (value.length <= maxItems) return null;
  const detail = `The value must have at most ${formatQuantity(maxItems, 'item')} (limits.bulk).`;
  return { pointer: '', code: 'too_many', detail };
}

/** The faults that parsing found, by item, with pointers that start at the item. */
function groupByItem(faults: readonly Fault[]): ReadonlyMap<number, readonly Fault[]> {
  const found = new Map<number, Fault[]>();
  for (const fault of faults) {
    const match = 'pointer' in fault ? /^\/([0-9]+)(.*)$/s.exec(fault.pointer) : null;
    const [, item, rest = ''] = match ?? [];
    if (item === undefined) continue;
    found.set(Number(item), [...(found.get(Number(item)) ?? []), { ...fault, pointer: rest }]);
  }
  return found;
}

/** How many values an item may have without being counted. */
const fewValues = 1_000;

/** The number of values in an item; in a small body, that of the whole body will do. Those of a large item are not counted. */
function measure(item: JsonValue, { size }: ParsedBody): number {
  return size <= fewValues ? size : countValues(item, maxCheckedValues + 1);
}

/** The number of values, up to `max`. Iterates over keys: the values of an object with many keys would be copied. */
function countValues(value: JsonValue, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members = value as Readonly<Record<string | number, JsonValue>>;
  let count = 1;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (count >= max) break;
    count += countValues(members[key] ?? null, max - count);
  }
  return count;
}
