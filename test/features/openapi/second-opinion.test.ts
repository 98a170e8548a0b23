// Another library reads the documents: it allows every request that is served, and every answer to it.
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { OpenAPIBackend, type Document, type Request } from 'openapi-backend';
import { exampleApplications } from '../../support/fixtures/example-applications.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { listSamples, sendSample, type Sample } from '../../support/operation-samples.js';
import { ServerLog } from '../../support/server-log.js';

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

function toRequest({ method, path, query, accept, body }: Sample, more: readonly string[]): Request {
  const headers = { accept, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return { method, path, query: [...query, ...more].join('&'), headers, ...(body !== undefined && { body }) };
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

describe.each(Object.entries(exampleApplications))('%s', (_, fixture) => {
  forEachDatabase(fixture, (stage) => {
    test('each operation, with each of its defaults', async () => {
      const backend = await readDocument(stage);
      const faults: string[] = [];
      let served = 0;
      for (const sample of await listSamples(stage)) {
        for (const more of [[], ...sample.defaults.map((one) => [one])]) {
          const request = toRequest(sample, more);
          const answer = await sendSample(stage, sample, more);
          if (answer.status < 300) served++;
          const shown = `${JSON.stringify(request)} ${answer.status}`;
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
