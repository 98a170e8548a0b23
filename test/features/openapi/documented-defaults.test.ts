// A parameter with its documented default is as absent: some generated clients send every default that they know.
import { createApi, type ApiModel } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { entities } from '../../../examples/queries/src/app.js';
import { seed } from '../../../examples/queries/src/seed.js';
import { shop } from '../../shop/shop.js';
import {
  readLintedDocument,
  toJson,
  type Json,
  type LintedDocument,
  type LintedOperation,
} from '../../support/document-lint/linted-document.js';
import { festival } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { ServerLog } from '../../support/server-log.js';

/** A request of an operation: as JSON or an export, with or without a cursor, with each example of a body. */
interface Sample {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly accept: string;
  readonly body: unknown;
  /** The parameters of the operation that have a default, as a query has them. */
  readonly defaults: readonly string[];
}

/** Of a text, a number or a flag. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The id of the first row of each collection. */
async function firstIds({ entities: all }: ApiModel, { dataSource }: Stage): Promise<Map<string, string>> {
  const ids = await Promise.all(
    all.map(async ({ path, key, target }) => {
      const [row] = target ? await dataSource.getRepository<Json>(target).find({ take: 1 }) : [];
      const parts = key.map(({ property }) => toText(row?.[property] ?? 1));
      return [path, encodeURIComponent(parts.join(','))] as const;
    }),
  );
  return new Map(ids);
}

async function samplesOf(stage: Stage): Promise<Sample[]> {
  const api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
  const linted = readLintedDocument(openApiDocument(api));
  const ids = await firstIds(api.model, stage);
  const samples = await Promise.all(
    linted.operations.map(async (operation) => {
      const [method = '', template = ''] = operation.place.split(' ');
      const [, collection = ''] = template.split('/');
      const path = template.replace('{id}', ids.get(collection) ?? '1');
      const defaults = defaultsOf(operation, linted);
      const sample = { method, path, query: [], accept: 'application/json', body: undefined, defaults };
      return method === 'GET' ? readsOf(sample, operation, stage) : writesOf(sample, operation);
    }),
  );
  return samples.flat();
}

function defaultsOf({ parameters }: LintedOperation, { follow }: LintedDocument): string[] {
  return parameters.flatMap((parameter) => {
    const { default: value } = follow(parameter.schema);
    return value === undefined ? [] : [`${String(parameter.name)}=${toText(value)}`];
  });
}

async function readsOf(sample: Sample, { parameters, responses }: LintedOperation, stage: Stage) {
  const media = toJson(toJson(responses['200']).content);
  const types = Object.keys(media).filter((type) => type !== sample.accept);
  const exports = types.map((accept) => ({ ...sample, accept }));
  if (!parameters.some(({ name }) => name === 'after')) return [sample, ...exports];
  const { next_cursor: cursor } = toJson((await stage.client.get(`${sample.path}?per_page=1`)).json);
  return [sample, ...exports, { ...sample, query: [`after=${String(cursor)}`] }];
}

function writesOf(sample: Sample, { examples }: LintedOperation): Sample[] {
  return examples.length === 0 ? [sample] : examples.map((body) => ({ ...sample, body }));
}

async function ask(stage: Stage, sample: Sample, more: readonly string[]): Promise<string> {
  const { method, path, query, accept, body } = sample;
  if (method !== 'GET') await stage.refill();
  const terms = [...query, ...more].join('&');
  const answer = await stage.client.send(method, terms === '' ? path : `${path}?${terms}`, {
    headers: { accept, 'x-request-id': 'asked' },
    ...(body !== undefined && { body }),
  });
  return printAnswer(answer, method);
}

/** What a write stores differs from one to the next: its time, and random ids. */
function printAnswer({ status, headers, text }: Answer, method: string): string {
  const { date, ...rest } = headers;
  expect(date).toBeDefined();
  const printed = JSON.stringify([status, rest, text]);
  if (method === 'GET') return printed;
  return printed
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\\"[\w.-]{22,}\\"/g, 'tag');
}

const applications: Readonly<Record<string, Fixture>> = {
  'the petstore': petstore,
  'the kitchen sink': festival,
  'the clinic': { entities, options: {}, fill: seed },
  'the shop': shop,
};

describe.each(Object.entries(applications))('%s', (_, fixture) => {
  forEachDatabase(fixture, (stage) => {
    test('each default, and all of them, change no answer', async () => {
      const samples = await samplesOf(stage);
      const changed: string[] = [];
      let asked = 0;
      for (const sample of samples) {
        const plain = await ask(stage, sample, []);
        for (const more of [...sample.defaults.map((one) => [one]), sample.defaults]) {
          asked++;
          const answer = await ask(stage, sample, more);
          if (answer !== plain)
            changed.push(
              `${sample.method} ${sample.path} ${sample.accept} ${more.join('&')}\n${plain}\n${answer}`,
            );
        }
      }
      expect(changed).toEqual([]);
      expect(asked).toBeGreaterThan(2 * samples.length);
    }, 120_000);
  });
});

describe('the count of a list with cursors', () => {
  forEachDatabase({ entities, options: {}, fill: seed }, (stage) => {
    test('can be asked for with a cursor, whatever is counted without one', async () => {
      const first = toJson((await stage.client.get('/owners?per_page=1')).json);
      const after = `/owners?after=${String(first.next_cursor)}`;
      expect((await stage.client.get(after)).json).toMatchObject({ total_count: null });
      expect((await stage.client.get(`${after}&count=exact`)).json).toMatchObject({ total_count: 40 });
    });
  });
});

describe('a default', () => {
  forEachDatabase(petstore, (stage) => {
    test('that is given twice is still a repetition', async () => {
      const { status, json } = await stage.client.get('/pets?page=1&page=1');
      expect([status, json]).toMatchObject([400, { errors: [{ code: 'duplicate_parameter' }] }]);
    });

    test('of another operation is unknown', async () => {
      const { status, json } = await stage.client.get('/pets/1?page=1');
      expect([status, json]).toMatchObject([400, { errors: [{ code: 'unknown_parameter' }] }]);
    });

    test('stands in no link', async () => {
      const { headers } = await stage.client.get('/pets?filter_op=and&per_page=2&pretty=false');
      expect(headers.link).toContain('</pets?per_page=2&page=2>; rel="next"');
    });
  });
});
