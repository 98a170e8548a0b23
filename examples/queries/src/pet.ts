// A pet, with everything that a client may ask for switched on.
import {
  CursorPagination,
  EagerLoad,
  Export,
  Filter,
  FilterDepth,
  FilterEdge,
  FilterGTE,
  FilterEQ,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterHasAll,
  FilterHasAny,
  FilterIsEmpty,
  FilterPath,
  Groupable,
  Includable,
  IncludeDepth,
  Measure,
  Schema,
  Sortable,
  SortablePath,
  SparseFields,
  TotalCount,
  Where,
} from '@decorest/core';
import { IsInt, Length, Max, Min } from 'class-validator';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Owner } from './owner.js';
import { Visit } from './visit.js';

export enum PetType {
  Dog = 'DOG',
  Cat = 'CAT',
  Bird = 'BIRD',
}

/** What the JSON column holds. */
export interface Attributes {
  readonly colour?: string;
  readonly size?: { readonly height?: number };
}

@Entity({ name: 'pets' })
@Where()
@FilterDepth(2)
@IncludeDepth(2)
@SparseFields()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Measure('count')
@Export('ndjson', 'csv')
export class Pet {
  @PrimaryGeneratedColumn()
  @Filter(FilterEQ)
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @Sortable()
  name!: string;

  @Column({ type: 'int', nullable: true })
  @IsInt()
  @Min(0)
  @Max(200)
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupNil)
  @Sortable({ nulls: 'last' })
  @Measure('avg', 'min', 'max')
  age!: number | null;

  @Index()
  @Column({ type: 'simple-enum', enum: PetType })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  @Groupable()
  type!: PetType;

  @Column({ type: 'date' })
  @Filter(FilterGroupLength)
  @Sortable()
  @Groupable('year', 'month')
  bornOn!: string;

  @Column({ type: 'simple-json' })
  @Schema({
    type: 'object',
    additionalProperties: false,
    properties: {
      colour: { type: 'string' },
      size: {
        type: 'object',
        additionalProperties: false,
        properties: { height: { type: 'number' } },
      },
    },
  })
  @FilterPath('colour', FilterEQ)
  @FilterPath('size.height', FilterGTE)
  @SortablePath('size.height')
  attributes!: Attributes;

  @Column({ type: 'simple-json' })
  @Schema({ type: 'array', items: { type: 'string' } })
  @Filter(FilterHasAny, FilterHasAll, FilterIsEmpty)
  tags!: string[];

  @Index()
  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @EagerLoad()
  @Includable()
  @Filter(FilterEdge)
  @Groupable()
  owner!: Relation<Owner> | null;

  @OneToMany(() => Visit, (visit) => visit.pet)
  @Filter(FilterEdge)
  @Includable()
  visits!: Visit[];
}
