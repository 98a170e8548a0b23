// A person who owns pets.
import {
  CursorPagination,
  Export,
  Filter,
  FilterContainsWords,
  FilterDepth,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  Groupable,
  Includable,
  IncludeDepth,
  Measure,
  Sortable,
  SparseFields,
  TotalCount,
  Where,
} from '@decorest/core';
import { IsEmail, Length } from 'class-validator';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { Pet } from './pet.js';

@Entity({ name: 'owners' })
@Where()
@FilterDepth(2)
@IncludeDepth(2)
@SparseFields()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Measure('count')
@Export('ndjson', 'csv')
export class Owner {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual, FilterContainsWords)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ length: 254, unique: true })
  @IsEmail()
  @Filter(FilterGroupEqual, FilterContainsWords)
  @FilterGroup('search')
  email!: string;

  @Column({ length: 40 })
  @Length(1, 40)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  @Groupable()
  city!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge)
  @Includable()
  pets!: Pet[];
}
