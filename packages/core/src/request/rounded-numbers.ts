// Numbers of a body in places that keep them as they are sent, and which a double would round.
import { maxFaults, type Fault } from '../errors.js';
import { joinPointer, splitPointer } from '../vocabulary/json-pointer.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { isRounded, parseWithMarks } from './exact-number.js';

/** The keys that lead to a place, from the value at hand; `*` is any item of a list. */
type Keys = readonly string[];

/** A body as text, and its value. */
interface ReadBody {
  readonly text: string;
  readonly value: JsonValue | undefined;
}

/** Adds a fault for each rounded number in `exact` places, as many as an answer lists. */
export function reportRounded({ text, value }: ReadBody, exact: readonly string[], faults: Fault[]): void {
  // The copy of the text with marks costs more than its parsing, so bodies without these places are not searched.
  const places = exact.map(splitPointer).filter((keys) => hasPlace(value, keys));
  if (places.length === 0 || faults.length >= maxFaults) return;
  const marked = parseWithMarks(text) as JsonValue | undefined;
  if (marked === undefined) return;
  const reported = new Set(faults.map((fault) => ('pointer' in fault ? fault.pointer : undefined)));
  for (const keys of places) addWithin(marked, keys, { path: [], reported, faults });
}

function hasPlace(value: JsonValue | undefined, [key, ...others]: Keys): boolean {
  if (key === undefined) return value !== undefined;
  return listMembers(value, key).some(([, member]) => hasPlace(member, others));
}

/** The members that a key of a place names. */
function listMembers(
  value: JsonValue | undefined,
  key: string,
): readonly (readonly [string | number, JsonValue])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return key === '*' ? [...(value as readonly JsonValue[]).entries()] : [];
  const { [key]: member } = value as JsonObject;
  return member === undefined || !Object.hasOwn(value, key) ? [] : [[key, member]];
}

interface Findings {
  /** Keys from the body down to the value. Shared by the whole walk: only faults build a pointer. */
  readonly path: (string | number)[];
  readonly reported: Set<string | undefined>;
  readonly faults: Fault[];
}

function addWithin(value: JsonValue, [key, ...others]: Keys, found: Findings): void {
  if (key === undefined) addAll(value, found);
  else
    for (const [name, member] of listMembers(value, key)) {
      if (found.faults.length >= maxFaults) return;
      found.path.push(name);
      addWithin(member, others, found);
      found.path.pop();
    }
}

/** Adds the faults of a value and of all values in it. Iterates over keys: entries would be copied. */
function addAll(value: JsonValue, found: Findings): void {
  if (typeof value === 'string' && isRounded(value)) addFault(found);
  if (typeof value !== 'object' || value === null) return;
  const members = value as Readonly<Record<string | number, JsonValue>>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (found.faults.length >= maxFaults) return;
    found.path.push(key);
    addAll(members[key] ?? null, found);
    found.path.pop();
  }
}

function addFault({ path, reported, faults }: Findings): void {
  const pointer = joinPointer(path);
  if (reported.has(pointer)) return;
  reported.add(pointer);
  const detail = 'The number has more digits than are kept: send it as a string.';
  faults.push({ pointer, code: 'out_of_range', detail });
}
