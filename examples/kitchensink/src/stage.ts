// A stage of a festival: a uuid key, a required edge, page bounds on the class and on an edge.
import {
  AdditionalTags,
  Description,
  EagerLoad,
  EagerLoadLimit,
  EdgeEndpoint,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupEqual,
  FilterGroupLength,
  ItemsPerPage,
  MaxItemsPerPage,
  MinItemsPerPage,
  OperationID,
  OperationList,
  OperationSummary,
  Sortable,
} from '@decorest/core';
import { Length, Min } from 'class-validator';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { Festival } from './festival.js';
import { Performance } from './performance.js';

@Entity()
@Unique(['festival', 'name'])
@MinItemsPerPage(2)
@ItemsPerPage(3)
@MaxItemsPerPage(4)
@AdditionalTags('Programme')
export class Stage {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ length: 60 })
  @Length(1, 60)
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ type: 'int' })
  @Min(1)
  @Filter(FilterGroupLength)
  @Sortable()
  capacity!: number;

  @Column({ default: false })
  @Filter(FilterEQ)
  @Sortable()
  covered!: boolean;

  @ManyToOne(() => Festival, (festival) => festival.stages, { nullable: false })
  @EagerLoad()
  @EdgeEndpoint(true)
  @Filter(FilterEdge)
  @FilterGroup('search')
  @Description('the festival that the stage is built for')
  festival!: Relation<Festival>;

  @OneToMany(() => Performance, (performance) => performance.stage)
  @Filter(FilterEdge)
  @EagerLoadLimit(5)
  @MinItemsPerPage(1)
  @ItemsPerPage(1)
  @MaxItemsPerPage(2)
  @OperationID(OperationList, 'stage_programme')
  @OperationSummary(OperationList, 'What is played here')
  performances!: Performance[];
}
