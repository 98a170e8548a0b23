// Values -> JSON text, for whoever prints them.
import { reprintedJson } from '../request/exact-number.js';

/** A stored value has no form of its field's kind. Says nothing of the value. */
export class UnfitValue extends Error {
  override readonly name = 'UnfitValue';
}

/** A number, or a text of one: of a column whose numbers have more digits than a double. */
export const numberText = (value: unknown): string => {
  if (typeof value === 'string') return isInteger(value) ? value : otherNumber(value);
  if (Number.isFinite(value) || typeof value === 'bigint') return String(value);
  throw new UnfitValue();
};

/** A number as a string: one with more digits than a double. */
export const quotedNumber = (value: unknown): string => `"${numberText(value)}"`;

/** Text as a string, or a number as its digits. */
export const quotedText = (value: unknown): string => {
  if (typeof value === 'string') return jsonText(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `"${value}"`;
  throw new UnfitValue();
};

/** Text of which no number is a form: dates and UUIDs. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return jsonText(value);
  throw new UnfitValue();
};

/** A time of day, or of MySQL a time span. */
export const timeText = (value: unknown): string => {
  if (typeof value === 'string' && isTime.test(value)) return jsonText(value);
  throw new UnfitValue();
};

const isTime = /^-?[0-9]{2,3}:[0-9]{2}/;

/** Digits, without a pattern: most numbers are. */
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

/** Without the zeros before it, such as MySQL's ZEROFILL adds. The rest is as JSON has it (RFC 8259, 6). */
function otherNumber(text: string): string {
  const [, sign, number] = /^(-?)0*((?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/.exec(text) ?? [];
  if (sign === undefined || number === undefined) throw new UnfitValue();
  return sign + number;
}

/** Any JSON value. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? `"${value}"` : JSON.stringify(value);

/** JSON as a database keeps it, as text; what a driver makes of it itself is printed as it is. */
export const storedJson = (stored: unknown): string => {
  if (Buffer.isBuffer(stored)) throw new UnfitValue();
  return typeof stored === 'string' ? reprintedJson(stored) : JSON.stringify(stored);
};

/** Text that needs no escaping. */
export const quoted = (value: unknown): string => `"${String(value)}"`;

const longest = 40;

/** A short text with nothing to escape, as most are: going through it is cheaper than JSON.stringify. */
function isPlain(text: string): boolean {
  if (text.length > longest) return false;
  for (let at = 0; at < text.length; at++) if (isEscaped(text.charCodeAt(at))) return false;
  return true;
}

/** Quotes, backslashes and control characters (RFC 8259, 7), and surrogates, which may be alone. */
function isEscaped(unit: number): boolean {
  return unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff);
}
