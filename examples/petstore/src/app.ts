// The petstore itself: data source -> API -> Koa application.
import { createApi, type Api } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { OpenApiOptions } from '@decorest/openapi';
import Koa from 'koa';
import type { DataSource } from 'typeorm';

export interface Petstore {
  readonly api: Api;
  readonly app: Koa;
}

/** What the document says beside the entities. */
export const openApiOptions: OpenApiOptions = {
  info: {
    title: 'Petstore',
    version: '1.0.0',
    description: 'Users and their pets.',
    contact: { name: 'The petstore' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
};

/** A demonstration: every client may do everything. Chosen here, so that the start does not warn of it. */
const everything = ['read', 'list', 'create', 'update', 'delete'] as const;

/** Serves the entities of an initialised data source at `/users` and `/pets`, and the documentation at `/docs`. */
export function createPetstore(dataSource: DataSource): Petstore {
  const api = createApi(dataSource, { naming: 'snake_case', defaultOperations: everything });
  const app = new Koa();
  app.use(restRouter(api, { openapi: openApiOptions }).routes());
  return { api, app };
}
