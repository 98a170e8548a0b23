// An act on a stage: date, time, small integer, float, boolean, and two required edges.
import {
  Bulk,
  Deprecated,
  DefaultSort,
  EagerLoad,
  Example,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupArray,
  FilterGroupEqualExact,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { Max, Min } from 'class-validator';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Act } from './act.js';
import { Stage } from './stage.js';

@Entity()
@DefaultSort('day')
@Bulk()
export class Performance {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'date' })
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupArray)
  @Sortable()
  @Example('2027-07-02')
  day!: string;

  @Column({ type: 'time', nullable: true })
  @Filter(FilterGroupEqualExact, FilterGroupLength)
  @Sortable()
  @Example('21:30:00')
  startsAt!: string | null;

  @Column({ type: 'smallint', default: 45 })
  @Min(5)
  @Max(300)
  @Filter(FilterGroupEqualExact, FilterGroupLength)
  @Sortable()
  minutes!: number;

  @Column({ type: 'double precision', nullable: true })
  @Filter(FilterGroupLength)
  @Sortable()
  loudness!: number | null;

  @Column({ type: 'boolean', default: false })
  @Filter(FilterEQ)
  cancelled!: boolean;

  @Index()
  @ManyToOne(() => Stage, (stage) => stage.performances, { nullable: false })
  @Filter(FilterEdge)
  @Example('aaaaaaaa-0000-4000-8000-000000000001')
  stage!: Relation<Stage>;

  @Index()
  @ManyToOne(() => Act, (act) => act.performances, { nullable: false })
  @EagerLoad()
  @Filter(FilterEdge)
  @Deprecated()
  act!: Relation<Act>;
}
