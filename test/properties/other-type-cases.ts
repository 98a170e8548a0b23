// Columns of other programs: the table has another type than the class declares, or rows hold what the type was not made for.
import { speaksMysql } from '../support/test-database.js';
import { createCase as kase, traits, type Server, type ShownCase } from './shown-value-cases.js';

const { collated, instant, number, text, uuid } = traits;

const quote = (value: string) => `'${value}'`;

const days = ['2026-01-02', '2026-01-03', '1999-12-31', '2026-01-01'];
const dayTimes = [
  '2026-01-02 00:00:00',
  '2026-01-02 03:04:05',
  '2026-01-02 23:59:59.999999',
  '2026-01-03 00:00:00',
];
const moments = [...dayTimes, '1999-12-31 12:00:00', '2026-01-01 23:59:59'].map(quote);
const wide = [
  '0',
  '1',
  '-1',
  '2147483647',
  '2147483648',
  '3000000000',
  '-3000000000',
  '9007199254740991',
  '9007199254740993',
];
const wholes = ['0', '1', '-1', '5', '127', '128', '-129', '255', '256', '32767', '32768', '65536'];
const fractions = [
  '0',
  '0.1',
  '0.2',
  '0.3',
  '1.5',
  '-1.5',
  '10',
  '12345.67',
  '1.005',
  '0.125',
  '99.99',
  '123456789.12',
  '16777217',
];
const precise = [...fractions, '0.30000000000000004', '1e15', '1e-7', '3.4e38', '123456789012.3456'];
const uuids = [
  '0000000b-0000-4000-8000-00000000000a',
  '0000000B-0000-4000-8000-00000000000A',
  '0000000B-0000-4000-8000-00000000000C',
  '0000000D00004000800000000000000A',
  '0000000a-0000-4000-8000-00000000000B',
  'abc',
  '',
].map(quote);
const labels = ["'a'", "'b'", "'c'", "''", "'A'", "'a '", 'NULL'];
const ofAnEnum = { enum: ['a', 'b'] };
const isUndeclared = (shown: unknown) => shown !== 'a' && shown !== 'b';
const hasNul = (shown: unknown) => String(shown).includes('\0');
/** Beyond the integers of a size in bits, but for the sign. */
const isBeyond = (bits: number) => (shown: unknown) =>
  BigInt(String(shown)) >= 2n ** BigInt(bits) || BigInt(String(shown)) < -(2n ** BigInt(bits));
const zeroDates = [
  '0000-00-00',
  '0000-01-01',
  '0000-12-31',
  '2026-00-00',
  '2026-01-00',
  '0001-01-01',
  '2026-01-02',
].map(quote);

const postgres: readonly ShownCase[] = [
  kase(['date', 'timestamp'], moments, text),
  kase(['date', 'timestamptz'], moments, text),
  kase(['time', 'time'], ["'00:00:00'", "'24:00:00'", "'03:04:05.5'"], text),
  { ...kase(['int', 'bigint'], wide, number), isRefused: isBeyond(31) },
  { ...kase(['smallint', 'integer'], [...wholes, '70000'], number), isRefused: isBeyond(15) },
  kase(['bigint', 'integer'], wholes, number),
  { ...kase(['int', 'double precision'], [...wholes, '1.5', '3000000000'], number), isRefused: isBeyond(31) },
  kase(['real', 'double precision'], precise, number),
  kase(['double precision', 'real'], fractions, number),
  kase(['double precision', 'numeric'], precise, number),
  kase(['real', 'numeric(10,2)'], fractions, number),
  kase(['decimal', 'double precision'], precise, number),
  kase(['decimal', 'real'], fractions, number),
  kase(['uuid', 'text'], uuids, uuid),
  kase(['uuid', 'varchar(40)'], uuids, uuid),
  kase(['uuid', 'char(36)'], uuids, uuid),
  kase(['varchar', 'uuid'], uuids, collated),
  { ...kase(['simple-enum', 'text', ofAnEnum], labels, collated), isRefused: isUndeclared },
  { ...kase(['simple-enum', 'varchar(5)', ofAnEnum], labels, collated), isRefused: isUndeclared },
  { ...kase(['enum', 'text', ofAnEnum], labels, collated), isRefused: isUndeclared },
  kase(['varchar', 'integer'], wholes, collated),
];

