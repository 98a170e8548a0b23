// The option `edgeFilters`: what operations no longer list is a condition of `where`, and finds the same rows.
import { createApi } from '@decorest/core';
import { openApiDocument, type OpenApiOptions } from '@decorest/openapi';
import {
  readLintedDocument,
  toJson,
  type Json,
  type LintedDocument,
} from '../../support/document-lint/linted-document.js';
import { entities } from '../../../examples/queries/src/app.js';
import { seed } from '../../../examples/queries/src/seed.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import { ServerLog } from '../../support/server-log.js';

function readDocument(stage: Stage, options: OpenApiOptions): { linted: LintedDocument; size: number } {
  const api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
  const document = openApiDocument(api, options);
  return { linted: readLintedDocument(document), size: JSON.stringify(document).length };
}

/** The parameters of each list, by name. */
function listParameters({ operations, follow }: LintedDocument): Map<string, Map<string, Json>> {
  const lists = operations.filter(({ place }) => /^GET \/[^{]+$/.test(place));
  return new Map(
    lists.map(({ place, parameters }) => [
      place.replace('GET ', ''),
      new Map(parameters.map(({ name, schema }) => [String(name), follow(schema)])),
    ]),
  );
}

/** A value that the schema allows, most of the time. */
function sampleOf(schema: unknown, follow: LintedDocument['follow']): unknown {
  const { type, items, enum: values, format, pattern } = follow(schema);
  if (Array.isArray(values)) return values[0];
  if (type === 'array') return [sampleOf(items, follow)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  return (
    { 'date-time': '2024-05-01T00:00:00Z', date: '2024-05-01', time: '12:00:00' }[String(format)] ??
    (pattern === undefined ? 'a' : '1')
  );
}

forEachDatabase({ entities, options: { where: true }, fill: seed }, (stage) => {
  test('filters across edges are conditions of `where`, and find the same rows', async () => {
    const { linted } = readDocument(stage, {});
    const all = listParameters(linted);
    const fewer = listParameters(readDocument(stage, { edgeFilters: 'where' }).linted);
    let found = 0;
    for (const [path, parameters] of all) {
      const omitted = [...parameters].filter(([name]) => !fewer.get(path)?.has(name));
      for (const [name, schema] of omitted) {
        const [edge = '', ...rest] = name.split('.');
        const value = sampleOf(schema, linted.follow);
        // The list of visits requires it.
        const more = fewer.get(path)?.has('at.gte') ? '&at.gte=2001-01-01T00:00:00Z' : '';
        const flat = await stage.client.get(`${path}?${name}=${encodeURIComponent(String(value))}${more}`);
        const where = JSON.stringify({ [`some.${edge}`]: { [rest.join('.')]: value } });
        const nested = await stage.client.get(`${path}?where=${encodeURIComponent(where)}${more}`);
        expect([where, nested.status, flat.status]).toEqual([where, 200, 200]);
        expect(toJson(nested.json).content).toEqual(toJson(flat.json).content);
        found++;
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  test('the document is smaller, and nothing else leaves it', () => {
    const [all, fewer] = [readDocument(stage, {}), readDocument(stage, { edgeFilters: 'where' })];
    expect(fewer.size).toBeLessThan(all.size);
    expect(fewer.linted.operations.map(({ place }) => place)).toEqual(
      all.linted.operations.map(({ place }) => place),
    );
  });
});
