// The start and the document of a large model, beside TypeORM's own start. Seconds are of processor time. Prints figures for
// people; asserts nothing.
import { createApi, type Api } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { DataSource } from 'typeorm';
import { createLargeModel, type Filtered } from './large-model.js';

const rounds = 5;

/** Measures in one process: first times, as a start has them, then the best of some rounds. */
export async function measureModel(entityCount: number, filtered: Filtered): Promise<void> {
  const entities = [...createLargeModel(entityCount, filtered)];
  const open = () => new DataSource({ type: 'better-sqlite3', database: ':memory:', entities }).initialize();
  const typeorm = await timed(open);
  const dataSource = typeorm.result;
  const first = await timed(() => createApi(dataSource, { where: true, advice: 'off' }));
  const api = first.result;
  const write = () => JSON.stringify(openApiDocument(api, { edgeFilters: 'where' }));
  const document = await timed(write);
  const others = await bestOf(async () => {
    const opened = await open();
    await opened.destroy();
  });
  const createOthers = await bestOf(() => createApi(dataSource, { where: true, advice: 'off' }));
  const writeOthers = await bestOf(write);
  print('DataSource.initialize', typeorm.ms, others);
  print('createApi', first.ms, createOthers);
  print('document, as text', document.ms, writeOthers);
  console.log(
    `createApi / initialize      ${(first.ms / typeorm.ms).toFixed(2)}, best ${(createOthers / others).toFixed(2)}`,
  );
  describeDocument('document', api, document.result);
  describeDocument('with all parameters', api, JSON.stringify(openApiDocument(api)));
  await dataSource.destroy();
}

function describeDocument(name: string, api: Api, text: string): void {
  const { paths = {}, components = {} } = JSON.parse(text) as ReturnType<typeof openApiDocument>;
  const operations = Object.values(paths).flatMap(({ get, post, patch, delete: remove }) =>
    [get, post, patch, remove].flatMap((operation) => (operation ? [operation] : [])),
  );
  const parameters = operations.map((operation) => operation.parameters?.length ?? 0);
  const kinds = Object.entries(components).map(([kind, of]) => `${Object.keys(of as object).length} ${kind}`);
  console.log(`${name.padEnd(27)} ${(Buffer.byteLength(text) / 1e6).toFixed(2)} MB`);
  console.log(
    `operations                  ${operations.length}, at most ${Math.max(...parameters)} parameters`,
  );
  console.log(
    `parameters                  ${parameters.reduce((sum, each) => sum + each, 0)} of all operations`,
  );
  console.log(`components                  ${kinds.join(', ')}`);
  console.log(`entities                    ${api.model.entities.length}`);
}

async function timed<T>(run: () => T | Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const start = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(start);
  return { result, ms: (user + system) / 1000 };
}

async function bestOf(run: () => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) best = Math.min(best, (await timed(run)).ms);
  return best;
}

function print(what: string, first: number, best: number): void {
  console.log(`${what.padEnd(27)} ${(first / 1000).toFixed(2)} s, best ${(best / 1000).toFixed(2)} s`);
}
