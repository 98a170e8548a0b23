// Users and pets in a first draft: only the indexes that TypeORM makes by itself, which on SQLite and
// PostgreSQL means none on the foreign key. Every kind of filter and sort key.
import {
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  FilterGroupNil,
  FilterIsNil,
  Sortable,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { petTypes } from '../data/petstore.js';
import { longText } from '../typeorm/driver-options.js';

const userTypes = ['SYSTEM', 'USER'] as const;

@Entity({ name: 'users' })
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80, unique: true })
  @Filter(FilterGroupEqual, FilterGroupArray)
  @FilterGroup('search')
  @Sortable()
  username!: string;

  @Column({ type: 'varchar', length: 120 })
  @Filter(FilterGroupEqual, FilterGroupContains, FilterGroupLength)
  @FilterGroup('search')
  @Sortable()
  displayName!: string;

  @Column({ type: 'varchar', length: 254, unique: true })
  @Filter(FilterGroupEqual)
  @Sortable()
  email!: string;

  @Column({ type: 'simple-enum', enum: userTypes, default: 'USER' })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  type!: (typeof userTypes)[number];

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  pets!: Pet[];
}

@Entity({ name: 'pets' })
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  @Filter(FilterGroupEqual, FilterGroupArray)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ type: longText(), nullable: true })
  @Filter(FilterGroupEqual, FilterGroupContains, FilterGroupNil)
  note!: string | null;

  @Column({ type: 'integer' })
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupArray)
  @Sortable()
  age!: number;

  @Column({ type: 'double precision', nullable: true })
  @Filter(FilterGroupLength, FilterGroupNil)
  @Sortable()
  weight!: number | null;

  @Column({ type: 'simple-enum', enum: petTypes })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  type!: (typeof petTypes)[number];

  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @Filter(FilterEdge, FilterIsNil)
  @FilterGroup('search')
  owner!: Relation<User> | null;
}
