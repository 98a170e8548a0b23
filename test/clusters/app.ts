// A server process of these tests, over the data source that DATA_SOURCE describes.
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { entitiesOf, orderHooks } from './entities.js';

type Given = Extract<DataSourceOptions, { type: 'postgres' | 'mysql' }>;

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as Given;
const dataSource = new DataSource({ ...given, entities: entitiesOf(given.type) });

async function main(): Promise<void> {
  await dataSource.initialize();
  const app = new Koa();
  const api = createApi(dataSource, { hooks: [orderHooks], idempotency: { scope: () => 'everyone' } });
  app.use(restRouter(api).routes());
  // A connection that is cut while idle can take a request with it: here, each request without an answer is a fault.
  const limits = { keepAliveMs: 600_000 };
  const { port } = await serve(app, { port: 0, host: '127.0.0.1', limits });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
