// Body -> JSON value. Syntax only: nesting is bounded, text is well-formed; names and types are the planner's.
import { ApiError, type Fault } from '../errors.js';
import type { Limits } from '../options.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import type { CompleteRequest } from './api-request.js';
import { isStorable } from './storable-text.js';

/** The body as a JSON value; undefined where there is none. */
export interface ParsedBody {
  readonly value: JsonValue | undefined;
  /** Text and numbers that no database would keep as they are. */
  readonly faults: readonly Fault[];
}

/** Reads and parses the body. Throws `body_too_large`, `malformed_body`, or what the body's reader throws. */
export async function parseBody({ body }: CompleteRequest, limits: Limits): Promise<ParsedBody> {
  const read = typeof body === 'function' ? await body() : body;
  const value = read instanceof Uint8Array ? parseJson(read, limits) : read;
  const faults: Fault[] = [];
  checkValues(value, [], faults, limits.jsonDepth);
  return { value, faults };
}

function parseJson(bytes: Uint8Array, { bodySize, jsonDepth }: Limits): JsonValue {
  if (bytes.length > bodySize) throw new ApiError('body_too_large');
  if (bytes.length === 0) throw new ApiError('malformed_body', { detail: 'The body is empty.' });
  const text = decodeUtf8(bytes);
  requireDepth(text, jsonDepth);
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new ApiError('malformed_body', { detail: 'The body is not a JSON value.' });
  }
}

/** Keeps a byte order mark, which is no JSON (RFC 8259, 8.1). One for all: it costs more than what it decodes. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('malformed_body', { detail: 'The body is not UTF-8.' });
  }
}

/** Counts brackets outside strings, so that the depth is known before anything recurses. */
function requireDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === mark.quote) inString = !inString;
    else if (inString) at += char === mark.backslash ? 1 : 0;
    else if (char === mark.openBrace || char === mark.openBracket) depth++;
    else if (char === mark.closeBrace || char === mark.closeBracket) depth--;
    if (depth > maxDepth) throw tooDeep(maxDepth);
  }
}

const mark = { quote: 34, backslash: 92, openBrace: 123, closeBrace: 125, openBracket: 91, closeBracket: 93 };

function tooDeep(maxDepth: number): ApiError {
  return new ApiError('malformed_body', { detail: `The body is nested more than ${maxDepth} levels deep.` });
}

/** Keys from the body down to a value. One for the whole walk: a pointer is spelled only where there is a fault. */
type Path = (string | number)[];

/** Finds what no database would keep as it is. A value that somebody else parsed may be too deep to go on. */
function checkValues(value: JsonValue | undefined, path: Path, faults: Fault[], maxDepth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) faults.push(unstorable(path));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) faults.push(tooLarge(path));
  } else if (typeof value === 'object' && value !== null) {
    if (path.length === maxDepth) throw tooDeep(maxDepth);
    for (const [key, member] of membersOf(value)) {
      if (typeof key === 'string' && !isStorable(key)) faults.push(unstorable(path));
      path.push(key);
      checkValues(member, path, faults, maxDepth);
      path.pop();
    }
  }
}

function membersOf(value: JsonObject | readonly JsonValue[]): Iterable<[string | number, JsonValue]> {
  return Array.isArray(value) ? (value as readonly JsonValue[]).entries() : Object.entries(value);
}

function tooLarge(path: Path): Fault {
  return { pointer: pointerOf(path), code: 'out_of_range', detail: 'The number is too large.' };
}

function unstorable(path: Path): Fault {
  return {
    pointer: pointerOf(path),
    code: 'invalid',
    detail: 'Text must not hold NUL or half of a surrogate pair.',
  };
}

function pointerOf(path: Path): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** A key as one segment of a JSON pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
