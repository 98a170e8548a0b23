// Columns as people write them, for schemas whose documents are read: types of each database, with filters and rules.
import {
  Filter,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterHasAny,
  Groupable,
  Measure,
  Schema,
  Sortable,
} from '@decorest/core';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsAlphanumeric,
  IsEmail,
  IsIn,
  IsNegative,
  IsPositive,
  IsUrl,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { Column, CreateDateColumn, DeleteDateColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import { speaksMysql, type DatabaseName } from '../support/test-database.js';

/** The decorators of a property, which may be of any type. */
export type DocumentedColumn = readonly ((target: Record<string, never>, property: string) => void)[];

const ordered = Filter(FilterGroupEqual, FilterGroupLength);
const nested = {
  type: 'object',
  properties: { size: { type: 'integer' }, in: { type: ['object', 'null'], properties: {} } },
};
const colours = ['red', 'blue'];

/** Columns that each database has. */
const common = {
  name: [
    Column({ type: 'varchar', length: 20 }),
    Filter(FilterGroupEqual),
    FilterGroup('search'),
    MinLength(2),
  ],
  nick: [Column({ type: 'varchar', nullable: true, unique: true }), Filter(FilterGroupContains), Sortable()],
  about: [Column({ type: 'text', nullable: true }), Filter(FilterGroupContains)],
  mail: [Column({ type: 'varchar', length: 90 }), IsEmail(), Filter(FilterEQ)],
  site: [Column({ type: 'varchar', nullable: true }), IsUrl(), Length(3, 200)],
  code: [Column({ type: 'varchar', length: 12 }), Matches(/^[A-Z]{2}\d{3}\w?$/), Filter(FilterGroupEqual)],
  slug: [Column({ type: 'varchar' }), Matches(/^(?!-)[a-z-]+$/), IsAlphanumeric(), MaxLength(30)],
  size: [Column({ type: 'int', default: 1 }), Filter(FilterGroupArray), Min(0), Max(9), Measure('sum')],
  rank: [Column({ type: 'smallint', nullable: true }), ordered, Groupable(), Sortable()],
  distance: [Column({ type: 'bigint', default: '0' }), ordered, IsPositive(), Sortable()],
  price: [Column({ type: 'decimal', precision: 10, scale: 2 }), ordered, Min(0), Measure('sum', 'avg')],
  rate: [Column({ type: 'decimal', precision: 18, scale: 6, nullable: true }), ordered, IsNegative()],
  weight: [Column({ type: 'float', nullable: true }), ordered, Measure('max')],
  isOpen: [Column({ type: 'boolean', default: false }), Filter(FilterEQ), Groupable()],
  day: [Column({ type: 'date', nullable: true }), ordered, Groupable('month'), Sortable()],
  opens: [Column({ type: 'time', nullable: true }), ordered],
  side: [Column({ type: 'varchar' }), IsIn(['north', 'south']), Filter(FilterGroupArray)],
  hidden: [Column({ type: 'varchar', length: 9, select: false, default: '' })],
  colour: [Column({ type: 'simple-enum', enum: colours }), Filter(FilterGroupArray), Groupable()],
  mood: [Column({ type: 'simple-enum', enum: colours, nullable: true }), Filter(FilterGroupArray)],
  meta: [Column({ type: 'simple-json', nullable: true }), Schema(nested)],
  words: [Column({ type: 'simple-array', nullable: true }), Filter(FilterHasAny), ArrayMaxSize(4)],
  made: [CreateDateColumn(), ordered, Groupable('year')],
  changed: [UpdateDateColumn(), Sortable()],
  revision: [VersionColumn()],
  deletedAt: [DeleteDateColumn()],
} as const satisfies Record<string, DocumentedColumn>;

const ofPostgres = {
  at: [Column({ type: 'timestamp with time zone' }), ordered, Sortable()],
  key: [Column({ type: 'uuid', nullable: true }), Filter(FilterGroupArray)],
  facts: [Column({ type: 'jsonb', default: {} }), Schema(nested)],
  variety: [Column({ type: 'enum', enum: colours }), Filter(FilterGroupArray)],
  varieties: [Column({ type: 'enum', enum: colours, array: true }), Filter(FilterHasAny), ArrayUnique()],
  tags: [Column({ type: 'text', array: true, default: [] }), Filter(FilterHasAny)],
  counts: [Column({ type: 'int', array: true, nullable: true }), Filter(FilterHasAny)],
  bytes: [Column({ type: 'bytea', nullable: true })],
  money: [Column({ type: 'money', nullable: true }), Schema({ type: 'string' })],
  address: [Column({ type: 'inet', nullable: true }), Schema({ type: 'string' })],
} as const satisfies Record<string, DocumentedColumn>;

const ofMysql = {
  at: [Column({ type: 'datetime', precision: 3 }), ordered, Sortable()],
  stamp: [Column({ type: 'timestamp', nullable: true }), ordered],
  facts: [Column({ type: 'json', nullable: true }), Schema(nested)],
  variety: [Column({ type: 'enum', enum: colours }), Filter(FilterGroupArray)],
  varieties: [Column({ type: 'set', enum: colours, nullable: true }), Filter(FilterHasAny)],
  born: [Column({ type: 'year', nullable: true }), ordered],
  total: [Column({ type: 'bigint', unsigned: true, default: '0' }), ordered],
  few: [Column({ type: 'tinyint', unsigned: true, default: 0 }), ordered],
  bytes: [Column({ type: 'varbinary', length: 90, nullable: true })],
} as const satisfies Record<string, DocumentedColumn>;

const ofSqlite = {
  at: [Column({ type: 'datetime' }), ordered, Sortable()],
  bytes: [Column({ type: 'blob', nullable: true })],
} as const satisfies Record<string, DocumentedColumn>;

/** By the name of the property. */
export function listDocumentedColumns(database: DatabaseName): Readonly<Record<string, DocumentedColumn>> {
  const own = database === 'postgres' ? ofPostgres : speaksMysql(database) ? ofMysql : ofSqlite;
  return { ...common, ...own };
}
