// Another library reads the documents: it allows every request that is served, and every answer to it.
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { OpenAPIBackend, type Document, type Request } from 'openapi-backend';
import { entities } from '../../../examples/queries/src/app.js';
import { seed } from '../../../examples/queries/src/seed.js';
import { shop } from '../../shop/shop.js';
import { festival } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { listSamples, type Sample } from '../../support/operation-samples.js';
import { ServerLog } from '../../support/server-log.js';

const applications: Readonly<Record<string, Fixture>> = {
  'the petstore': petstore,
  'the kitchen sink': festival,
  'the clinic': { entities, options: {}, fill: seed },
  'the shop': shop,
};

/** Reads the document of the application of a stage. */
async function readDocument(stage: Stage): Promise<OpenAPIBackend> {
  const api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
  const definition = JSON.parse(JSON.stringify(openApiDocument(api))) as Document;
  // `quick`: it would hold the document against the schema of OpenAPI 3.0.
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { strict: false, logger: false },
  });
  await backend.init();
  return backend;
}

/** A request whose query is a text. */
type Asked = Request & { readonly query: string };

function toRequest({ method, path, accept, body }: Sample, query: readonly string[]): Asked {
  const headers = { accept, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return { method, path, query: query.join('&'), headers, ...(body !== undefined && { body }) };
}

async function send(stage: Stage, { method, path, query, headers, body }: Asked): Promise<Answer> {
  if (method !== 'GET') await stage.refill();
  const target = query === '' ? path : `${path}?${query}`;
  const accepted = { accept: String(headers.accept) };
  return stage.client.send(method, target, { headers: accepted, ...(body !== undefined && { body }) });
}

/** What the library finds wrong with a request that is served, and with its answer. */
function listFaults(backend: OpenAPIBackend, request: Request, { status, headers, json }: Answer): string[] {
  const operation = backend.matchOperation(request);
  if (!operation) return ['no operation fits'];
  const asked = status < 300 ? backend.validateRequest(request, operation) : { valid: true };
  const isJson = /^application\/(problem\+)?json/.test(headers['content-type'] ?? '');
  const answered = isJson ? backend.validateResponse(json, operation, status) : { valid: true };
  return [asked, answered].flatMap((result) =>
    result.valid ? [] : [JSON.stringify('errors' in result ? result.errors?.slice(0, 2) : result)],
  );
}

describe.each(Object.entries(applications))('%s', (_, fixture) => {
  forEachDatabase(fixture, (stage) => {
    test('each operation, with each of its defaults', async () => {
      const backend = await readDocument(stage);
      const faults: string[] = [];
      let served = 0;
      for (const sample of await listSamples(stage)) {
        for (const more of [[], ...sample.defaults.map((one) => [one])]) {
          const request = toRequest(sample, [...sample.query, ...more]);
          const answer = await send(stage, request);
          if (answer.status < 300) served++;
          const shown = `${request.method} ${request.path}?${request.query} ${answer.status}`;
          faults.push(...listFaults(backend, request, answer).map((fault) => `${shown}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
      expect(served).toBeGreaterThan(5);
    }, 120_000);
  });
});

forEachDatabase(petstore, (stage) => {
  test('what the document refuses is found', async () => {
    const backend = await readDocument(stage);
    const request = { method: 'GET', path: '/pets', query: 'page=x', headers: {} };
    const answer = await stage.client.get('/pets');
    expect(listFaults(backend, request, answer)).toEqual([expect.stringContaining('/query/page')]);
    const other = { ...answer, json: { page: 'x' } };
    expect(listFaults(backend, { ...request, query: '' }, other)).toHaveLength(1);
  });
});
