// A server process of the time zone tests: instants, in the column types that docs/databases.md names.
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import {
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
} from 'typeorm';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const [instant, wall] =
  given.type === 'postgres' ? (['timestamptz', 'timestamp'] as const) : (['datetime', 'datetime'] as const);

@Entity('moments')
class Moment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: instant, precision: 3 })
  at!: Date;

  /** On PostgreSQL without a zone. */
  @Column({ type: wall, precision: 3 })
  wall!: Date;

  @CreateDateColumn({ type: instant, precision: 3 })
  createdAt!: Date;
}

async function main(): Promise<void> {
  const dataSource = new DataSource({ ...given, entities: [Moment] });
  await dataSource.initialize();
  const app = new Koa();
  app.use(restRouter(createApi(dataSource)).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
