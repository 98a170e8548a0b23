// (bt) b, in an application that has TypeORM: loaded and connected with the petstore's entities, and not queried. With
// BENCH_VALIDATOR the application has class-validator too, as decorest's petstore has.
import { createServer } from 'node:http';
import 'reflect-metadata';
import {
  Column,
  DataSource,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { openRowStore } from '../hand/row-store.js';
import { koaListener } from '../koa/koa-routes.js';
import { jobOfEnvironment, serve } from '../serve.js';
import { driverOptions } from '../typeorm/driver-options.js';

@Entity({ name: 'users' })
class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80, unique: true })
  username!: string;

  @Column({ type: 'varchar', name: 'display_name', length: 120 })
  displayName!: string;

  @Column({ type: 'varchar', length: 254, unique: true })
  email!: string;

  @Column({ type: 'varchar', length: 20, default: 'USER' })
  type!: string;

  @OneToMany(() => Pet, (pet) => pet.owner)
  pets!: Pet[];
}

@Entity({ name: 'pets' })
@Index(['type', 'id'])
class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @Column({ type: 'integer' })
  age!: number;

  @Column({ type: 'varchar', length: 20 })
  type!: string;

  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @JoinColumn({ name: 'owner_id' })
  @Index()
  owner!: Relation<User> | null;
}

if (process.env.BENCH_VALIDATOR) await import('class-validator');
const job = jobOfEnvironment();
await new DataSource({ ...driverOptions(job.databaseUrl), entities: [User, Pet] }).initialize();
serve(createServer(koaListener(await openRowStore(job))));
