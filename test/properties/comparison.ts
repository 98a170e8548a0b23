// When two values are equal, which is smaller, and how case is folded: what the databases are expected to do.
import type { FieldKind } from '@decorest/core';
import type { DatabaseName } from '../support/test-database.js';
import type { Wire } from './wire-values.js';

type Comparable = number | bigint | Buffer;

/** Negative, zero or positive. Texts are compared by code point, everything else by value. */
export function compare(kind: FieldKind, a: Exclude<Wire, null>, b: Exclude<Wire, null>): number {
  const [left, right] = [comparable(kind, a), comparable(kind, b)];
  if (Buffer.isBuffer(left) && Buffer.isBuffer(right)) return Buffer.compare(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparable(kind: FieldKind, value: Exclude<Wire, null>): Comparable {
  switch (kind) {
    case 'integer':
    case 'float':
    case 'boolean':
      return Number(value);
    case 'bigint':
      return BigInt(value);
    case 'decimal':
      return scaled(String(value));
    case 'datetime':
      return Date.parse(String(value));
    case 'time':
      return micros(String(value));
    default:
      // UTF-8 is ordered as code points are; JavaScript's own order of UTF-16 is not.
      return Buffer.from(String(value));
  }
}

const places = 8;

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(places, '0'));
  return text.startsWith('-') ? -size : size;
}

function micros(time: string): number {
  const [clock = '', fraction = ''] = time.split('.');
  return Date.parse(`1970-01-01T${clock}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}

/**
 * Text with its case folded: SQLite folds ASCII alone; PostgreSQL's C.UTF-8 maps each code point to one other; MariaDB
 * and MySQL do so for the letters of Unicode 5.2.
 */
export function folded(database: DatabaseName, text: string): string {
  return foldings[database](text);
}

const foldings: Readonly<Record<DatabaseName, (text: string) => string>> = {
  sqlite: asciiFolded,
  sqlite3: asciiFolded,
  postgres: (text) => Array.from(text, lowerCodePoint).join(''),
  mariadb: unicode52Folded,
  mysql: unicode52Folded,
};

function unicode52Folded(text: string): string {
  return Array.from(text, (letter) => (casedSince52.test(letter) ? letter : lowerCodePoint(letter))).join('');
}

function asciiFolded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Letters that got their small letter after Unicode 5.2, and others between them that have none. */
const casedSince52 =
  /[\u{37f}\u{526}-\u{52e}\u{10c7}-\u{1cbf}\u{2c2f}\u{2cf2}\u{a660}\u{a698}-\u{a69a}\u{a78d}-\u{a7f5}\u{104b0}-\u{1e921}]/u;

/** Unlike `toLowerCase` on a whole text: no final sigma, and İ is i alone. */
function lowerCodePoint(letter: string): string {
  const lower = letter.toLowerCase();
  return String.fromCodePoint(lower.codePointAt(0) ?? 0);
}
