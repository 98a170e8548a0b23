// The spec's User: an ordinary TypeORM entity whose annotations say how it shows in the API.
import {
  Example,
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupEqualExact,
  Sortable,
} from '@decorest/core';
import { IsEmail, Length } from 'class-validator';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { Pet } from './pet.js';

export enum UserType {
  System = 'SYSTEM',
  User = 'USER',
}

@Entity({ name: 'users' })
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80, unique: true })
  @Length(1, 80)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @FilterGroup('search')
  @Sortable()
  @Example('lhartley')
  username!: string;

  @Column({ length: 120 })
  @Length(1, 120)
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  @Example('Lena Hartley')
  displayName!: string;

  @Column({ length: 254, unique: true })
  @IsEmail()
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  @Example('lena.hartley@example.com')
  email!: string;

  @Column({ type: 'simple-enum', enum: UserType, default: UserType.User })
  @Filter(FilterGroupEqualExact, FilterGroupArray)
  @Sortable()
  @Example(UserType.User)
  type!: UserType;

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge)
  pets!: Pet[];
}
