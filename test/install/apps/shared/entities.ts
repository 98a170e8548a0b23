import { EagerLoad, Filter, FilterEdge, FilterGroupEqual, FilterGroupLength, Sortable } from '@decorest/core';
import { IsEmail, Length, Max, Min } from 'class-validator';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';

@Entity()
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @IsEmail()
  email!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  pets!: Pet[];
}

@Entity()
export class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @Sortable()
  name!: string;

  @Column('int')
  @Min(0)
  @Max(200)
  @Filter(FilterGroupLength)
  age!: number;

  @Index()
  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  owner!: Relation<User> | null;
}
