// What a visitor says of a performance: the key has two columns, so reviews can be listed and written only.
import {
  CursorPagination,
  Example,
  Filter,
  FilterGroupEqualExact,
  FilterGroupLength,
  Sortable,
  TotalCount,
} from '@decorest/core';
import { Max, Min } from 'class-validator';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
@CursorPagination()
@TotalCount('exact', 'limited', 'none')
export class Review {
  @PrimaryColumn({ type: 'int' })
  @Example(9)
  @Filter(FilterGroupEqualExact)
  visitorId!: number;

  @PrimaryColumn({ type: 'int' })
  @Example(7)
  @Filter(FilterGroupEqualExact)
  performanceId!: number;

  @Column({ type: 'smallint' })
  @Min(1)
  @Max(5)
  @Filter(FilterGroupLength)
  @Sortable()
  stars!: number;

  @Column({ type: 'varchar', length: 1000, default: '' })
  text!: string;
}
