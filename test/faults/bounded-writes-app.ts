// A server process of the tests of bounded writes: entities whose answers are much larger than the bodies that create them.
import 'reflect-metadata';
import { Bulk, createApi, EagerLoad, hooksFor, Schema, SchemaObjectAny } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import {
  Column,
  DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
  type Relation,
} from 'typeorm';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const isMysql = given.type === 'mysql' || given.type === 'mariadb';
const long = isMysql ? 'longtext' : 'text';

@Entity()
class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: long })
  bio!: string;

  @Column({ type: isMysql ? 'json' : 'simple-json', nullable: true })
  @Schema(SchemaObjectAny)
  data!: object | null;

  @OneToMany(() => Pet, (pet) => pet.owner)
  pets!: Relation<Pet>[];
}

@Entity()
@Bulk()
class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 200, default: '' })
  name!: string;

  @ManyToOne(() => User, (user) => user.pets, { nullable: true })
  @EagerLoad()
  owner!: Relation<User> | null;
}

/** The same with a hook: each row is an instance, and takes a statement of its own. */
@Entity()
@Bulk()
class Toy {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => User, { nullable: true })
  @EagerLoad()
  owner!: Relation<User> | null;
}

async function main(): Promise<void> {
  const dataSource = new DataSource({ ...given, entities: [User, Pet, Toy], synchronize: true });
  await dataSource.initialize();
  await dataSource.getRepository(User).insert({ bio: 'b'.repeat(900_000) });
  const app = new Koa();
  const hooks = [hooksFor(Toy, { after: { create: () => undefined } })];
  app.use(restRouter(createApi(dataSource, { returnMinimal: true, hooks })).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
