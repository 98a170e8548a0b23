// A server process of the scaling tests: the entities of the abuse suite over the data source that DATA_SOURCE describes.
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const dataSource = new DataSource({ ...given, entities: [User, Pet, Category, AuditLog] });

async function main(): Promise<void> {
  await dataSource.initialize();
  const app = new Koa();
  const options = { naming: 'snake_case', defaultFilterID: true, defaultETag: true } as const;
  app.use(restRouter(createApi(dataSource, options)).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
