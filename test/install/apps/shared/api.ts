// The API without a server, for `npx decorest-openapi dist/api.js` too.
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { DataSource } from 'typeorm';
import { Pet, User } from './entities';

export async function api() {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [User, Pet],
    synchronize: true,
  });
  await dataSource.initialize();
  return createApi(dataSource);
}
