// Body -> JSON value. Syntax only: nesting is bounded, text is well-formed; names and types are the planner's.
import { ApiError, mostFaults, type Fault } from '../errors.js';
import type { Limits } from '../options.js';
import { escapePointer } from '../vocabulary/json-pointer.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { quantityOf } from '../vocabulary/quantity.js';
import type { CompleteRequest } from './api-request.js';
import { isRounded, withRoundedMarked } from './exact-number.js';
import { isStorable } from './storable-text.js';

/** The body as a JSON value; undefined where there is none. */
export interface ParsedBody {
  readonly value: JsonValue | undefined;
  /** How many values there are in it, with itself. */
  readonly size: number;
  /** Text and numbers that no database would keep as they are. */
  readonly faults: readonly Fault[];
}

/**
 * Reads and parses the body. `exact` are the places whose numbers are kept as they are sent, as pointers. Throws
 * `body_too_large`, `malformed_body`, or what the body's reader throws.
 */
export async function parseBody(
  { body }: CompleteRequest,
  limits: Limits,
  exact: readonly string[],
): Promise<ParsedBody> {
  const read = typeof body === 'function' ? await body() : body;
  const text = read instanceof Uint8Array ? bodyText(read, limits) : null;
  const value = text === null ? (read as JsonValue | undefined) : parseJson(text);
  const found: Findings = { size: 0, faults: [] };
  checkValues(value, [], found, limits.jsonDepth);
  if (text !== null && exact.length > 0) reportRounded(text, exact, found.faults);
  return { value, ...found };
}

function bodyText(bytes: Uint8Array, { bodySize, jsonDepth }: Limits): string {
  if (bytes.length > bodySize)
    throw new ApiError('body_too_large', {
      detail: `The body may have at most ${quantityOf(bodySize, 'byte')} (bodySize).`,
    });
  if (bytes.length === 0) throw new ApiError('malformed_body', { detail: 'The body is empty.' });
  const text = decodeUtf8(bytes);
  requireDepth(text, jsonDepth);
  return text;
}

function parseJson(text: string): JsonValue {
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
  return new ApiError('malformed_body', {
    detail: `The body is nested more than ${quantityOf(maxDepth, 'level')} deep.`,
  });
}

/** Keys from the body down to a value. One for the whole walk: a pointer is spelled only where there is a fault. */
type Path = (string | number)[];

interface Findings {
  size: number;
  readonly faults: Fault[];
}

/**
 * Finds what no database would keep as it is, up to as many faults as an answer lists. A middleware may
 * have parsed a value that is too deep.
 */
function checkValues(value: JsonValue | undefined, path: Path, found: Findings, maxDepth: number): void {
  found.size++;
  if (typeof value === 'string') {
    if (!isStorable(value)) found.faults.push(unstorable(path));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.faults.push(tooLarge(path));
  } else if (typeof value === 'object' && value !== null) {
    if (path.length === maxDepth) throw tooDeep(maxDepth);
    checkMembers(value, path, found, maxDepth);
  }
}

/** By key, not by entry: of an object with a hundred thousand keys the entries alone take 50 ms. */
function checkMembers(
  value: JsonObject | readonly JsonValue[],
  path: Path,
  found: Findings,
  maxDepth: number,
): void {
  const members = value as Readonly<Record<string | number, JsonValue>>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (found.faults.length >= mostFaults) return;
    if (typeof key === 'string' && !isStorable(key)) found.faults.push(unstorable(path));
    path.push(key);
    checkValues(members[key], path, found, maxDepth);
    path.pop();
  }
}

/** Numbers that would be stored as others than were sent. */
function reportRounded(text: string, exact: readonly string[], faults: Fault[]): void {
  const marked = withRoundedMarked(text) as JsonValue | undefined;
  if (marked === undefined) return;
  for (const path of roundedPlaces(marked, [])) {
    if (faults.length >= mostFaults) return;
    const pointer = pointerOf(path);
    const isReported = faults.some((fault) => 'pointer' in fault && fault.pointer === pointer);
    if (!isReported && exact.some((place) => `${pointer}/`.startsWith(`${place}/`)))
      faults.push(rounded(pointer));
  }
}

function* roundedPlaces(value: JsonValue, path: Path): Generator<Path> {
  if (typeof value === 'string' && isRounded(value)) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of membersOf(value)) {
    path.push(key);
    yield* roundedPlaces(member, path);
    path.pop();
  }
}

function rounded(pointer: string): Fault {
  const detail = 'The number has more digits than are kept: send it as a string.';
  return { pointer, code: 'out_of_range', detail };
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
