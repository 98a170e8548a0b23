// Owners, pets and visits with everything that clients may ask for: filters, groups and `where` across edges, sorts, cursors,
// counts, views, aggregates, exports and writes of many rows.
import {
  Bulk,
  CursorPagination,
  EagerLoad,
  Export,
  Filter,
  FilterContainsWords,
  FilterDepth,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterGTE,
  FilterPath,
  FilterEQ,
  Groupable,
  Includable,
  IncludeDepth,
  Measure,
  Schema,
  Sortable,
  SparseFields,
  TotalCount,
  Where,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

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
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  id!: number;

  @Column('varchar', { length: 80 })
  @Filter(FilterGroupEqual, FilterGroupArray, FilterContainsWords)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column('varchar', { length: 254 })
  @Filter(FilterGroupEqual, FilterContainsWords)
  @FilterGroup('search')
  email!: string;

  @Column('varchar', { length: 40 })
  @Filter(FilterGroupEqual, FilterGroupArray, FilterContainsWords)
  @Sortable()
  @Groupable()
  city!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge)
  @Includable()
  pets!: Pet[];
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
@Bulk('create', 'update', 'delete')
export class Pet {
  @PrimaryGeneratedColumn()
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  id!: number;

  @Column('varchar', { length: 80 })
  @Filter(FilterGroupEqual, FilterGroupArray, FilterContainsWords)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column('int', { nullable: true })
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupNil)
  @Sortable({ nulls: 'last' })
  @Measure('sum', 'avg', 'min', 'max', 'distinct')
  age!: number | null;

  @Column('date')
  @Filter(FilterGroupLength)
  @Sortable()
  @Groupable('year', 'month')
  bornOn!: string;

  @Column('simple-json')
  @Schema({ type: 'object', properties: { size: { type: 'number' } } })
  @FilterPath('size', FilterGTE)
  attributes!: { readonly size?: number };

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @EagerLoad()
  @Includable()
  @Filter(FilterEdge)
  @FilterGroup('search')
  @Groupable()
  owner!: Relation<Owner> | null;

  @OneToMany(() => Visit, (visit) => visit.pet)
  @Filter(FilterEdge)
  @Includable()
  visits!: Visit[];

  @ManyToMany(() => Tag, (tag) => tag.pets)
  @JoinTable({ name: 'pet_tags', joinColumn: { name: 'petId' }, inverseJoinColumn: { name: 'tagId' } })
  @Filter(FilterEdge)
  @FilterGroup('search')
  @Includable()
  tags!: Tag[];
}

@Entity({ name: 'visits' })
@Where()
@FilterDepth(2)
@IncludeDepth(2)
@SparseFields()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Measure('count')
@Export('csv')
export class Visit {
  @PrimaryGeneratedColumn()
  @Filter(FilterEQ)
  id!: number;

  @Column('varchar', { length: 80 })
  @Filter(FilterGroupEqual, FilterContainsWords)
  reason!: string;

  @Column('decimal', { precision: 10, scale: 2 })
  @Filter(FilterGroupLength)
  @Sortable()
  @Measure('sum', 'avg')
  cost!: string;

  @Index()
  @ManyToOne(() => Pet, (pet) => pet.visits, { nullable: false })
  @Includable()
  @Filter(FilterEdge)
  @Groupable()
  pet!: Relation<Pet>;
}

@Entity({ name: 'tags' })
@Where()
@FilterDepth(2)
@IncludeDepth(2)
@SparseFields()
@CursorPagination()
@TotalCount('exact', 'none', 'limited')
@Measure('count')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  @Filter(FilterGroupEqual, FilterGroupArray, FilterContainsWords)
  @FilterGroup('search')
  @Sortable()
  label!: string;

  @ManyToMany(() => Pet, (pet) => pet.tags)
  @Filter(FilterEdge)
  @Includable()
  pets!: Pet[];
}

export const worstEntities = [Owner, Pet, Visit, Tag];
