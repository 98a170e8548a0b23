// Random declarations of entities whose keys have one to three columns, and what they are connected with.
import { EagerLoad, EdgeUpdateBulk } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type ColumnOptions,
} from 'typeorm';

type KeyValue = string | number | boolean;

/** A kind of key column: how it is declared, values of it as JSON, and a value that is close to a given one. */
interface KeyKind {
  readonly options: ColumnOptions;
  readonly type: unknown;
  readonly value: fc.Arbitrary<KeyValue>;
  readonly neighbourOf: (value: KeyValue) => KeyValue;
}

const toLaterText = (text: KeyValue, milliseconds: number) =>
  new Date(Date.parse(String(text)) + milliseconds).toISOString();

const changeLastDigit = (text: KeyValue) =>
  String(text).replace(/.$/, (digit) => (digit === '2' ? '3' : '2'));

const text = fc.stringMatching(/^[a-z%,. /+é☃-]{0,5}[a-z%,é☃]$/);

const kinds: readonly KeyKind[] = [
  {
    options: { type: 'int' },
    type: Number,
    value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    neighbourOf: (value) => Number(value) ^ 1,
  },
  {
    options: { type: 'bigint' },
    type: String,
    value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    neighbourOf: (value) => String(BigInt(value) ^ 1n),
  },
  {
    options: { type: 'varchar', length: 40 },
    type: String,
    value: text,
    neighbourOf: (value) => `${String(value)}a`,
  },
  {
    options: { type: 'uuid' },
    type: String,
    value: fc.uuid({ version: 4 }),
    neighbourOf: changeLastDigit,
  },
  {
    options: { type: 'date' },
    type: String,
    value: fc
      .integer({ min: 0, max: 20_000 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    neighbourOf: (value) => toLaterText(value, 86_400_000).slice(0, 10),
  },
  {
    options: { type: 'time' },
    type: String,
    value: fc
      .integer({ min: 0, max: 86_399 })
      .map((second) => new Date(second * 1000).toISOString().slice(11, 19)),
    neighbourOf: changeLastDigit,
  },
  {
    options: { type: Date, precision: 3 },
    type: Date,
    value: fc
      .integer({ min: 1, max: 2 ** 31 - 1 })
      .map((second) => new Date(second * 1000 + 120).toISOString()),
    neighbourOf: (value) => toLaterText(value, 1),
  },
  {
    options: { type: 'decimal', precision: 12, scale: 2 },
    type: String,
    value: fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 9 }))
      .map(([whole, end]) => `${whole || 1}.1${end}`),
    neighbourOf: changeLastDigit,
  },
  { options: { type: Boolean }, type: Boolean, value: fc.boolean(), neighbourOf: (value) => !value },
];

/** The key of an entity: its columns, and the rows that may be asked for. */
export interface KeyCase {
  readonly columns: readonly KeyKind[];
  readonly keys: readonly (readonly KeyValue[])[];
}

const largeNumber = fc.bigInt({ min: 2n ** 62n, max: 2n ** 63n - 1n }).map(String);

/** Up to three keys of these columns, each with another that differs in one column, and as little as possible. */
function keysOf(columns: readonly KeyKind[]): fc.Arbitrary<KeyCase> {
  return fc
    .array(fc.tuple(...columns.map(({ value }) => value)), { minLength: 1, maxLength: 3 })
    .map((bases) => {
      const neighbours = bases.map((key, number) => {
        const changed = (columns.length + number - 1) % columns.length;
        return key.map((value, at) => (at === changed ? (columns[at]?.neighbourOf(value) ?? value) : value));
      });
      const keys = [...bases, ...neighbours].map((key) => [JSON.stringify(key).toLowerCase(), key] as const);
      return { columns, keys: [...new Map(keys).values()] };
    });
}

/** Keys of one to three columns. */
export const keyCase: fc.Arbitrary<KeyCase> = fc
  .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 })
  .chain(keysOf);

/** Keys of a text, and of a number whose neighbours are the same double. */
export const largeNumberCase: fc.Arbitrary<KeyCase> = keysOf(
  ['varchar', 'bigint'].flatMap((type) =>
    kinds
      .filter(({ options }) => options.type === type)
      .map((kind) => (type === 'bigint' ? { ...kind, value: largeNumber } : kind)),
  ),
);

type MemberDecorator = (target: object, member: string) => void;

/** Declares an entity `Place<n>` with the key, its visits (a foreign key leads back) and its tags (a join table). */
export function declarePlaces({ columns }: KeyCase, number: number): (abstract new () => object)[] {
  const [Place, Visit, Tag] = [
    { [`Place${number}`]: class {} },
    { [`Visit${number}`]: class {} },
    { [`Tag${number}`]: class {} },
  ].flatMap((made) => Object.values(made)) as [new () => object, new () => object, new () => object];
  const member = (
    target: new () => object,
    name: string,
    type: unknown,
    ...decorators: MemberDecorator[]
  ) => {
    Reflect.defineMetadata('design:type', type, target.prototype as object, name);
    for (const decorate of decorators) decorate(target.prototype as object, name);
  };
  for (const [at, { options, type }] of columns.entries())
    member(Place, `part${at}`, type, PrimaryColumn(options as never));
  member(Place, 'note', String, Column({ type: 'varchar', length: 20, nullable: true }));
  member(
    Place,
    'visits',
    Array,
    OneToMany(() => Visit, 'place'),
    EagerLoad(),
  );
  member(
    Place,
    'tags',
    Array,
    ManyToMany(() => Tag, 'places'),
    JoinTable({ name: `place_tag_${number}` }),
    EagerLoad(),
    EdgeUpdateBulk(),
  );
  member(Visit, 'id', Number, PrimaryGeneratedColumn());
  member(
    Visit,
    'place',
    Place,
    ManyToOne(() => Place, 'visits', { nullable: true }),
    EagerLoad(),
  );
  member(Tag, 'word', String, PrimaryColumn({ type: 'varchar', length: 10 }));
  member(
    Tag,
    'places',
    Array,
    ManyToMany(() => Place, 'tags'),
    EagerLoad(),
  );
  for (const target of [Place, Visit, Tag]) Entity()(target);
  return [Place, Visit, Tag];
}

/** The id of a key, as a client spells it. */
export function idOf(key: readonly unknown[]): string {
  const escaped = (part: unknown) => String(part).replace(/[%,]/g, (sign) => encodeURIComponent(sign));
  return key.length === 1 ? String(key[0]) : key.map(escaped).join(',');
}
