// Entities with a field of each kind, rows at the ends of their kinds, and random conditions on them.
import {
  Bulk,
  Filter,
  FilterDepth,
  FilterEdge,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  Where,
} from '@decorest/core';
import fc from 'fast-check';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';

enum Colour {
  red = 'red',
  green = 'green',
  blue = 'blue',
}

const short = { type: 'varchar', length: 12 } as const;
const compared = [FilterGroupEqual, FilterGroupLength, FilterGroupArray] as const;

@Entity()
@Where()
@Bulk()
export class Tray {
  @PrimaryGeneratedColumn('uuid') @Filter(FilterGroupEqual, FilterGroupArray) id!: string;
  @Column(short) @Filter(...compared, FilterGroupContains) label!: string;
  @Column({ type: 'int', nullable: true }) @Filter(...compared) rank!: number | null;
  @OneToMany(() => Sample, (sample) => sample.tray) samples!: Sample[];
  @OneToMany(() => Sample, (sample) => sample.spare) spares!: Sample[];
}

@Entity()
@Where()
@FilterDepth(2)
@Bulk()
export class Sample {
  @PrimaryGeneratedColumn() id!: number;
  @Column(short) @Filter(...compared, FilterGroupContains) text!: string;
  @Column({ ...short, nullable: true }) @Filter(...compared, FilterGroupContains) note!: string | null;
  @Column('int') @Filter(...compared) count!: number;
  @Column({ type: 'int', nullable: true }) @Filter(...compared, FilterIsNil) rank!: number | null;
  @Column('bigint') @Filter(...compared) wide!: string;
  @Column({ type: 'decimal', precision: 6, scale: 2 }) @Filter(...compared) price!: string;
  @Column({ type: 'decimal', precision: 5, scale: 5 }) @Filter(...compared) share!: string;
  @Column('float') @Filter(...compared) mass!: number;
  @Column({ type: 'double precision', nullable: true }) @Filter(...compared) speed!: number | null;
  @Column('date') @Filter(...compared) day!: string;
  @Column('time') @Filter(...compared) clock!: string;
  @Column({ type: Date, precision: 3 }) @Filter(...compared) at!: Date;
  @Column('boolean') @Filter(FilterGroupEqual) open!: boolean;
  @Column({ type: 'simple-enum', enum: Colour }) @Filter(...compared) colour!: Colour;
  @ManyToOne(() => Tray, (tray) => tray.samples, { nullable: false })
  @Filter(FilterEdge)
  tray!: Relation<Tray>;
  @ManyToOne(() => Tray, (tray) => tray.spares, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  spare!: Relation<Tray> | null;
  @OneToMany(() => Part, (part) => part.sample) @Filter(FilterEdge) parts!: Part[];
}

@Entity()
@Where()
@Bulk()
export class Part {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') @Filter(...compared) size!: number;
  @Column({ type: 'int', nullable: true }) @Filter(...compared, FilterIsNil) rank!: number | null;
  @ManyToOne(() => Sample, (sample) => sample.parts, { nullable: false }) sample!: Relation<Sample>;
}

type Value = string | number | boolean;

/** Values of each field of a sample, the least and the greatest among them. */
export function poolsOf(name: DatabaseName): Readonly<Record<string, readonly Value[]>> {
  const isLite = name === 'sqlite' || name === 'sqlite3';
  const isMy = name === 'mysql' || name === 'mariadb';
  const [least, most] = isLite
    ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    : [-2147483648, 2147483647];
  const double = [-Number.MAX_VALUE, -1.5, 0, 5e-324, Number.MAX_VALUE];
  const single = [-Math.fround(3.4028234663852886e38), -1.5, 0, Math.fround(3.4028234663852886e38)];
  return {
    text: ['', 'a', 'B', 'é', 'zzzz'],
    note: ['', 'a', 'b'],
    count: [least, -1, 0, 5, 6, most],
    rank: [least, 4, 5, 6, most],
    wide: ['-9223372036854775808', '0', '1', '9223372036854775807'],
    price: ['-9999.99', '0.00', '0.01', '1.00', '9999.99'],
    share: ['-0.99999', '0.00000', '0.99999'],
    mass: isMy ? single : double,
    speed: double,
    day: ['0001-01-01', '2026-02-28', '2026-03-01', '9999-12-31'],
    clock: ['00:00:00', '12:00:00', '23:59:59'],
    at: [
      '0001-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '9999-12-31T23:59:59.999Z',
    ],
    open: [true, false],
    colour: Object.values(Colour),
    size: [least, 0, 5, most],
    label: ['', 'a', 'B', 'zz'],
  };
}

/** Values that filters accept, but which no row has. */
const strangers: Readonly<Record<string, readonly Value[]>> = {
  price: ['0.005', '-0.005', '10000', '-10000'],
  share: ['1', '-1.5', '0.000001'],
};

const bounds = ['lt', 'lte', 'gt', 'gte'];
const lists = ['in', 'notIn'];
const searches = ['has', 'prefix', 'suffix', 'ihas'];

/** The tests of a field. */
function testsOf(field: string): readonly string[] {
  if (field === 'open') return ['eq'];
  if (field === 'colour' || field === 'id') return ['eq', 'neq', ...lists];
  const isText = field === 'text' || field === 'note' || field === 'label';
  return ['eq', 'neq', ...bounds, ...lists, ...(isText ? searches : [])];
}

export type Where = Readonly<Record<string, unknown>>;

/** Conditions on one value, of few fields so that they meet. */
function leafOf(
  pools: ReturnType<typeof poolsOf>,
  fields: readonly string[],
  prefix = '',
): fc.Arbitrary<Where> {
  return fc.constantFrom(...fields).chain((field) =>
    fc.constantFrom(...testsOf(field)).chain((test) => {
      const value = fc.constantFrom(...(pools[field] ?? []), ...(strangers[field] ?? []));
      const given = lists.includes(test) ? fc.uniqueArray(value, { minLength: 1, maxLength: 5 }) : value;
      return given.map((one) => ({ [`${prefix}${field}.${test}`]: one }));
    }),
  );
}

const flags = (name: string) => fc.boolean().map((value): Where => ({ [name]: value }));

/** A condition of a few leaves. */
function treeOf(leaf: fc.Arbitrary<Where>, depth: number): fc.Arbitrary<Where> {
  if (depth === 0) return leaf;
  const inner = treeOf(leaf, depth - 1);
  const some = fc.array(inner, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    leaf,
    inner.map((not) => ({ not })),
    { arbitrary: some.map((or) => ({ or })), weight: 3 },
    some.map((and) => ({ and })),
  );
}

const ownFields = [
  ...[
    'text',
    'note',
    'count',
    'rank',
    'wide',
    'price',
    'share',
    'mass',
    'speed',
    'day',
    'clock',
    'at',
    'open',
    'colour',
  ],
];

/** Conditions whose leaves are about one or two members, so that they often leave nothing out. */
export function conditions(name: DatabaseName): fc.Arbitrary<Where> {
  const pools = poolsOf(name);
  const inPart = fc.oneof(leafOf(pools, ['size', 'rank']), flags('rank.null'));
  const inTray = leafOf(pools, ['label', 'rank']);
  const about: readonly fc.Arbitrary<Where>[] = [
    fc.oneof(leafOf(pools, ['rank']), flags('rank.null')),
    fc.oneof(
      leafOf(pools, ['rank'], 'spare.'),
      flags('spare.null'),
      flags('has.spare'),
      leafOf(pools, ['rank'], 'tray.'),
    ),
    fc.oneof(leafOf(pools, ['label'], 'tray.'), flags('has.tray'), leafOf(pools, ['label'], 'spare.')),
    fc.oneof(leafOf(pools, ['size', 'rank'], 'parts.'), flags('has.parts')),
    ...['some', 'none', 'all'].map((quantifier) =>
      fc.oneof(
        treeOf(inPart, 1).map((of): Where => ({ [`${quantifier}.parts`]: of })),
        flags('has.parts'),
        leafOf(pools, ['size'], 'parts.'),
      ),
    ),
    ...['some', 'none', 'all'].flatMap((quantifier) =>
      ['tray', 'spare'].map((edge) =>
        fc.oneof(
          treeOf(inTray, 1).map((of): Where => ({ [`${quantifier}.${edge}`]: of })),
          flags(`has.${edge}`),
        ),
      ),
    ),
  ];
  const fields = fc.uniqueArray(fc.constantFrom(...ownFields), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { arbitrary: fields.chain((some) => treeOf(leafOf(pools, some), 2)), weight: 3 },
    { arbitrary: fc.constantFrom(...about).chain((leaf) => treeOf(leaf, 2)), weight: 3 },
    treeOf(fc.oneof(leafOf(pools, ownFields), ...about), 2),
  );
}
