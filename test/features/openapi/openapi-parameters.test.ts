// What the document says can be sent, the API takes: every query parameter of every GET, with every kind of value.
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type { OpenApiDocument } from '../../support/declared-response.js';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';

type Json = Readonly<Record<string, unknown>>;

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[key] : undefined;
}

/** What stands at a place of the document, references followed. */
function resolved(document: OpenApiDocument, value: unknown): unknown {
  const reference = at(value, '$ref');
  if (typeof reference !== 'string') return value;
  return resolved(document, reference.split('/').slice(1).reduce<unknown>(at, document));
}

/** Values that a schema allows, as they are written in a query. */
function samples(document: OpenApiDocument, given: unknown): string[] {
  const schema = resolved(document, given);
  const alternatives = at(schema, 'oneOf');
  if (Array.isArray(alternatives)) return alternatives.flatMap((one) => samples(document, one));
  const only = at(schema, 'const');
  const values = only === undefined ? at(schema, 'enum') : [only];
  if (Array.isArray(values)) return values.map(String);
  const type = at(schema, 'type');
  if (type === 'array') return samples(document, at(schema, 'items'));
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer') return [at(schema, 'minimum') ?? at(schema, 'default') ?? 1].map(String);
  return [textOf(String(at(schema, 'format')))];
}

function textOf(format: string): string {
  const texts: Readonly<Record<string, string>> = {
    date: '2020-01-31',
    'date-time': '2020-01-31T00:00:00.000Z',
    uuid: '00000000-0000-4000-8000-000000000000',
  };
  return texts[format] ?? 'a';
}

/** Every query that names one parameter of one GET, at a path of the first row. */
function queries(document: OpenApiDocument, id: string): string[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap((given) => {
      const parameter = resolved(document, given);
      if (at(parameter, 'in') !== 'query') return [];
      const target = path.replace('{id}', id);
      return samples(document, at(parameter, 'schema')).map(
        (value) => `${target}?${String(at(parameter, 'name'))}=${encodeURIComponent(value)}`,
      );
    }),
  );
}

function declareTests({ options }: Fixture) {
  return (stage: Stage) => {
    test('every documented parameter is taken', async () => {
      const document = openApiDocument(createApi(stage.dataSource, options));
      const targets = queries(document, '1');
      const refused: string[] = [];
      for (const target of targets) {
        const { status, text } = await stage.client.get(target);
        if (status === 400) refused.push(`${target}: ${text}`);
      }
      expect(refused).toEqual([]);
      expect(targets.length).toBeGreaterThan(50);
    });
  };
}

describe('the petstore', () => {
  forEachDatabase(petstore, declareTests(petstore));
});

describe('the library', () => {
  forEachDatabase(library, declareTests(library));
});
