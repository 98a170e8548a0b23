// Documentation pages offer to send the example of a request body: the API accepts each as it is.
import { createApi, type ApiModel } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { openHelpdesk } from '../../../examples/routing-controllers/src/app.js';
import { adopted, Timesheets } from '../../adoption/timesheets.js';
import { exhibitFixture } from '../../properties/exhibit-data.js';
import { contentOf } from '../../support/collection.js';
import { cashbox } from '../../support/fixtures/cashbox.js';
import { conference } from '../../support/fixtures/conference.js';
import { festival } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { readings } from '../../support/fixtures/reading.js';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { HttpClient, type Answer } from '../../support/http-client.js';
import { listening } from '../../support/raw-exchange.js';
import { ServerLog } from '../../support/server-log.js';

type Document = ReturnType<typeof openApiDocument>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['post']>;
type Entity = ApiModel['entities'][number];
type Row = Readonly<Record<string, unknown>>;

/** A request that a documentation page offers to send; without an example, its body is undefined. */
interface Offer {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
}

/** Every example of every request body. */
function offersIn({ paths = {} }: Document): Offer[] {
  return Object.entries(paths).flatMap(([path, { post, patch }]) => [
    ...examplesOf(post).map((body) => ({ method: 'POST' as const, path, body })),
    ...examplesOf(patch).map((body) => ({ method: 'PATCH' as const, path, body })),
  ]);
}

function examplesOf(operation: Operation | undefined): readonly unknown[] {
  // A restore has no body.
  if (!operation?.requestBody) return [];
  const { requestBody } = operation;
  if ('$ref' in requestBody) throw new Error('Bodies are no components.');
  const { example, examples = {} } = requestBody.content['application/json'] ?? {};
  const named = Object.values(examples).map((one) => ('value' in one ? one.value : undefined) as unknown);
  return named.length > 0 ? named : [example];
}

/** What a page sends: to a collection, to each row that there is, or to an edge of each row. */
async function requestsFor(stage: Stage, model: ApiModel, offer: Offer): Promise<string[]> {
  const [collection = '', edge] = offer.path.split('/{id}');
  if (edge === undefined) return [offer.path];
  const entity = model.entities.find(({ path }) => `/${path}` === collection);
  if (!entity?.target) throw new Error(`Nothing is at ${offer.path}.`);
  const rows = entity.operations.includes('list')
    ? contentOf(await stage.client.get(collection))
    : await stage.dataSource.getRepository<Row>(entity.target).find();
  return rows
    .filter((row) => offer.method === 'POST' || canUpdate(entity, row))
    .map((row) => `${collection}/${idOf(entity.key.map(({ name }) => String(row[name])))}${edge}`);
}

/** A row of several classes is as its class says. */
function canUpdate({ variants }: Entity, row: Row): boolean {
  const kind = variants ? row[variants.discriminator.name] : undefined;
  const ofRow = variants?.classes.find(({ value }) => value === kind);
  return ofRow?.entity.operations.includes('update') ?? true;
}

function idOf(parts: readonly string[]): string {
  const [only = '', ...more] = parts;
  const escaped = parts.map((part) => part.replaceAll('%', '%25').replaceAll(',', '%2C'));
  return encodeURIComponent(more.length === 0 ? only : escaped.join(','));
}

const fixtures: Readonly<Record<string, Fixture>> = {
  'the petstore': petstore,
  'the kitchen sink': festival,
  'keys of several columns': conference,
  inheritance: cashbox,
  'the library': library,
  'the newsroom': newsroom,
  readings,
  'columns of every kind': exhibitFixture,
};

describe.each(Object.entries(fixtures))('%s', (_, fixture) => {
  forEachDatabase(fixture, (stage) => {
    test('each example of a request body is accepted', async () => {
      const api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
      const offers = offersIn(openApiDocument(api));
      expect(offers.filter(({ body }) => body === undefined)).toEqual([]);
      const targets = await Promise.all(offers.map((offer) => requestsFor(stage, api.model, offer)));
      const refused: string[] = [];
      for (const [at, { method, body }] of offers.entries())
        for (const target of targets[at] ?? []) {
          await stage.refill();
          refused.push(...refusal(method, target, body, await stage.client.send(method, target, { body })));
        }
      expect(refused).toEqual([]);
      expect(new Set(targets.flat()).size).toBeGreaterThan(offers.length / 2);
    });
  });
});

describe.each(Object.entries(fixtures))('%s without a row', (_, fixture) => {
  forEachDatabase({ ...fixture, fill: () => Promise.resolve() }, (stage) => {
    test('each example is accepted that requires no other row', async () => {
      const api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
      const creates = offersIn(openApiDocument(api)).filter(
        ({ method, path, body }) =>
          method === 'POST' && !path.includes('{id}') && !refersToOthers(api.model, path, body),
      );
      const refused: string[] = [];
      for (const { method, path, body } of creates) {
        await stage.refill();
        refused.push(...refusal(method, path, body, await stage.client.send(method, path, { body })));
      }
      expect(refused).toEqual([]);
      expect(creates.length).toBeGreaterThan(0);
    });
  });
});

/** Whether a body names rows by the ids of required edges. */
function refersToOthers({ entities }: ApiModel, path: string, body: unknown): boolean {
  const entity = entities.find((one) => path === `/${one.path}` || path.startsWith(`/${one.path}/`));
  const classes = [entity, ...(entity?.variants?.classes ?? []).map((one) => one.entity)];
  const required = classes.flatMap((one) => one?.body.create.required ?? []);
  const edges = classes.flatMap((one) => one?.edges ?? []).filter(({ name }) => required.includes(name));
  const rows = [body].flat() as readonly Row[];
  return rows.some((row) => edges.some(({ name }) => name in row && typeof row[name] !== 'object'));
}

function refusal(method: string, target: string, body: unknown, { status, text }: Answer): string[] {
  return status < 300 ? [] : [`${method} ${target} ${JSON.stringify(body)}: ${text}`];
}

/** Sends each example of an application's document to the first row, one after the other, to the same tables. */
async function refusalsOf(send: (method: string, target: string, body?: unknown) => Promise<Answer>) {
  const offers = offersIn((await send('GET', '/api/openapi.json')).json as Document);
  const refused: string[] = [];
  for (const { method, path, body } of offers) {
    const target = `/api${path.replace('{id}', '1')}`;
    refused.push(...refusal(method, target, body, await send(method, target, body)));
  }
  expect(offers.length).toBeGreaterThan(2);
  return refused;
}

test('the helpdesk behind controllers accepts what its document offers', async () => {
  const { app, dataSource } = await openHelpdesk();
  const { port, close } = await listening(app);
  const client = new HttpClient(port);
  const headers = { authorization: 'Bearer ada-token' };
  try {
    expect(
      await refusalsOf((method, target, body) => client.send(method, target, { headers, body })),
    ).toEqual([]);
  } finally {
    client.close();
    close();
    await dataSource.destroy();
  }
});

test('the timesheets, with their policies and hooks, accept what their document offers', async () => {
  await Timesheets.with(adopted, 'sqlite::memory:', async (timesheets) => {
    expect(await refusalsOf((...request) => timesheets.send('ada', ...request))).toEqual([]);
  });
});
