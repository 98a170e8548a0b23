// The exchanges that pages show are real: each is repeated, and the answer compared, letter by letter. With
// UPDATE_ANSWERS=1 the pages are rewritten with what is answered now.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, idempotencyEntity } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { format } from 'prettier/standalone';
import { createKitchensink } from '../../examples/kitchensink/src/app.js';
import { clinicDataSource, createClinic } from '../../examples/queries/src/app.js';
import { seed as seedClinic } from '../../examples/queries/src/seed.js';
import { createPetstore } from '../../examples/petstore/src/app.js';
import { Pet } from '../../examples/petstore/src/pet.js';
import { seed } from '../../examples/petstore/src/seed.js';
import { User } from '../../examples/petstore/src/user.js';
import { exchangesOf, shownAnswer, type DocumentedExchange } from '../support/documented-exchanges.js';
import { festival } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';
import { repository } from '../support/markdown-table.js';
import { exchange } from '../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';

const guide = join(repository, 'docs/guide');
const pages = readdirSync(guide).filter(
  (name) => name.endsWith('.md') && exchangesOf(textOf(name)).length > 0,
);

test('there are pages with exchanges', () => {
  expect(pages.length).toBeGreaterThan(5);
});

test.each(pages)('the answers in %s', async (page) => {
  const text = textOf(page);
  const { app, database } = await served(text);
  try {
    const real: string[] = [];
    for (const documented of exchangesOf(text)) real.push(await answered(app, documented));
    if (process.env.UPDATE_ANSWERS) rewrite(page, text, real);
    else expect(exchangesOf(text).map(({ answer }) => answer)).toEqual(real);
  } finally {
    await database.close();
  }
});

function textOf(page: string): string {
  return readFileSync(join(guide, page), 'utf8');
}

/** The petstore with its seed, or, for a page that says so, the kitchen sink or the clinic. */
async function served(page: string): Promise<{ app: Koa; database: Pick<TestDatabase, 'close'> }> {
  if (page.includes('examples/queries')) return servedClinic();
  if (page.includes('idempotencyEntity(')) return servedWithKeys();
  const ofKitchensink = page.includes('examples/kitchensink');
  const { entities, subscribers } = ofKitchensink ? festival : petstore;
  const database = await openDatabase('sqlite', entities, subscribers);
  await (ofKitchensink ? festival.fill(database.dataSource) : seed(database.dataSource));
  const { app } = ofKitchensink
    ? createKitchensink(database.dataSource, { returnMinimal: true })
    : createPetstore(database.dataSource);
  return { app, database };
}

async function servedClinic(): Promise<{ app: Koa; database: Pick<TestDatabase, 'close'> }> {
  const dataSource = await clinicDataSource(':memory:').initialize();
  await seedClinic(dataSource);
  const { app } = createClinic(dataSource);
  return { app, database: { close: () => dataSource.destroy() } };
}

/** The petstore, with a table of keys. */
async function servedWithKeys(): Promise<{ app: Koa; database: TestDatabase }> {
  const entities = [User, Pet, idempotencyEntity('better-sqlite3')];
  const database = await openDatabase('sqlite', entities);
  await seed(database.dataSource);
  const idempotency = { scope: () => 'everyone' };
  const api = createApi(database.dataSource, { naming: 'snake_case', idempotency });
  const app = new Koa();
  app.use(restRouter(api).routes());
  return { app, database };
}

async function answered(app: Koa, { request, answer }: DocumentedExchange): Promise<string> {
  const given = await exchange(app, request);
  const isJson = given.headers['content-type']?.includes('json') ?? false;
  return shownAnswer(given, answer, async (text) =>
    isJson
      ? format(text, { parser: 'json', plugins: [babel, estree], printWidth: 110 })
      : text.replaceAll('\r\n', '\n'),
  );
}

function rewrite(page: string, text: string, answers: readonly string[]): void {
  const written = exchangesOf(text).reduce((left, { asked, answer }, index) => {
    const old = answer === '' ? asked : `${asked}\n\n${answer}`;
    return left.replace(
      `\`\`\`http\n${old}\n\`\`\``,
      () => `\`\`\`http\n${asked}\n\n${answers[index] ?? ''}\n\`\`\``,
    );
  }, text);
  writeFileSync(join(guide, page), written);
}
