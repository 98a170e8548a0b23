// Requests of every operation of a document: its parameters and bodies as the document shows them, with ids of rows.
import { createApi, type ApiModel } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  readLintedDocument,
  toJson,
  type Json,
  type LintedDocument,
  type LintedOperation,
} from './document-lint/linted-document.js';
import type { Stage } from './for-each-database.js';
import type { Answer } from './http-client.js';
import { ServerLog } from './server-log.js';

/** A request of an operation: as JSON or an export, with or without a cursor, with each example of a body. */
export interface Sample {
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

/** The samples of all operations. */
export async function listSamples(stage: Stage): Promise<Sample[]> {
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

/** Sends a sample with further terms of the query; a write finds the rows as they were at first. */
export async function sendSample(stage: Stage, sample: Sample, more: readonly string[]): Promise<Answer> {
  const { method, path, query, accept, body } = sample;
  if (method !== 'GET') await stage.refill();
  const terms = [...query, ...more].join('&');
  return stage.client.send(method, terms === '' ? path : `${path}?${terms}`, {
    headers: { accept, 'x-request-id': 'asked' },
    ...(body !== undefined && { body }),
  });
}
