// A server process of these tests: the boards over the data source that DATA_SOURCE describes.
import 'reflect-metadata';
import { createApi, idempotencyEntity } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Comment, Post, Tag, Tally } from './entities.js';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const dataSource = new DataSource({
  ...given,
  entities: [Post, Tag, Comment, Tally, idempotencyEntity(given.type as 'postgres')],
});

async function main(): Promise<void> {
  await dataSource.initialize();
  const app = new Koa();
  app.use(restRouter(createApi(dataSource, { idempotency: { scope: () => 'everyone' } })).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
