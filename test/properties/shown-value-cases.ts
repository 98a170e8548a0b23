// Columns whose values have several spellings, the values that other programs write there, and how shown values compare.
import {
  Bulk,
  CursorPagination,
  Filter,
  FilterEQ,
  FilterGroupArray,
  FilterGroupLength,
  FilterNEQ,
  Groupable,
  Measure,
  Pagination,
  Sortable,
} from '@decorest/core';
import { Column, Entity, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { speaksMysql, type DatabaseName } from '../support/test-database.js';

export type Server = Exclude<DatabaseName, 'sqlite3'>;

/** How values of a type compare. */
type Order = 'number' | 'text' | 'span' | 'none';

export interface ShownCase {
  /** The type that the class declares. */
  readonly type: NonNullable<ColumnOptions['type']>;
  readonly options?: ColumnOptions;
  /** The type that the table has. */
  readonly stored: string;
  readonly literals: readonly string[];
  readonly order: Order;
  readonly predicates: readonly string[];
  readonly isGrouped: boolean;
  /** Shown values that the class does not declare: filters refuse them. */
  readonly isRefused?: (shown: unknown) => boolean;
}

const all = ['eq', 'neq', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte'];
const equality = ['eq', 'neq', 'in', 'notIn'];

/** Instants: of clocks with microseconds, of whole seconds, at both ends of a millisecond, a second, a day and a calendar. */
const instants = [
  ...['2026-01-02 03:04:05', '2026-01-02 03:04:05.000', '2026-01-02 03:04:05.000001'],
  ...['2026-01-02 03:04:05.000999', '2026-01-02 03:04:05.001', '2026-01-02 03:04:05.0014999'],
  ...['2026-01-02 03:04:05.009', '2026-01-02 03:04:05.0095', '2026-01-02 03:04:05.999999'],
  ...['2026-01-02 23:59:59.999999', '2026-01-03', '2026-01-02 00:00:00', '1969-12-31 23:59:59.9995'],
  ...['1960-06-07 08:09:10.123456', '2026-01-02 03:04:04.9996', '2001-01-01 00:00:00.1'],
];

const others = ['0001-01-01 00:00:00', '9999-12-31 23:59:59.999999', '12345-01-01 00:00:00'];
const strange = ['infinity', '-infinity', '0044-03-15 01:02:03 BC', '0000-00-00 00:00:00', '2026-00-00'];

/** As other programs write instants to SQLite. */
const spelled = [
  ...['2026-01-02T03:04:05', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', '2026-01-02 03:04'],
  ...['2026-01-02T03:04:05.0001Z', '2026-01-02 03:04:05Z', '2026-01-02T05:04:05+02:00'],
  ...['2026-01-01T22:04:05.000-05:00', '2026-01-02 03:04:05.000001+00:00', '2026-01-02 17:04:05+14:00'],
  ...['2026-01-02T03:04', '2026-01-03T00:00:00.000Z', '2026-01-01T23:30:00-02:00', 'now', '', 'abc'],
  ...['20260102T030405', '2026-13-45 99:99:99', '2026-02-30 01:02:03.000', '2026-04-31T01:02:03Z'],
];

const quote = (text: string) => `'${text}'`;
const dates = ['2026-01-02', '2026-01-03', '0001-01-01', '9999-12-31', '1999-12-31', '2024-02-29'];
const times = [
  '03:04:05',
  '03:04:05.1',
  '03:04:05.100',
  '03:04:05.123456',
  '00:00:00',
  '23:59:59',
  '24:00:00',
];
const spans = ['-30:00:00', '100:11:12', '03:04', '3:04:05', 'noon'];
const uuids = [
  ...['0000000b-0000-4000-8000-00000000000a', '0000000C-0000-4000-8000-00000000000A'],
  ...[
    '0000000D000040008000000000000000A',
    '0000000d00004000800000000000000b',
    '0000000E00004000800000000000000B',
  ],
  ...['0000000a-0000-4000-8000-00000000000A', '{0000000f-0000-4000-8000-00000000000a}', 'abc', ''],
  ...['a0000000-0000-4000-8000-000000000000', 'B0000000-0000-4000-8000-000000000000'],
];
const texts = ['', ' ', 'a', 'a ', 'a  ', ' a', 'A', 'b', 'Ab', 'é', '1', '01', '1.0'].map(quote);
const integers = ['0', '1', '-1', '5', '2147483647', '-2147483648', "'7'", "'5.0'", '1.5', 'NULL', "'x'"];
const bigs = [
  ...integers,
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  "'9007199254740992'",
];
const floats = [
  ...[
    '0',
    '-0.0',
    '0.1',
    '0.2',
    '0.30000000000000004',
    '1.5',
    '-1.5',
    '16777217',
    '3.4e38',
    '1e-30',
    '5',
    "'NaN'",
  ],
  ...["'Infinity'", "'-Infinity'", '0.1e0', '123456.789', "'5.0'", '2.5', '1e15', '123456789012', 'NULL'],
];
const decimals = [
  '0',
  '1',
  '1.5',
  '1.50',
  '-1.5',
  '0.1',
  '10',
  '100.00',
  '12345.67',
  'NULL',
  "'2.50'",
  "'2.5'",
  '-0.00',
];
const flags = [
  '0',
  '1',
  '2',
  '-1',
  "'t'",
  "'f'",
  "'true'",
  "'false'",
  "'TRUE'",
  '1.0',
  '0.5',
  "''",
  "'x'",
  'NULL',
  '7',
];

interface Trait {
  readonly order: Order;
  readonly predicates: readonly string[];
}

const instant: Trait = { order: 'text', predicates: all };
const text: Trait = { order: 'text', predicates: all };
const collated: Trait = { order: 'none', predicates: equality };
const span: Trait = { order: 'span', predicates: all };
const number: Trait = { order: 'number', predicates: all };
const flag: Trait = { order: 'number', predicates: ['eq'] };
const uuid: Trait = { order: 'text', predicates: equality };

function kase(
  [type, stored, options]: readonly [ShownCase['type'], string, ColumnOptions?],
  literals: readonly string[],
  trait: Trait,
): ShownCase {
  const isGrouped = !ungrouped.has(String(type));
  return { type, stored, literals, isGrouped, ...trait, ...(options ? { options } : {}) };
}

/** Types that cannot be group keys, or only in units of time. */
const ungrouped = new Set([
  ...[
    'timestamp',
    'timestamptz',
    'datetime',
    'time',
    'float',
    'double',
    'real',
    'double precision',
    'decimal',
  ],
]);

/** How values of each sort of type compare, and by which predicates. */
export const traits = { instant, text, collated, span, number, flag, uuid } as const;

export const createCase = kase;

const postgres: readonly ShownCase[] = [
  kase(['timestamptz', 'timestamptz'], [...instants, ...others, ...strange].map(quote), instant),
  kase(['timestamp', 'timestamp'], [...instants, ...others, ...strange].map(quote), instant),
  kase(['timestamptz', 'timestamptz(3)', { precision: 3 }], instants.map(quote), instant),
  kase(['date', 'date'], [...dates, 'infinity', '0044-03-15 BC', '12345-01-01'].map(quote), text),
  kase(['time', 'time'], times.map(quote), text),
  kase(['uuid', 'uuid'], uuids.map(quote), uuid),
  kase(['varchar', 'varchar(20)'], texts, collated),
  kase(['char', 'char(5)', { length: 5 }], texts, collated),
  kase(['int', 'integer'], integers, number),
  kase(['bigint', 'bigint'], bigs, number),
  kase(['int', 'numeric(12,2)'], integers, number),
  kase(['bigint', 'numeric'], bigs, number),
  kase(['real', 'real'], floats, number),
  kase(['double precision', 'double precision'], floats, number),
  kase(['decimal', 'numeric'], [...decimals, "'NaN'", "'Infinity'"], number),
  kase(['decimal', 'numeric(10,2)', { precision: 10, scale: 2 }], decimals, number),
  kase(['boolean', 'boolean'], flags, flag),
];

function speakMysql(name: Server): readonly ShownCase[] {
  return [
    kase(
      ['datetime', 'datetime(6)', { precision: 6 }],
      [...instants, ...others, ...strange].map(quote),
      instant,
    ),
    kase(['datetime', 'datetime(3)', { precision: 3 }], instants.map(quote), instant),
    kase(['datetime', 'datetime'], instants.map(quote), instant),
    // Another program has made the table.
    kase(['datetime', 'datetime(6)'], instants.map(quote), instant),
    kase(['timestamp', 'timestamp(6)'], instants.slice(0, 9).map(quote), instant),
    kase(['timestamp', 'timestamp(6)', { precision: 6 }], instants.slice(0, 9).map(quote), instant),
    kase(['datetime', 'datetime(4)', { precision: 4 }], instants.map(quote), instant),
    kase(['date', 'date'], [...dates, '0000-00-00', '2026-00-00'].map(quote), text),
    kase(['time', 'time(6)', { precision: 6 }], [...times, ...spans].map(quote), span),
    kase(['time', 'time'], [...times, ...spans].map(quote), span),
    // With this driver, TypeORM makes UUIDs the type of MariaDB.
    ...(name === 'mariadb'
      ? [kase(['uuid', 'uuid'], uuids.map(quote), { ...uuid, order: 'none' })]
      : [
          kase(['uuid', 'char(38)'], uuids.map(quote), uuid),
          kase(['uuid', 'varchar(38) COLLATE utf8mb4_bin'], uuids.map(quote), uuid),
        ]),
    kase(['varchar', 'varchar(20)'], texts, collated),
    kase(['char', 'char(5)', { length: 5 }], texts, collated),
    kase(['int', 'int'], integers, number),
    kase(['bigint', 'bigint'], bigs, number),
    kase(['int', 'decimal(12,2)'], integers, number),
    kase(['float', 'float'], floats, number),
    kase(['double', 'double'], floats, number),
    kase(['decimal', 'decimal(10,2)', { precision: 10, scale: 2 }], decimals, number),
    kase(['boolean', 'tinyint'], flags, flag),
    kase(['boolean', 'tinyint(1)'], flags, flag),
    kase(['boolean', 'bit(1)'], ["b'0'", "b'1'", 'NULL'], flag),
    kase(['boolean', 'bigint'], flags, flag),
  ];
}

const sqlite: readonly ShownCase[] = [
  kase(
    ['datetime', 'datetime'],
    [...[...instants, ...others, ...spelled].map(quote), '1767323045', '1767323045000', '2461042.5', 'NULL'],
    instant,
  ),
  kase(
    ['datetime', 'text'],
    [...[...instants, ...spelled].map(quote), "datetime('now')", 'CURRENT_TIMESTAMP'],
    instant,
  ),
  kase(
    ['date', 'date'],
    [
      ...[
        ...dates,
        ...instants,
        '2026-01-02T03:04:05Z',
        '2026-02-30',
        '0000-00-00',
        '2026-00-00',
        '2026-13-05',
        'abc',
        '',
      ].map(quote),
      '20260102',
      'NULL',
    ],
    text,
  ),
  kase(['time', 'time'], [...times, ...spans].map(quote), text),
  kase(['uuid', 'varchar'], uuids.map(quote), uuid),
  kase(['varchar', 'varchar(20)'], texts, { ...text }),
  kase(['int', 'integer'], [...integers, '1767323045000', '9007199254740991', '-9007199254740991'], number),
  kase(['bigint', 'bigint'], bigs, number),
  kase(['float', 'float'], floats, number),
  kase(['decimal', 'numeric'], decimals, number),
  kase(['decimal', 'decimal(10,2)', { precision: 10, scale: 2 }], decimals, number),
  kase(['boolean', 'boolean'], flags, flag),
  kase(['boolean', 'text'], flags, flag),
];

/** The columns of a database. */
export function casesOf(name: Server): readonly ShownCase[] {
  if (speaksMysql(name)) return speakMysql(name);
  return name === 'postgres' ? postgres : sqlite;
}

/** A class over the table of a case, which is made by other means. */
export function classOf({ type, options, predicates, isGrouped }: ShownCase, at: number) {
  const name = `Shown${at}`;
  const made = { [name]: class {} }[name] as new () => { id: number; v: unknown };
  const prototype = made.prototype as object;
  Entity(`shown${at}`, { synchronize: false })(made);
  Pagination()(made);
  CursorPagination()(made);
  Bulk('delete')(made);
  Measure('count')(made);
  PrimaryColumn({ type: 'int' })(prototype, 'id');
  Filter(FilterEQ, FilterGroupArray)(prototype as never, 'id' as never);
  Column({ type, nullable: true, ...options } as ColumnOptions)(prototype, 'v');
  Sortable()(prototype as never, 'v' as never);
  if (isGrouped) Groupable()(prototype as never, 'v' as never);
  const filters = predicates.length === 1 ? [FilterEQ] : [FilterEQ, FilterNEQ, FilterGroupArray];
  if (predicates.includes('gt')) filters.push(FilterGroupLength);
  Filter(...(filters as [typeof FilterEQ]))(prototype as never, 'v' as never);
  return made;
}

/** How two shown values compare. */
export function compareShown({ order }: ShownCase, a: unknown, b: unknown): number {
  if (order === 'none') return a === b ? 0 : Number.NaN;
  if (order === 'span') return toSeconds(a) - toSeconds(b);
  if (order !== 'number') return String(a) < String(b) ? -1 : Number(String(a) > String(b));
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return compareNumbers(a, b);
}

/** The seconds of a time span, such as `-30:00:00`. */
function toSeconds(span: unknown): number {
  const [hours = '', minutes, seconds] = String(span).split(':');
  const size = Math.abs(Number(hours)) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return hours.startsWith('-') ? -size : size;
}

/** Numbers of any size, as texts of at most 30 digits after the point. */
function compareNumbers(a: string, b: string): number {
  const scaled = (number: string) => {
    const [whole = '', fraction = ''] = number.split('.');
    if (!/^-?\d+$/.test(whole + fraction)) return 0n;
    return BigInt(whole + fraction.padEnd(30, '0'));
  };
  return Number(scaled(a) - scaled(b));
}
