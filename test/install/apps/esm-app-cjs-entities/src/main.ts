// An ES module whose entities come from a CommonJS one: two copies of the library meet in one process.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { createApi, SchemaError } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { commonJsApi } from './common-js-api.cjs';
import { Pet, User } from './entities.cjs';

const dataSource = new DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [User, Pet],
  synchronize: true,
});
assert.notEqual(commonJsApi, createApi, 'There are not two copies here.');
assert.throws(() => commonJsApi(dataSource), SchemaError);
await dataSource.initialize();

const app = new Koa();
app.use(restRouter(createApi(dataSource), { prefix: '/api' }).routes());
app.use(restRouter(commonJsApi(dataSource), { prefix: '/commonjs' }).routes());
app.listen(Number(process.env.PORT));
