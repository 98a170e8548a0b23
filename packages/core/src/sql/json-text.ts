// Values -> JSON text, for whoever prints them.
import { reprintedJson } from '../request/exact-number.js';

/** A number; what JSON has no number for is null (RFC 8259, 6). */
export const numberText = (value: unknown): string => (Number.isFinite(value) ? String(value) : 'null');

/** Any JSON value. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? `"${value}"` : JSON.stringify(value);

/** JSON as a database keeps it, as text; what a driver makes of it itself is printed as it is. */
export const storedJson = (stored: unknown): string =>
  typeof stored === 'string' ? reprintedJson(stored) : JSON.stringify(stored);

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
