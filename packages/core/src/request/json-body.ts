// Body -> JSON value. Syntax only: bounded nesting and well-formed text; plan/ checks names and types.
import { ApiError, maxFaults, type Fault } from '../errors.js';
import type { Limits } from '../limits.js';
import { joinPointer } from '../vocabulary/json-pointer.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { CompleteRequest } from './api-request.js';
import { isStorable, unstorable } from './query-string.js';
import { reportRounded } from './rounded-numbers.js';

/** A parsed body. */
export interface ParsedBody {
  /** Undefined without a body. */
  readonly value: JsonValue | undefined;
  /** The length of its text in UTF-16 code units; absent where middleware has parsed it, and for a part of a body. */
  readonly length?: number;
  /** The number of values in it, including itself. */
  readonly size: number;
  /** Text and numbers that databases would reject or change. */
  readonly faults: readonly Fault[];
}

/**
 * Reads and parses the body. `exact` lists JSON pointers to places whose numbers must not be rounded; `*` in them is any item of
 * a list. Rejects with `body_too_large`, `malformed_body`, or the error of the body's reader.
 */
export async function parseBody(
  { body }: CompleteRequest,
  limits: Limits,
  exact: readonly string[],
): Promise<ParsedBody> {
  const read = typeof body === 'function' ? await body() : body;
  const text = read instanceof Uint8Array ? decodeBody(read, limits) : null;
  const value = text === null ? (read as JsonValue | undefined) : parseJson(text);
  const found: Findings = { size: 0, faults: [], maxDepth: limits.jsonDepth };
  checkValues(value, [], found);
  const { size, faults } = found;
  if (text !== null && exact.length > 0) reportRounded({ text, value }, exact, faults);
  return { value, ...(text === null ? {} : { length: text.length }), size, faults };
}

function decodeBody(bytes: Uint8Array, { bodySize, jsonDepth }: Limits): string {
  if (bytes.length > bodySize)
    throw new ApiError('body_too_large', {
      detail: `The body may have at most ${formatQuantity(bodySize, 'byte')} (bodySize).`,
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

/** Keeps a byte order mark, which is not JSON (RFC 8259, 8.1). Shared: creating a decoder costs more than decoding. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('malformed_body', { detail: 'The body is not UTF-8.' });
  }
}

/** Counts brackets outside strings, to know the depth before anything recurses. */
function requireDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === charCodes.quote) inString = !inString;
    else if (inString) at += char === charCodes.backslash ? 1 : 0;
    else if (char === charCodes.openBrace || char === charCodes.openBracket) depth++;
    else if (char === charCodes.closeBrace || char === charCodes.closeBracket) depth--;
    if (depth > maxDepth) throw createTooDeepError(maxDepth);
  }
}

const charCodes = {
  quote: 34,
  backslash: 92,
  openBrace: 123,
  closeBrace: 125,
  openBracket: 91,
  closeBracket: 93,
};

function createTooDeepError(maxDepth: number): ApiError {
  return new ApiError('malformed_body', {
    detail: `The body is nested more than ${formatQuantity(maxDepth, 'level')} deep.`,
  });
}

/** Keys from the body down to a value. Shared by the whole walk: only faults build a pointer. */
type Path = (string | number)[];

interface Findings {
  size: number;
  readonly faults: Fault[];
  readonly maxDepth: number;
}

/**
 * Finds values that databases would reject or change, up to the number of faults that an answer lists. Also checks the
 * depth, as middleware may have parsed the body.
 */
function checkValues(value: JsonValue | undefined, path: Path, found: Findings): void {
  found.size++;
  if (typeof value === 'string') {
    if (!isStorable(value)) found.faults.push(createUnstorableFault(path));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.faults.push(createTooLargeFault(path));
  } else if (typeof value === 'object' && value !== null) {
    if (path.length === found.maxDepth) throw createTooDeepError(found.maxDepth);
    checkMembers(value, path, found);
  }
}

/** Iterates over keys: the entries of an object with a hundred thousand keys would take 50 ms. */
function checkMembers(value: JsonObject | readonly JsonValue[], path: Path, found: Findings): void {
  const members = value as Readonly<Record<string | number, JsonValue>>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (found.faults.length >= maxFaults) return;
    if (typeof key === 'string' && !isStorable(key)) found.faults.push(createUnstorableFault(path));
    path.push(key);
    checkValues(members[key], path, found);
    path.pop();
  }
}

function createTooLargeFault(path: Path): Fault {
  return { pointer: joinPointer(path), code: 'out_of_range', detail: 'The number is too large.' };
}

function createUnstorableFault(path: Path): Fault {
  return {
    pointer: joinPointer(path),
    code: 'invalid',
    detail: `Text ${unstorable}.`,
  };
}
