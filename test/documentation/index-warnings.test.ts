// The samples of the pages follow our own advice: no class that they show causes the warning of missing indexes at the start.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, SchemaError } from '@decorest/core';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { pages, textOf } from '../support/documentation-pages.js';
import { codeBlocks } from '../support/readme-program.js';

const folder = join(__dirname, '../.recipes-indexes');

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const samples = pages
  // Whole programs, whose tests run them.
  .filter((page) => page !== 'README.md')
  .flatMap((page) =>
    codeBlocks(textOf(page), 'ts')
      .filter((block) => /@(?:Many|One)To(?:One|Many)\(/.test(block) && /^import /m.test(block))
      .map((block, at) => ({ name: `${page}, sample ${at + 1}`, block })),
  );

test('there are samples with relations', () => {
  expect(samples.length).toBeGreaterThan(8);
});

test.each(samples)('$name', async ({ name, block }) => {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`);
  writeFileSync(file, block);
  const before = new Set(getMetadataArgsStorage().tables.map(({ target }) => target));
  jest.requireActual(file);
  const entities = getMetadataArgsStorage()
    .tables.map(({ target }) => target)
    .filter((target) => typeof target === 'function' && !before.has(target)) as (new () => object)[];
  expect(await warningsOf(entities)).toEqual([]);
});

/** What the start logs of foreign keys. A sample that leaves a class to its surroundings cannot start. */
async function warningsOf(entities: readonly (new () => object)[]): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [...entities],
  });
  const warnings: string[] = [];
  const logger = {
    error() {},
    warn: (context: object, text: string) => warnings.push(`${text} ${JSON.stringify(context)}`),
  };
  try {
    await dataSource.initialize();
    createApi(dataSource, { logger });
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof SchemaError)) throw error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
  return warnings.filter((warning) => warning.includes('without an index'));
}
