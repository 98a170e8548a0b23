import 'reflect-metadata';
import {
  createApi,
  EagerLoad,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupEqual,
  FilterGroupLength,
  Sortable,
} from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { IsEmail, Length, Max, Min } from 'class-validator';
import Koa from 'koa';
import {
  Column,
  DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

@Entity()
class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Length(1, 80)
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  name!: string;

  @Column({ unique: true })
  @IsEmail()
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  email!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  pets!: Pet[];
}

@Entity()
class Pet {
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
  @Filter(FilterEQ, FilterGroupLength)
  @Sortable()
  age!: number;

  /** Whoever owns the pet: embedded in every answer, and open to filters. */
  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  owner!: Relation<User> | null;
}

const dataSource = new DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [User, Pet],
  synchronize: true,
});
await dataSource.initialize();

const app = new Koa();
app.use(restRouter(createApi(dataSource)).routes());
app.listen(33901);
