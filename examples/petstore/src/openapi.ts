// The petstore without a server, for its OpenAPI document: `npx decorest-openapi dist/openapi.js`.
import 'reflect-metadata';
import type { Api } from '@decorest/core';
import { createPetstore } from './app.js';
import { petstoreDataSource } from './data-source.js';

export { openApiOptions } from './app.js';

/** The API over an empty database in memory. */
export async function api(): Promise<Api> {
  const dataSource = petstoreDataSource('sqlite::memory:');
  await dataSource.initialize();
  return createPetstore(dataSource).api;
}
