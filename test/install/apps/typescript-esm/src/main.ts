import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { Pet, User } from './entities.js';

const dataSource = new DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [User, Pet],
  synchronize: true,
});
await dataSource.initialize();

const app = new Koa();
app.use(restRouter(createApi(dataSource), { prefix: '/api' }).routes());
app.listen(Number(process.env.PORT));
