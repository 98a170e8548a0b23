// A market: sales of every measurable kind, stalls that may be closed, and slots with a key of two columns.
import {
  AllowClientIDs,
  Filter,
  FilterEdge,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupLength,
  FilterGroupNil,
  Groupable,
  Measure,
  Skip,
  Sortable,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

export enum SaleKind {
  Cash = 'CASH',
  Card = 'CARD',
  Gift = 'GIFT',
}

@Entity()
export class Stall {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Groupable()
  @Filter(FilterGroupEqual)
  name!: string;

  @Column({ length: 40, default: '' })
  @Skip()
  secret!: string;

  @DeleteDateColumn()
  @Skip()
  closedAt!: Date | null;

  @OneToMany(() => Sale, (sale) => sale.stall)
  sales!: Sale[];
}

@Entity()
@Measure('count')
export class Slot {
  @PrimaryColumn({ type: 'int' })
  row!: number;

  @PrimaryColumn({ length: 10 })
  place!: string;
}

@Entity()
@Measure('count')
export class Sale {
  @PrimaryGeneratedColumn()
  @Filter(FilterGroupEqual)
  id!: number;

  @Column({ type: 'simple-enum', enum: SaleKind, default: SaleKind.Cash })
  @Groupable()
  @Filter(FilterGroupEqual, FilterGroupArray)
  kind!: SaleKind;

  @Column({ type: 'varchar', length: 60, nullable: true })
  @Groupable()
  @Measure('count', 'distinct')
  @Filter(FilterGroupEqual, FilterGroupNil)
  item!: string | null;

  @Column({ default: false })
  @Groupable()
  @Filter(FilterGroupEqual)
  paid!: boolean;

  @Column({ type: 'int', nullable: true })
  @Groupable()
  @Measure('count', 'distinct', 'sum', 'avg', 'min', 'max')
  @Filter(FilterGroupLength, FilterGroupEqual, FilterGroupNil)
  units!: number | null;

  @Column({ type: 'bigint', nullable: true })
  @Measure('sum', 'avg', 'min', 'max')
  points!: string | null;

  @Column({ type: 'decimal', precision: 12, scale: 2, nullable: true })
  @Measure('sum', 'avg', 'min', 'max', 'distinct')
  price!: string | null;

  @Column({ type: 'double precision', nullable: true })
  @Measure('sum', 'avg', 'min', 'max')
  weight!: number | null;

  @Column({ type: 'date', nullable: true })
  @Groupable('year', 'quarter', 'month', 'week', 'day')
  @Measure('min', 'max')
  soldOn!: string | null;

  @Column({ type: Date, nullable: true })
  @Groupable('year', 'quarter', 'month', 'week', 'day', 'hour')
  @Measure('min', 'max', 'distinct')
  @Filter(FilterGroupLength)
  soldAt!: Date | null;

  @Column({ length: 40, default: '' })
  @Sortable()
  note!: string;

  @Index()
  @ManyToOne(() => Stall, (stall) => stall.sales, { nullable: true })
  @Groupable()
  @Filter(FilterEdge, FilterGroupNil)
  stall!: Relation<Stall> | null;

  @ManyToOne(() => Slot, { nullable: true })
  @Groupable()
  slot!: Relation<Slot> | null;
}

/** Its ids are chosen, and may be the literal segment of the aggregates. */
@Entity()
@AllowClientIDs()
@Measure('count')
export class Label {
  @PrimaryColumn({ length: 20 })
  code!: string;
}

export const marketEntities = [Stall, Slot, Sale, Label];
