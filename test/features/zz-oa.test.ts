import { writeFileSync } from 'node:fs';
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { newsroom } from '../support/fixtures/newsroom.js';
import { openDatabase } from '../support/test-database.js';
test('x', async () => {
  const { dataSource, close } = await openDatabase('sqlite', newsroom.entities, newsroom.subscribers);
  const api = createApi(dataSource, newsroom.options);
  writeFileSync('/tmp/oa/newsroom.json', JSON.stringify(openApiDocument(api), null, 1));
  writeFileSync('/tmp/oa/newsroom-model.json', JSON.stringify(api.model, null, 1));
  await close();
});
