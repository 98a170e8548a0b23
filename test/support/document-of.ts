// The document of a fixture, from its entities and options on SQLite.
import { createApi } from '@decorest/core';
import { openApiDocument, type OpenApiOptions } from '@decorest/openapi';
import type { OpenApiDocument } from './declared-response.js';
import type { Fixture } from './for-each-database.js';
import { ServerLog } from './server-log.js';
import { openDatabase, type DatabaseName } from './test-database.js';

/** Opens a database for it, which has no rows. */
export async function documentOf(
  { entities, subscribers, tables, options }: Omit<Fixture, 'fill'>,
  documentOptions: OpenApiOptions = {},
  database: DatabaseName = 'sqlite',
): Promise<OpenApiDocument> {
  const { dataSource, close } = await openDatabase(database, entities, subscribers, tables);
  try {
    return openApiDocument(createApi(dataSource, { ...options, logger: new ServerLog() }), documentOptions);
  } finally {
    await close();
  }
}
