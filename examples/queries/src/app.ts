// The application: data source -> API -> Koa.
import { createApi, type Api } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { Owner } from './owner.js';
import { Pet } from './pet.js';
import { Visit } from './visit.js';

export const entities = [Owner, Pet, Visit];

export interface Clinic {
  readonly api: Api;
  readonly app: Koa;
}

/** The data source over an SQLite file, not yet initialised. Tables are made on first use. */
export function clinicDataSource(database: string): DataSource {
  return new DataSource({
    type: 'better-sqlite3',
    database,
    enableWAL: true,
    timeout: 50,
    entities,
    synchronize: true,
  });
}

/** Serves an initialised data source at `/owners`, `/pets` and `/visits`, and the documentation at `/docs`. */
export function createClinic(dataSource: DataSource): Clinic {
  const api = createApi(dataSource);
  const app = new Koa();
  app.use(restRouter(api, { openapi: { info: { title: 'Clinic', version: '1.0.0' } } }).routes());
  return { api, app };
}
