// Entities to filter, sort and write: a field of every kind that can be compared, once required and once nullable,
// with one edge of each direction.
import {
  DefaultOrder,
  DefaultSort,
  Filter,
  FilterContainsWords,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  OrderDesc,
  Skip,
  Sortable,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';

/** In the order of the alphabet: PostgreSQL sorts an enum as it is declared, SQLite by its text. */
export enum Colour {
  Amber = 'AMBER',
  Blue = 'BLUE',
  Coral = 'CORAL',
}

const decimal = { type: 'decimal', precision: 12, scale: 4 } as const;
const short = { type: 'varchar', length: 40 } as const;
const colour = { type: 'simple-enum', enum: Colour } as const;

/** What SQLite itself can print as JSON. */
abstract class Keepsake {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @FilterGroup('size')
  @Sortable()
  integer!: number;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @FilterGroup('size')
  @Sortable()
  maybeInteger!: number | null;

  @Column({ type: 'smallint' })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  small!: number;

  @Column({ type: 'smallint', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable({ nulls: 'highest' })
  maybeSmall!: number | null;

  @Column({ type: 'bigint' })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  big!: string;

  @Column({ type: 'bigint', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable({ nulls: 'first' })
  maybeBig!: string | null;

  @Column({ type: 'boolean' })
  @Filter(FilterGroupEqual)
  @Sortable()
  boolean!: boolean;

  @Column({ type: 'boolean', nullable: true })
  @Filter(FilterGroupEqual)
  @Sortable()
  maybeBoolean!: boolean | null;

  @Column(short)
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray, FilterContainsWords)
  @FilterGroup('word')
  @Sortable()
  string!: string;

  @Column({ ...short, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray, FilterContainsWords)
  @FilterGroup('word')
  @Sortable({ nulls: 'first' })
  maybeString!: string | null;

  @Column({ type: 'uuid' })
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  uuid!: string;

  @Column({ type: 'uuid', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  maybeUuid!: string | null;

  @Column(colour)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  enum!: Colour;

  @Column({ ...colour, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  maybeEnum!: Colour | null;

  @Column({ type: 'date' })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  date!: string;

  @Column({ type: 'date', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable({ nulls: 'last' })
  maybeDate!: string | null;

  @Column({ type: 'time', precision: 6 })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  time!: string;

  @Column({ type: 'time', precision: 6, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  maybeTime!: string | null;

  @Column({ type: Date, precision: 3 })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  datetime!: Date;

  @Column({ type: Date, precision: 3, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  maybeDatetime!: Date | null;

  @Column({ type: 'varchar', length: 20, default: 'untouched' })
  @Skip()
  hidden!: string;
}

/** Read in one statement that prints, where the database can. */
@Entity()
export class Souvenir extends Keepsake {}

/** Read as rows, as floats and decimals are printed by us; and with edges. */
@Entity()
export class Exhibit extends Keepsake {
  @Column({ type: 'double precision' })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  float!: number;

  @Column({ type: 'double precision', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable({ nulls: 'highest' })
  maybeFloat!: number | null;

  @Column(decimal)
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  decimal!: string;

  @Column({ ...decimal, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable({ nulls: 'last' })
  maybeDecimal!: string | null;

  @ManyToOne(() => Drawer, (drawer) => drawer.exhibits, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('word')
  drawer!: Relation<Drawer> | null;

  @OneToMany(() => Remark, (remark) => remark.exhibit)
  @Filter(FilterEdge)
  @FilterGroup('size')
  remarks!: Remark[];
}

@Entity()
export class Drawer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(short)
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray, FilterContainsWords)
  @FilterGroup('word')
  @Sortable()
  label!: string;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength)
  @Sortable({ nulls: 'last' })
  width!: number | null;

  @OneToMany(() => Exhibit, (exhibit) => exhibit.drawer)
  exhibits!: Exhibit[];
}

@Entity()
@DefaultSort('weight')
@DefaultOrder(OrderDesc)
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(short)
  @Filter(FilterGroupEqual, FilterContainsWords)
  @Sortable()
  text!: string;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength)
  @FilterGroup('size')
  @Sortable()
  weight!: number | null;

  /** The same in all remarks, and so large that few of them add up to more than a bigint. */
  @Column({ type: 'bigint', default: '9223372036854775807' })
  @Sortable()
  largest!: string;

  @ManyToOne(() => Exhibit, (exhibit) => exhibit.remarks, { nullable: false })
  exhibit!: Relation<Exhibit>;
}
