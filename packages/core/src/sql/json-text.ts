// Values -> JSON text.
import { formatJson } from '../request/exact-number.js';
import {
  isCalendarDate,
  isInCalendar,
  isTimeSpanText,
  isTimeText,
  trimTime,
} from '../vocabulary/calendar.js';

/** A stored value does not fit its field's kind. Never contains the value. */
export class UnfitValue extends Error {
  override readonly name = 'UnfitValue';
}

/** A number, or the text of one that has more digits than a double. */
export const printNumber = (value: unknown): string => {
  if (typeof value === 'string') return isInteger(value) ? value : normalizeNumber(value);
  if (typeof value === 'bigint') return String(value);
  // V8 caches the results of `String`: those of a million exported rows move to its old generation.
  if (Number.isFinite(value)) return JSON.stringify(value);
  throw new UnfitValue();
};

/** An integer; a fraction of zeros is left out. */
export const printInteger = (value: unknown): string => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value + 0);
  if (typeof value !== 'string') return printBigint(value);
  if (isInteger(value)) return value;
  const exponent = /e/i.test(value) ? Number(value) : Number.NaN;
  const plain = Number.isSafeInteger(exponent) ? String(exponent) : normalizeNumber(value);
  const [, integer] = integerText.exec(plain) ?? [];
  if (integer === undefined) throw new UnfitValue();
  return integer === '-0' ? '0' : integer;
};

const integerText = /^(-?[0-9]+)(?:\.0+)?$/;

function printBigint(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  throw new UnfitValue();
}

/** An integer as a JSON string, for kinds with more digits than a double. */
export const printQuotedInteger = (value: unknown): string => `"${printInteger(value)}"`;

/** A number as a JSON string, for kinds with more digits than a double. */
export const printQuotedNumber = (value: unknown): string => `"${printNumber(value)}"`;

/** Text, or the digits of a number, as a JSON string. */
export const printQuotedText = (value: unknown): string => {
  if (typeof value === 'string') return printJson(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `"${value}"`;
  throw new UnfitValue();
};

/** Text that is never stored as a number. */
export const printPlainText = (value: unknown): string => {
  if (typeof value === 'string') return printJson(value);
  throw new UnfitValue();
};

/** A day of the calendar that filters accept: of the years 1 to 9999. */
export const printDate = (value: unknown): string => {
  if (typeof value === 'string' && isCalendarDate(value)) return `"${value}"`;
  throw new UnfitValue();
};

/** An instant of the years 1 to 9999. */
export const printInstant = (value: unknown): string => {
  if (!(value instanceof Date)) throw new UnfitValue();
  if (isInCalendar(value)) return `"${value.toISOString()}"`;
  throw new UnfitValue();
};

/** A UUID, in lower case. */
export const printUuid = (value: unknown): string => {
  if (typeof value === 'string' && uuidText.test(value)) return `"${value.toLowerCase()}"`;
  throw new UnfitValue();
};

const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID of a column of texts: in one case, with dashes or without. */
export const printSpelledUuid = (value: unknown): string => {
  if (typeof value !== 'string' || (value !== value.toLowerCase() && value !== value.toUpperCase()))
    throw new UnfitValue();
  return printUuid(value.length === 32 ? value.replace(plainUuid, '$1-$2-$3-$4-$5') : value);
};

const plainUuid = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A time of day, without zeros at the end of its fraction. */
export const printTime = (value: unknown): string => {
  if (typeof value !== 'string') throw new UnfitValue();
  const full = value.length === 5 ? `${value}:00` : value;
  if (!isTimeText(full)) throw new UnfitValue();
  return `"${trimTime(full)}"`;
};

/** A time of day, or a time span of MySQL. */
export const printTimeSpan = (value: unknown): string => {
  if (typeof value !== 'string' || !isTimeSpanText(value)) throw new UnfitValue();
  return `"${trimTime(value)}"`;
};

/** Whether a text is a plain integer, as most are. Faster than a pattern. */
function isInteger(text: string): boolean {
  const first = text.charCodeAt(0);
  if (text === '' || (first === zero && text.length > 1)) return false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < zero || unit > nine) return false;
  }
  return true;
}

const zero = 0x30;
const nine = 0x39;

/** Removes leading zeros, such as those of MySQL's ZEROFILL. The rest must be a JSON number (RFC 8259, section 6). */
function normalizeNumber(text: string): string {
  const [, sign, number] = /^(-?)0*((?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/.exec(text) ?? [];
  if (sign === undefined || number === undefined) throw new UnfitValue();
  return sign + number;
}

/** The JSON text of any value. */
export const printJson = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? `"${value}"` : JSON.stringify(value);

/** Stored JSON: a database's text is reprinted, a value that the driver has parsed is printed. */
export const printStoredJson = (stored: unknown): string => {
  if (Buffer.isBuffer(stored)) throw new UnfitValue();
  return typeof stored === 'string' ? formatJson(stored) : JSON.stringify(stored);
};

/** Text without characters to escape, as a JSON string. */
export const quoteUnescaped = (value: unknown): string => `"${String(value)}"`;

const maxPlainLength = 40;

/** Whether a text is short and has nothing to escape, as most do. Checking is faster than JSON.stringify. */
function isPlain(text: string): boolean {
  if (text.length > maxPlainLength) return false;
  for (let at = 0; at < text.length; at++) if (isEscaped(text.charCodeAt(at))) return false;
  return true;
}

/** Quotes, backslashes, control characters (RFC 8259, section 7), and surrogates, which may be unpaired. */
function isEscaped(unit: number): boolean {
  return unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff);
}
