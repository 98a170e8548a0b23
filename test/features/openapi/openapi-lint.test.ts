// Documents as linters see them: Redocly's recommended rules and Spectral's OpenAPI rules find nothing, warnings
// included.
import { createApi } from '@decorest/core';
import { openApiDocument, type OpenApiOptions } from '@decorest/openapi';
import type { Fixture } from '../../support/for-each-database.js';
import { library } from '../../support/fixtures/library.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { lintDocument } from '../../support/lint-document.js';
import { petApi } from '../../support/pet-api.js';
import { openDatabase } from '../../support/test-database.js';

/** The linters ask for both, and only the author can say them. */
const options: OpenApiOptions = {
  info: { contact: { name: 'Us' }, license: { name: 'MIT', identifier: 'MIT' } },
};

async function documentOf({ entities, options: given }: Fixture) {
  const { dataSource, close } = await openDatabase('sqlite', entities);
  try {
    return openApiDocument(createApi(dataSource, given), options);
  } finally {
    await close();
  }
}

test.each([
  ['the petstore', () => documentOf(petstore)],
  ['the library', () => documentOf(library)],
  ['the newsroom', () => documentOf(newsroom)],
  ['a model of every shape', () => openApiDocument(petApi, options)],
])(
  'the linters find nothing in the document of %s',
  async (_, document) => {
    expect(await lintDocument(await document())).toEqual([]);
  },
  30_000,
);

test('the linters would find a mistake', async () => {
  const findings = await lintDocument({ ...openApiDocument(petApi), paths: { '/pets': { get: {} } } });
  expect(new Set(findings.map(({ linter }) => linter))).toEqual(new Set(['redocly', 'spectral']));
  expect(findings.map(({ severity }) => severity)).toContain('error');
}, 30_000);
