// The text of a query parameter -> JSON value. Syntax only: limits nesting, and rejects duplicate keys, of which JSON.parse
// keeps the last. Takes time linear in the text.
import { escapePointer } from '../vocabulary/json-pointer.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { formatQuantity, shortenName } from '../vocabulary/wording.js';
import type { FaultCode } from '../errors.js';

/** A fault at a place in the value, as a JSON pointer (RFC 6901). */
interface JsonFault {
  readonly pointer: string;
  readonly code: FaultCode;
  readonly detail: string;
}

/** The value of a parameter. */
interface JsonParameter {
  /** Undefined for text that is not JSON (RFC 8259), or is nested too deep. */
  readonly value: JsonValue | undefined;
  readonly faults: readonly JsonFault[];
}

/** The depth of objects that a parameter may have, and the limit's name. */
interface DepthLimit {
  readonly max: number;
  readonly name: string;
}

/** Parses the value of a parameter. */
export function parseJsonParameter(text: string, depth: DepthLimit): JsonParameter {
  const value = parseJson(text);
  if (value === undefined)
    return {
      value,
      faults: [{ pointer: '', code: 'malformed_parameter', detail: 'The value is not valid JSON.' }],
    };
  const { repeated, tooDeepAt } = scanNesting(text, depth.max);
  const faults = repeated.map(createRepeatedKeyFault);
  if (tooDeepAt === null) return { value, faults };
  return { value: undefined, faults: [...faults, createTooDeepFault(tooDeepAt, depth)] };
}

/** V8 parses without recursion, however deep the text is nested. */
function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** An object or an array that a scan is inside of. */
interface Frame {
  /** The keys of an object; null for an array. */
  readonly keys: Set<string> | null;
  /** The key or the position of the current member. */
  at: string | number;
  /** The next string is a key. */
  expectsKey: boolean;
}

interface Nesting {
  /** Pointers to the keys that an object has twice. */
  readonly repeated: readonly string[];
  /** The pointer to the first value that is nested too deep; the scan ends there. */
  readonly tooDeepAt: string | null;
}

/** Scans JSON text. Between two objects may be one array, and one inside the last. */
function scanNesting(text: string, maxObjects: number): Nesting {
  const frames: Frame[] = [];
  const repeated = new Set<string>();
  let objects = 0;
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1);
    switch (text[at]) {
      case '{':
      case '[': {
        const isObject = text[at] === '{';
        if (isObject) objects++;
        if (objects > maxObjects || frames.length > 2 * maxObjects)
          return { repeated: [...repeated], tooDeepAt: joinPointer(frames) };
        frames.push({ keys: isObject ? new Set() : null, at: 0, expectsKey: isObject });
        break;
      }
      case '}':
      case ']':
        if (frames.pop()?.keys) objects--;
        break;
      case ',':
        if (frame?.keys) frame.expectsKey = true;
        else if (typeof frame?.at === 'number') frame.at++;
        break;
      case '"': {
        const end = findEndOfString(text, at);
        if (frame?.expectsKey && isRepeatedKey(frame, text.slice(at, end + 1)))
          repeated.add(joinPointer(frames));
        at = end;
        break;
      }
    }
  }
  return { repeated: [...repeated], tooDeepAt: null };
}

/** Enters a member of an object. Returns whether its key has come before. */
function isRepeatedKey(frame: Frame, quoted: string): boolean {
  const key = JSON.parse(quoted) as string;
  const isRepeated = frame.keys?.has(key) ?? false;
  frame.keys?.add(key);
  frame.at = key;
  frame.expectsKey = false;
  return isRepeated;
}

function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function joinPointer(frames: readonly Frame[]): string {
  return frames.map(({ at }) => `/${escapePointer(shortenName(String(at)))}`).join('');
}

function createRepeatedKeyFault(pointer: string): JsonFault {
  return { pointer, code: 'malformed_parameter', detail: 'The object has this key twice.' };
}

function createTooDeepFault(pointer: string, { max, name }: DepthLimit): JsonFault {
  const detail = `The value has more than ${formatQuantity(max, 'level')} of nested objects (${name}).`;
  return { pointer, code: 'too_many', detail };
}
