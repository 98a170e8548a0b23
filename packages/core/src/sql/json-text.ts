// Values -> JSON text.
import { formatJson } from '../request/exact-number.js';

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

/** A number as a JSON string, for kinds with more digits than a double. */
export const printQuotedNumber = (value: unknown): string => `"${printNumber(value)}"`;

/** Text, or the digits of a number, as a JSON string. */
export const printQuotedText = (value: unknown): string => {
  if (typeof value === 'string') return printJson(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `"${value}"`;
  throw new UnfitValue();
};

/** Text that is never stored as a number: dates and UUIDs. */
export const printPlainText = (value: unknown): string => {
  if (typeof value === 'string') return printJson(value);
  throw new UnfitValue();
};

/** A time of day, or a time span of MySQL. */
export const printTime = (value: unknown): string => {
  if (typeof value === 'string' && isTime.test(value)) return printJson(value);
  throw new UnfitValue();
};

const isTime = /^-?[0-9]{2,3}:[0-9]{2}/;

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
