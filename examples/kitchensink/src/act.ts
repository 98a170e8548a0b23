// Who plays: single-table inheritance. `/line-up` lists acts of all kinds, `/bands` and `/solo-artists` their own.
import {
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
  EdgeUpdateBulk,
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  Sortable,
} from '@decorest/core';
import { Length } from 'class-validator';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { Genre } from './genre.js';
import { Performance } from './performance.js';
import { Rider } from './rider.js';

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
export class Act {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ type: 'text', nullable: true })
  @Filter(FilterGroupContains)
  @FilterGroup('search')
  biography!: string | null;

  @Column({ type: 'decimal', precision: 10, scale: 2, default: 0 })
  @Filter(FilterGroupLength)
  @Sortable()
  fee!: string;

  @ManyToMany(() => Genre, (genre) => genre.acts)
  @JoinTable()
  @EagerLoad()
  @EagerLoadLimit(2)
  @EdgeEndpoint(true)
  @EdgeUpdateBulk()
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  genres!: Genre[];

  @OneToMany(() => Performance, (performance) => performance.act)
  @Filter(FilterEdge)
  performances!: Performance[];

  @OneToOne(() => Rider, (rider) => rider.act)
  rider!: Relation<Rider> | null;
}
