// What a database makes of a column type beyond what TypeORM's metadata says: sizes and precisions of types that declare
// none, and numbers that are kept with fewer digits.
import type { DataSource } from 'typeorm';
import type { DatabaseType } from '../vocabulary/database.js';
import type { ValueCodec } from './value-codec.js';

/** What holds for a type when the column does not say otherwise. */
export interface TypeDefaults {
  /** Most characters of a text, most bytes of a blob. */
  readonly length?: number;
  /** Digits of a decimal; digits after the second of a time or date-time. */
  readonly precision?: number;
  readonly scale?: number;
  /** Texts are shown with blanks up to their length, which comparisons of the database leave out. */
  readonly padded?: true;
  /** Pattern of the years whose date-times are kept, in whatever zone they are written. */
  readonly years?: string;
}

export interface Storage {
  readonly types: ReadonlyMap<string, TypeDefaults>;
  /** Most digits of a decimal that come back as they were; null where there is no such limit. */
  readonly exactDigits: number | null;
  /** Pattern of the UUIDs that the database takes, where it does not take all. */
  readonly uuidPattern: string | null;
  /** Most bits of an unsigned integer; null where integers are signed whatever the column declares. */
  readonly unsignedBits: number | null;
  /** Types whose floats have single precision, and come back with the digits that a double adds to them. */
  readonly widenedSingles: ReadonlySet<string>;
}

const plain: Storage = {
  types: new Map(),
  exactDigits: null,
  uuidPattern: null,
  unsignedBits: null,
  widenedSingles: new Set(),
};

/** A NUMERIC column holds a double, and every integer has 64 bits with its sign. */
const sqlite: Storage = { ...plain, exactDigits: 15, unsignedBits: 63 };

const decimal = { precision: 10, scale: 0 };
const time = { precision: 0 };

const mysql: Storage = {
  ...plain,
  unsignedBits: 64,
  types: new Map<string, TypeDefaults>([
    ['varchar', { length: 255 }],
    ['nvarchar', { length: 255 }],
    ['char', { length: 1 }],
    ['nchar', { length: 1 }],
    ['tinytext', { length: 255 }],
    ['text', { length: 65_535 }],
    ['mediumtext', { length: 16_777_215 }],
    ['binary', { length: 1 }],
    ['varbinary', { length: 255 }],
    ['tinyblob', { length: 255 }],
    ['blob', { length: 65_535 }],
    ['mediumblob', { length: 16_777_215 }],
    ['decimal', decimal],
    ['dec', decimal],
    ['numeric', decimal],
    ['fixed', decimal],
    ['time', time],
    ['datetime', time],
    // Seconds since 1970 in 32 bits.
    ['timestamp', { ...time, years: '(197[1-9]|19[89][0-9]|20[0-2][0-9]|203[0-7])' }],
  ]),
  widenedSingles: new Set(['float']),
};

/** Without a length, these hold one character. */
const postgres: Storage = {
  ...plain,
  types: new Map<string, TypeDefaults>([
    ['char', { length: 1, padded: true }],
    ['character', { length: 1, padded: true }],
  ]),
};

const storages: Readonly<Record<DatabaseType, Storage>> = {
  'better-sqlite3': sqlite,
  sqlite,
  postgres,
  // Its own type refuses versions after 7, but for the largest of all.
  mariadb: { ...mysql, uuidPattern: '^(.{14}[0-7]|[fF-]{36}$)' },
  mysql,
};

/** How the database of a data source stores columns; nothing in particular for one that is not supported. */
export function storageOf({ options }: DataSource): Storage {
  return new Map<string, Storage>(Object.entries(storages)).get(options.type) ?? plain;
}

/** Gives a float of single precision back with the digits it was given: 0.1, not 0.10000000149011612. */
export function singleCodec(codec: ValueCodec): ValueCodec {
  return {
    ...codec,
    encode: (value) => asNumber(codec.encode(value), Math.fround),
    decode: (stored) => codec.decode(asNumber(stored, shortest)),
  };
}

/** Stores null as the null of JSON: a value like any other, where the column takes no NULL. */
export function jsonNullCodec(codec: ValueCodec): ValueCodec {
  return { ...codec, encode: (value) => (value === null ? 'null' : codec.encode(value)) };
}

function asNumber(value: unknown, convert: (number: number) => number): unknown {
  return typeof value === 'number' ? convert(value) : value;
}

/** The shortest number that is stored as the same single. */
function shortest(stored: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(stored.toPrecision(digits));
    if (Math.fround(candidate) === stored) return candidate;
  }
  return stored;
}
