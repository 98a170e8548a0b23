// The columns of strangers' entities: how other people declare them, with rules of class-validator where the entity is the body, too.
import 'reflect-metadata';
import {
  IsArray,
  IsDateString,
  IsEmail,
  IsInt,
  IsISO8601,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Min,
  MinLength,
} from 'class-validator';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  VersionColumn,
  VirtualColumn,
  type ColumnOptions,
} from 'typeorm';
import { speaksMysql, type DatabaseName } from '../support/test-database.js';
import type { ColumnName } from './stranger-schema.js';

export type Member = (target: object, member: string) => void;

/** A column: what TypeScript emits for its property, its options and its rules. */
export interface ColumnHabit {
  readonly type: unknown;
  /** Null for a column that is no `@Column()`. */
  readonly options: ((database: DatabaseName) => ColumnOptions) | null;
  readonly decorators: readonly Member[];
  /** The value of a new instance. */
  readonly initial?: unknown;
}

class Address {
  street!: string;
  city!: string | null;
}
decorate(Address, 'street', String, [Column(), IsString()]);
decorate(Address, 'city', String, [Column({ nullable: true }), IsOptional()]);

/** Declares a member as the compiler does. */
export function decorate(
  { prototype }: { readonly prototype: object },
  member: string,
  type: unknown,
  decorators: readonly Member[],
): void {
  Reflect.defineMetadata('design:type', type, prototype, member);
  for (const each of decorators) each(prototype, member);
}

const optional = [IsOptional()] as const;
const json = (database: DatabaseName): ColumnOptions => ({
  type: database === 'postgres' ? 'jsonb' : database === 'sqlite' ? 'simple-json' : 'json',
});
const instant = (database: DatabaseName): ColumnOptions => ({
  type: database === 'postgres' ? 'timestamptz' : 'datetime',
});
const plain = (options: ColumnOptions) => () => options;

export const columnHabits: Readonly<Record<ColumnName, ColumnHabit>> = {
  title: { type: String, options: plain({}), decorators: [IsString(), Length(1, 80)] },
  email: {
    type: String,
    options: plain({ nullable: true, unique: true }),
    decorators: [...optional, IsEmail()],
  },
  startsOn: {
    type: String,
    options: plain({ type: 'date', nullable: true }),
    decorators: [...optional, IsDateString()],
  },
  publishedAt: {
    type: Date,
    options: (database) => ({ ...instant(database), nullable: true }),
    decorators: [...optional, IsISO8601()],
  },
  price: {
    type: Number,
    options: plain({ type: 'decimal', precision: 10, scale: 2, default: 0 }),
    decorators: [IsNumber(), Min(0)],
  },
  amount: {
    type: Number,
    options: plain({
      type: 'decimal',
      precision: 12,
      scale: 2,
      nullable: true,
      transformer: {
        to: (value: unknown) => value,
        from: (value: string | null) => (value === null ? null : Number(value)),
      },
    }),
    decorators: [...optional, IsNumber()],
  },
  lines: { type: Array, options: json, decorators: [IsArray()] },
  settings: {
    type: Object,
    options: (database) => ({ ...json(database), nullable: true }),
    decorators: [],
  },
  labels: {
    type: Array,
    options: plain({ type: 'simple-array', nullable: true }),
    decorators: [...optional, IsString({ each: true })],
  },
  extra: { type: Object, options: plain({ type: 'simple-json', nullable: true }), decorators: [] },
  // TypeORM infers no type of it on PostgreSQL.
  blob: {
    type: Buffer,
    options: (database) => ({ ...(database === 'postgres' && { type: 'bytea' }), nullable: true }),
    decorators: [],
  },
  status: {
    type: String,
    options: (database) => ({
      type: database === 'sqlite' ? 'simple-enum' : 'enum',
      enum: ['draft', 'sent', 'paid'],
      default: 'draft',
    }),
    decorators: [],
  },
  active: { type: Boolean, options: plain({}), decorators: [], initial: true },
  prio: { type: Number, options: plain({ default: 7 }), decorators: [IsInt()], initial: 3 },
  views: { type: String, options: plain({ type: 'bigint', default: 0 }), decorators: [] },
  password: {
    type: String,
    options: plain({ select: false, nullable: true }),
    decorators: [...optional, MinLength(8)],
  },
  slug: { type: String, options: plain({ nullable: true }), decorators: [] },
  scores: {
    type: Array,
    options: (database) =>
      database === 'postgres'
        ? { type: 'int', array: true, default: '{}' }
        : { type: 'simple-array', nullable: true },
    decorators: [],
  },
  // Of a type that decorest does not know.
  place: {
    type: Object,
    options: (database) => ({
      type: speaksMysql(database) ? 'linestring' : database === 'postgres' ? 'tstzrange' : 'blob',
      nullable: true,
    }),
    decorators: [],
  },
  petsCount: {
    type: Number,
    options: null,
    decorators: [VirtualColumn({ query: () => 'SELECT 1' })],
  },
  address: { type: Address, options: null, decorators: [Column(() => Address)] },
  // A rule on a column that no body sets.
  createdOn: { type: Date, options: null, decorators: [CreateDateColumn(), IsDateString()] },
  version: { type: Number, options: null, decorators: [VersionColumn(), IsInt()] },
  deletedAt: { type: Date, options: null, decorators: [DeleteDateColumn(), ...optional] },
  ref_id: { type: Number, options: plain({ type: 'int', nullable: true }), decorators: [] },
};
