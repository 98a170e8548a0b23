// The spec's Pet: belongs to at most one User, who comes along with every pet.
import {
  Description,
  EagerLoad,
  Example,
  Filter,
  FilterEdge,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { IsInt, Length, Max, Min } from 'class-validator';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from './user.js';

export enum PetType {
  Dog = 'DOG',
  Cat = 'CAT',
  Bird = 'BIRD',
  Fish = 'FISH',
  Reptile = 'REPTILE',
  Other = 'OTHER',
}

@Entity({ name: 'pets' })
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  @Example('Riley')
  name!: string;

  @Column({ type: 'int', comment: 'in whole years' })
  @IsInt()
  @Min(0)
  @Max(200)
  @Filter(FilterGroupEqualExact, FilterGroupLength, FilterGroupArray)
  @Sortable()
  @Example(4)
  age!: number;

  @Index()
  @Column({ type: 'simple-enum', enum: PetType })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  @Example(PetType.Dog)
  type!: PetType;

  @Index()
  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  @Description('the user that owns the pet')
  owner!: Relation<User> | null;
}