function speakMysql(): readonly ShownCase[] {
  return [
    kase(['date', 'datetime'], [...moments, ...zeroDates], text),
    kase(['date', 'datetime(6)'], [...moments, ...zeroDates], text),
    kase(['date', 'timestamp'], moments, text),
    kase(['datetime', 'date'], [...days.map(quote), ...zeroDates], instant),
    kase(['datetime', 'datetime'], zeroDates, instant),
    kase(['date', 'date'], zeroDates, text),
    kase(['float', 'double'], precise, number),
    kase(['float', 'decimal(20,4)'], fractions, number),
    kase(['double', 'float'], fractions, number),
    kase(['double', 'decimal(20,4)'], fractions, number),
    kase(['decimal', 'double', { precision: 20, scale: 4 }], precise, number),
    kase(['decimal', 'decimal(20,4)', { precision: 10, scale: 2 }], fractions, number),
    { ...kase(['int', 'bigint'], wide, number), isRefused: isBeyond(31) },
    {
      ...kase(['int', 'bigint unsigned'], [...wide, '18446744073709551615'], number),
      isRefused: isBeyond(31),
    },
    { ...kase(['tinyint', 'int'], wholes, number), isRefused: isBeyond(7) },
    kase(['bigint', 'int'], wholes, number),
    {
      ...kase(['bigint', 'bigint unsigned'], [...wide, '18446744073709551615'], number),
      isRefused: isBeyond(63),
    },
    { ...kase(['int', 'double'], [...wholes, '1.5', '3000000000'], number), isRefused: isBeyond(31) },
    kase(['varchar', 'int'], wholes, collated),
    { ...kase(['enum', "enum('a','b')", ofAnEnum], labels, collated), isRefused: isUndeclared },
    { ...kase(['enum', "enum('a','b','c')", ofAnEnum], labels, collated), isRefused: isUndeclared },
  ];
}

const oddTexts = [
  "'a'",
  "'a' || char(0)",
  "'a' || char(0) || 'b'",
  "'a' || char(0) || 'c'",
  "'b'",
  'char(0)',
  "''",
];
const stored = ["x'61'", "x''", "x'31'", '1', '1.5', "'1'", "'a'"];
const oddInstants = [
  '2026-13-01 01:02:03.000',
  '2026-00-01 01:02:03.000',
  '2026-01-02 25:02:03.000',
  '2026-01-02 24:00:00.000',
  '2026-19-02 01:02:03.000',
  '2026-01-29 01:02:03.000',
  '2024-02-29 01:02:03.000',
  '2026-01-32 01:02:03.000',
  '2026-01-39 01:02:03.000',
  '2026-12-31 23:59:59.999',
  '0000-01-01 00:00:00.000',
  '0000-12-31 23:59:59',
  '0001-01-01 00:00:00.000',
  '2026-01-02 29:59:59.999',
  '2026-01-02 25:00',
  '2026-01-02 24:00',
  '2026-01-02T24:00:00Z',
  '2026-10-19 19:00:00.000',
].map(quote);
const oddTimes = [
  "'25:00:00'",
  "'24:00:00'",
  "'24:00:01'",
  "'29:59:59'",
  "'23:59:59.9999999'",
  "'23:59:59.1234567'",
  "'03:04'",
  "'24:00'",
  "'25:00'",
  "'24:00:00.000'",
  "'03:04:05.'",
  "'03:04:05.0'",
  "'03:04:05.1x'",
];

const sqlite: readonly ShownCase[] = [
  { ...kase(['varchar', 'varchar'], [...oddTexts, ...stored], text), isRefused: hasNul },
  kase(['varchar', 'integer'], stored, text),
  kase(['datetime', 'datetime'], oddInstants, instant),
  kase(
    ['date', 'date'],
    [...oddInstants, "'0000-01-01'", "'2026-01-00'", "x'323032362d30312d3032'", '2026'],
    text,
  ),
  kase(['time', 'time'], [...oddTimes, "x'30333a30343a3035'", '3'], text),
  kase(['int', 'text'], [...wholes, "'7'", "'10'", "'2'", "'007'", "x'31'", '1.5'], number),
  kase(['int', 'blob'], [...wholes, "'7'", "'10'", "'2'", "'007'", "x'31'", '1.5', '2.0'], number),
  kase(['int', ''], [...wholes, "'7'", "'10'", "'2'", '2.0'], number),
  kase(['float', 'text'], [...precise, "'1.50'", "x'31'"], number),
  kase(['float', 'blob'], [...precise, "'1.50'", "x'31'", "'2'"], number),
  kase(['decimal', 'real'], fractions, number),
  kase(['uuid', 'blob'], [...uuids, "x'61'"], uuid),
  {
    ...kase(['simple-enum', 'varchar', ofAnEnum], [...labels, '1', "x'61'"], collated),
    isRefused: isUndeclared,
  },
  { ...kase(['smallint', 'integer'], [...wholes, '70000', '3000000000'], number), isRefused: isBeyond(15) },
];

/** The columns of a database. */
export function otherCasesOf(name: Server): readonly ShownCase[] {
  if (speaksMysql(name)) return speakMysql();
  return name === 'postgres' ? postgres : sqlite;
}
