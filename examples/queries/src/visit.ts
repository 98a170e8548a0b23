// A visit to the vet. Its lists are served only for a pet or a span of time.
import {
  CursorPagination,
  Export,
  ExportLimit,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroupEqual,
  FilterGroupLength,
  Groupable,
  Includable,
  MaxOffset,
  Measure,
  RequireFilter,
  Sortable,
  SparseFields,
  TotalCount,
  Where,
} from '@decorest/core';
import { Length } from 'class-validator';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Pet } from './pet.js';

@Entity({ name: 'visits' })
@Where()
@SparseFields()
@CursorPagination()
@TotalCount('none', 'limited')
@MaxOffset(1000)
@RequireFilter('pet.id.eq', 'at.gte')
@Measure('count')
@Export('csv')
@ExportLimit(10_000)
export class Visit {
  @PrimaryGeneratedColumn()
  @Filter(FilterEQ)
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  reason!: string;

  @Column({ type: 'decimal', precision: 10, scale: 2 })
  @Filter(FilterGroupLength)
  @Sortable()
  @Measure('sum', 'avg')
  cost!: string;

  @Index()
  @Column({ type: Date })
  @Filter(FilterGroupLength)
  @Sortable()
  @Groupable('month')
  at!: Date;

  @Index()
  @ManyToOne(() => Pet, (pet) => pet.visits, { nullable: false })
  @Includable()
  @Filter(FilterEdge)
  pet!: Relation<Pet>;
}
