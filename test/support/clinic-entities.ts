// A clinic for the tests of compiled SQL: an edge of each kind, a soft delete, and a key of several columns.
import {
  EagerLoad,
  EagerLoadLimit,
  EdgeUpdateBulk,
  Filter,
  FilterContains,
  FilterContainsFold,
  FilterContainsWords,
  FilterDepth,
  FilterEQ,
  FilterEdge,
  FilterEqualFold,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupLength,
  FilterHasPrefix,
  FilterHasSuffix,
  FilterIsNil,
  Sortable,
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
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';

@Entity()
@Where()
@FilterDepth(2)
export class Keeper {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Filter(FilterGroupEqual)
  @Sortable()
  name!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @OneToMany(() => Pet, (pet) => pet.keeper)
  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  pets!: Pet[];
}

@Entity()
@Where()
@FilterDepth(2)
export class Pet {
  @PrimaryGeneratedColumn()
  @Filter(FilterEQ)
  id!: number;

  @Column({ length: 40 })
  @Filter(FilterGroupEqual, FilterGroupArray, FilterGroupLength, FilterEqualFold)
  @Filter(FilterContains, FilterContainsFold, FilterHasPrefix, FilterHasSuffix)
  @Filter(FilterContainsWords)
  @FilterGroup('text')
  @Sortable()
  name!: string;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterIsNil)
  @FilterGroup('number')
  @Sortable()
  age!: number | null;

  @Column({ type: 'decimal', precision: 8, scale: 2 })
  @Filter(FilterGroupEqual)
  @FilterGroup('number')
  weight!: string;

  @VersionColumn()
  version!: number;

  @Index()
  @ManyToOne(() => Keeper, (keeper) => keeper.pets, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  keeper!: Relation<Keeper> | null;

  @ManyToMany(() => Tag, (tag) => tag.pets)
  @JoinTable({ name: 'pet_tag' })
  @EdgeUpdateBulk()
  @Filter(FilterEdge)
  tags!: Tag[];

  @OneToMany(() => Visit, (visit) => visit.pet)
  visits!: Visit[];
}

@Entity()
export class Tag {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ length: 20 })
  @Filter(FilterGroupEqual, FilterContainsWords)
  label!: string;

  @ManyToMany(() => Pet, (pet) => pet.tags)
  pets!: Pet[];
}

/** Numbered from 1 each year. */
@Entity()
export class Visit {
  @PrimaryColumn({ type: 'int' })
  year!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @ManyToOne(() => Pet, (pet) => pet.visits, { nullable: false })
  pet!: Relation<Pet>;

  @OneToMany(() => Bill, (bill) => bill.visit)
  @EagerLoad()
  @EagerLoadLimit(2)
  bills!: Bill[];
}

@Entity()
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'highest' })
  high!: number | null;

  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'first' })
  early!: number | null;

  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'last' })
  late!: number | null;

  @ManyToOne(() => Visit, (visit) => visit.bills, { nullable: true })
  @Filter(FilterEdge)
  visit!: Relation<Visit> | null;
}

export const clinicEntities = [Keeper, Pet, Tag, Visit, Bill];
