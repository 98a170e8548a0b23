// Finds the numbers in JSON text that JSON.parse would round.
import { randomUUID } from 'node:crypto';

/** A part of a text; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const quote = 34;
const backslash = 92;
const minus = 45;
const zero = 48;
const nine = 57;

/** Text without a match has no rounded numbers. One search is cheaper than checking every number. */
const mayRound = /[0-9.]{16}|[0-9][eE]/;

/** The numbers of well-formed JSON text that do not survive a round trip through a double. */
function findRoundedNumbers(text: string): readonly Span[] {
  const found: Span[] = [];
  if (!mayRound.test(text)) return found;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = findEndOfString(text, at);
    else if (char === minus || isDigit(char)) {
      const end = findEndOfNumber(text, at);
      if (!isKept(text, at, end)) found.push({ start: at, end });
      at = end - 1;
    }
  }
  return found;
}

function isDigit(char: number): boolean {
  return char >= zero && char <= nine;
}

/** The index of the closing quote. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === backslash) at++;
    else if (char === quote) return at;
  }
  return text.length;
}

const numberCharacters = new Set(Array.from('0123456789+-.eE', (char) => char.charCodeAt(0)));

function findEndOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && numberCharacters.has(text.charCodeAt(at))) at++;
  return at;
}

/** A double keeps every number of up to this many characters without an exponent. */
const maxExactLength = 15;

function isKept(text: string, start: number, end: number): boolean {
  const number = text.slice(start, end);
  if (number.length <= maxExactLength && !/[eE]/.test(number)) return true;
  const read = Number(number);
  return Number.isFinite(read) && normalizeNumber(number) === normalizeNumber(String(read));
}

/** A canonical text for each value: its digits without leading and trailing zeros, and the exponent of the last one. */
function normalizeNumber(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = trimTrailingZeros(digits);
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A loop: a pattern would backtrack from every zero. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end--;
  return digits.slice(0, end);
}

/** Prefix of the text that replaces a number while the JSON is parsed. Clients cannot guess it. */
const mark = `${randomUUID()}:`;

function markNumbers(text: string, numbers: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of numbers) {
    result += `${text.slice(from, start)}"${mark}${text.slice(start, end)}"`;
    from = end;
  }
  return result + text.slice(from);
}

/**
 * Indents JSON text by two spaces. Text that would become longer than `maxLength` stays as it is: many short items deep inside
 * become twenty times as long.
 */
export function indentJson(text: string, maxLength: number): string {
  return measureIndented(text, maxLength) > maxLength ? text : formatJson(text, 2);
}

const colon = 58;
/** How the depth changes at a character that ends a line, or begins one. */
const depthChanges: ReadonlyMap<number, number> = new Map(
  [['{', 1] as const, ['[', 1] as const, ['}', -1] as const, [']', -1] as const, [',', 0] as const].map(
    ([char, change]) => [char.charCodeAt(0), change],
  ),
);

/** The length of compact JSON text after it is indented, at least as far as `maxLength`. */
function measureIndented(text: string, maxLength: number): number {
  let length = text.length;
  let depth = 0;
  for (let at = 0; at < text.length && length <= maxLength; at++) {
    const char = text.charCodeAt(at);
    const change = depthChanges.get(char);
    if (char === quote) at = findEndOfString(text, at);
    else if (char === colon) length += 1;
    else if (change !== undefined) {
      depth += change;
      length += 1 + 2 * depth;
    }
  }
  return length;
}

/** Formats JSON text as JSON.stringify does, except that numbers it would round keep their spelling. */
export function formatJson(text: string, indentation?: number): string {
  const numbers = findRoundedNumbers(text);
  const value: unknown = JSON.parse(text);
  if (numbers.length === 0) return JSON.stringify(value, null, indentation);
  const printed = JSON.stringify(JSON.parse(markNumbers(text, numbers)), null, indentation);
  return printed.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), (_, number: string) => number);
}

/** Parses JSON text with marked strings, which `isRounded` detects, in place of rounded numbers; undefined without any. */
export function parseWithMarks(text: string): unknown {
  const numbers = findRoundedNumbers(text);
  return numbers.length === 0 ? undefined : JSON.parse(markNumbers(text, numbers));
}

/** Whether a string is the mark of a number that JSON.parse would have rounded. */
export function isRounded(text: string): boolean {
  return text.startsWith(mark);
}
