// The petstore's entities for the contestants on TypeORM; decorest's annotations mean nothing to the others. What comes
// along differs from app to app: app-entities.ts.
import {
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { IsInt, Length, Max, Min } from 'class-validator';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { petTypes } from '../data/petstore.js';

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

  @Column({ type: 'varchar', name: 'display_name', length: 120 })
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  displayName!: string;

  @Column({ type: 'varchar', length: 254, unique: true })
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  email!: string;

  @Column({ type: 'simple-enum', enum: userTypes, default: 'USER' })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  type!: (typeof userTypes)[number];

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge)
  pets!: Pet[];
}

@Entity({ name: 'pets' })
@Index(['type', 'id'])
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  name!: string;

  @Column({ type: 'integer' })
  @IsInt()
  @Min(0)
  @Max(200)
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupArray)
  @Sortable()
  age!: number;

  @Column({ type: 'simple-enum', enum: petTypes })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  type!: (typeof petTypes)[number];

  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @JoinColumn({ name: 'owner_id' })
  @Index()
  @Filter(FilterEdge)
  owner!: Relation<User> | null;
}
