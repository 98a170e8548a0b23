// Text of a path, a query parameter or a header -> value of a field, by the field's kind. Strict: each value has one spelling,
// but UUIDs are read in any case (RFC 9562). Bodies and policies normalize texts here, too.
import type { FieldModel } from '../model/member-model.js';
import {
  isCalendarDate,
  isInCalendar,
  isTimeSpanText,
  isTimeText,
  trimTime,
} from '../vocabulary/calendar.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

/** The value, or a noun phrase for what was expected. */
export type ParsedValue =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly expected: string };

type ValueParser = (text: string, field: FieldModel) => ParsedValue;

const integerText = /^(0|-?[1-9][0-9]*)$/;
const decimalText = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
const numberText = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimeText =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/;

const parsers: Readonly<Record<FieldKind, ValueParser>> = {
  integer: (text, field) => parseInteger(text, field, Number),
  bigint: (text, field) => parseInteger(text, field, String),
  float: (text, { bounds }) =>
    numberText.test(text) ? acceptFloat(Number(text) + 0, bounds) : rejectValue('a number'),
  decimal: (text) => (decimalText.test(text) ? acceptValue(text) : rejectValue('a decimal number')),
  boolean: (text) =>
    text === 'true' || text === 'false' ? acceptValue(text === 'true') : rejectValue('true or false'),
  string: acceptValue,
  uuid: (text) => (uuidText.test(text) ? acceptValue(normalizers.uuid(text)) : rejectValue('a UUID')),
  enum: parseEnum,
  date: (text) => (isCalendarDate(text) ? acceptValue(text) : rejectValue('a date, YYYY-MM-DD')),
  time: (text, { spelling }) =>
    isTimeText(text) || (spelling === 'spans' && isTimeSpanText(text))
      ? acceptValue(normalizers.time(text))
      : rejectValue('a time, HH:MM:SS'),
  datetime: (text) =>
    parseDateTime(text) ?? rejectValue('a date-time (RFC 3339), such as 2026-11-21T18:28:34Z'),
  json: rejectText,
  bytes: rejectText,
  array: rejectText,
};

/** Parses text as a value of the field. */
export function parseValue(text: string, field: FieldModel): ParsedValue {
  return parsers[field.kind](text, field);
}

/** Parses the id in a path; undefined unless it is spelled as answers print ids of this kind. */
export function parseId(raw: string, field: FieldModel): unknown {
  const text = escapedKinds.has(field.kind) ? decodeSegment(raw) : raw;
  const parsed = text === undefined ? undefined : parseValue(text, field);
  return parsed?.ok ? parsed.value : undefined;
}

/** Kinds whose text may have characters that clients percent-encode in a path. */
const escapedKinds: ReadonlySet<FieldKind> = new Set(['string', 'enum', 'datetime', 'time', 'float']);

/** The values of texts that have several spellings: undefined for a text that is no instant. */
export const normalizers = {
  uuid: (text: string): string => text.toLowerCase(),
  time: trimTime,
  datetime: parseInstant,
} as const satisfies Partial<Record<FieldKind, (text: string) => unknown>>;

/** RFC 3339 text -> instant; undefined for malformed text, a day that does not exist, or a year outside 1 to 9999. */
function parseInstant(text: string): Date | undefined {
  const day = dateTimeText.exec(text)?.[1];
  const instant = new Date(text);
  return day !== undefined && isCalendarDate(day) && isInCalendar(instant) ? instant : undefined;
}

function acceptValue(value: unknown): ParsedValue {
  return { ok: true, value };
}

function rejectValue(expected: string): ParsedValue {
  return { ok: false, expected };
}

function parseInteger(text: string, { range }: FieldModel, convert: (text: string) => unknown): ParsedValue {
  if (!integerText.test(text)) return rejectValue('an integer');
  if (!range || isWithin(text, range.minimum, range.maximum)) return acceptValue(convert(text));
  return rejectValue(`an integer from ${range.minimum} to ${range.maximum}`);
}

/** A double is exact up to 15 digits, longer text needs a BigInt, and more than 20 characters exceed every range. */
function isWithin(text: string, minimum: string, maximum: string): boolean {
  // Most ids have fewer digits than the bound of their sign, and converting the bounds is slow.
  const isAroundZero = minimum === '0' || minimum.startsWith('-');
  if (isAroundZero && text.length < (text.startsWith('-') ? minimum : maximum).length) return true;
  if (text.length <= 15) return Number(text) >= Number(minimum) && Number(text) <= Number(maximum);
  return text.length <= 20 && BigInt(text) >= BigInt(minimum) && BigInt(text) <= BigInt(maximum);
}

function acceptFloat(value: number, bounds: FieldModel['bounds']): ParsedValue {
  if (!Number.isFinite(value)) return rejectValue('a finite number');
  if (!bounds || Math.abs(value) <= Number(bounds.maximum)) return acceptValue(value);
  return rejectValue(`a number from ${bounds.minimum} to ${bounds.maximum}`);
}

function parseEnum(text: string, { values }: FieldModel): ParsedValue {
  const value = values?.find((candidate) => String(candidate) === text);
  return value === undefined ? rejectValue(`one of ${(values ?? []).join(', ')}`) : acceptValue(value);
}

function parseDateTime(text: string): ParsedValue | undefined {
  const instant = normalizers.datetime(text);
  return instant && acceptValue(instant);
}

function rejectText(): ParsedValue {
  return rejectValue('nothing: the field cannot be compared');
}

/** Decodes a path segment; undefined when it is malformed or contains NUL. */
export function decodeSegment(raw: string): string | undefined {
  try {
    const text = decodeURIComponent(raw);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The number of a page or of rows, from 1; 0 for any other text. */
export function parseWholeNumber(text: string): number {
  return /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : 0;
}
