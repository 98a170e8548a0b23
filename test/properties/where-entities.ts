// Entities whose lists take `where`, up to three edges deep: edges of each direction, back to where they come from, without
// indexes, and to rows that are hidden.
import {
  Filter,
  FilterContainsWords,
  FilterDepth,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  RequireFilter,
  Skip,
  Where,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Colour } from './exhibit-entities.js';

const short = { type: 'varchar', length: 12 } as const;

@Entity()
@Where()
@FilterDepth(3)
export class Owner {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ ...short, nullable: true })
  @Filter(FilterGroupEqual, FilterContainsWords)
  @FilterGroup('search')
  name!: string | null;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength)
  age!: number | null;

  @Column({ type: 'varchar', length: 20, default: 'hidden' })
  @Skip()
  secret!: string;

  @Column({ type: 'varchar', length: 20, default: 'unread', select: false })
  unread!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  pets!: Pet[];

  @ManyToMany(() => Club, (club) => club.members)
  @JoinTable()
  @Filter(FilterEdge)
  clubs!: Club[];
}

@Entity()
@Where()
@FilterDepth(2)
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(short)
  @Filter(FilterGroupEqual, FilterGroupArray, FilterContainsWords)
  @FilterGroup('search')
  name!: string;

  @Column({ type: 'simple-enum', enum: Colour, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupArray)
  colour!: Colour | null;

  @Column({ type: 'bigint', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  weight!: string | null;

  @Column({ type: 'boolean', nullable: true })
  @Filter(FilterGroupEqual)
  good!: boolean | null;

  @Column({ type: Date, precision: 3, nullable: true })
  @Filter(FilterGroupLength)
  born!: Date | null;

  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  owner!: Relation<Owner> | null;

  @OneToMany(() => Visit, (visit) => visit.pet)
  @Filter(FilterEdge)
  visits!: Visit[];

  @DeleteDateColumn()
  deletedAt!: Date | null;
}

@Entity()
@Where()
export class Visit {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  cost!: number | null;

  @Column({ ...short, nullable: true })
  @Filter(FilterGroupContains)
  note!: string | null;

  @ManyToOne(() => Pet, (pet) => pet.visits, { nullable: true })
  @Filter(FilterEdge)
  pet!: Relation<Pet> | null;
}

@Entity()
@Where()
@FilterDepth(2)
export class Club {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column(short)
  @Filter(FilterGroupEqual, FilterGroupArray)
  title!: string;

  @ManyToMany(() => Owner, (owner) => owner.clubs)
  @Filter(FilterEdge)
  @RequireFilter('age.gte', 'pets.name.eq')
  members!: Owner[];
}
