// The documentation page as people use it, in Chromium. Run by `npm run test:browser`. Numbers are the lines of the
// abuse suite (test/abuse).
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { Router } from '@koa/router';
import Koa from 'koa';
import type { Browser, Locator, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { createPetstore } from '../../examples/petstore/src/app.js';
import { petstoreDataSource } from '../../examples/petstore/src/data-source.js';
import { clubRows } from '../features/policies/club.js';
import { clubEntities } from '../features/policies/club-entities.js';
import { insertClub } from '../features/policies/club-rows.js';
import { fakeApi } from '../support/fake-api.js';
import { listening, type Listening } from '../support/raw-exchange.js';
import { openDatabase } from '../support/test-database.js';
import { launchChromium } from './chromium.js';
import { openWatched, type WatchedPage } from './watched-page.js';

let browser: Browser;
let dataSource: DataSource;
let petstore: Listening;
let base: string;

beforeAll(async () => {
  browser = await launchChromium();
  dataSource = await petstoreDataSource('sqlite::memory:').initialize();
  petstore = await listening(createPetstore(dataSource).app);
  base = `http://127.0.0.1:${petstore.port}`;
}, 400_000);

afterAll(async () => {
  petstore.close();
  await dataSource.destroy();
  await browser.close();
});

const opened: Listening[] = [];

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  for (const { close } of opened.splice(0)) close();
});

/** Serves a router until the end of the test; answers its origin. */
async function serve(router: Router, ...before: Koa.Middleware[]): Promise<string> {
  const app = new Koa();
  for (const middleware of before) app.use(middleware);
  app.use(router.routes());
  const server = await listening(app);
  opened.push(server);
  return `http://127.0.0.1:${server.port}`;
}

function operation(page: Page, method: string, path: string): Locator {
  return page
    .locator(`.opblock-${method}`)
    .filter({ has: page.locator(`.opblock-summary-path[data-path="${path}"]`) });
}

/** Expands "create pet", tries it out with the body, and returns the answer shown. */
async function tryCreatePet(page: Page, pet: object): Promise<Locator> {
  return tryCreate(page, '/pets', (body) => body.fill(JSON.stringify(pet)));
}

/** Expands the operation, tries it out with the body that is offered, or another one, and returns the answer shown. */
async function tryCreate(
  page: Page,
  path: string,
  edit?: (body: Locator) => Promise<void>,
): Promise<Locator> {
  const create = operation(page, 'post', path);
  await create.locator('.opblock-summary').click();
  await create.locator('.try-out__btn').click();
  await edit?.(create.locator('textarea.body-param__text'));
  await create.locator('.execute').click();
  const answer = create.locator('.live-responses-table tr.response');
  await answer.waitFor();
  return answer;
}

function expectQuiet({ strayRequests, complaints }: WatchedPage): void {
  expect({ strayRequests, complaints }).toEqual({ strayRequests: [], complaints: [] });
}

async function petNames(at = base): Promise<string[]> {
  const answer = await fetch(`${at}/pets?per_page=100`);
  const { content } = (await answer.json()) as { content: { name: string }[] };
  return content.map(({ name }) => name);
}

test('147. a pet is created with "Try it out", without a word to anyone else', async () => {
  const watched = await openWatched(browser, `${base}/docs`);
  const answer = await tryCreatePet(watched.page, { name: 'Riley', age: 4, type: 'DOG' });
  expect(await answer.locator('.response-col_status').innerText()).toMatch(/^201/);
  expect(await answer.locator('.response-col_description').innerText()).toContain('"Riley"');
  expect(await petNames()).toContain('Riley');
  expectQuiet(watched);
});

test('the bodies on offer are accepted as they are', async () => {
  const { page } = await openWatched(browser, `${base}/docs`);
  for (const path of ['/users', '/pets']) {
    const answer = await tryCreate(page, path);
    expect(await answer.locator('.response-col_status').innerText()).toMatch(/^201/);
  }
});

test('"Try it out" works below a prefix with parameters', async () => {
  const options = { prefix: '/t/:tenant', docs: '/help/docs' };
  const mount = `${await serve(restRouter(createPetstore(dataSource).api, options))}/t/a%20b`;
  const watched = await openWatched(browser, `${mount}/help/docs`);
  await tryCreatePet(watched.page, { name: 'Prefixed', age: 4, type: 'CAT' });
  expect(await petNames(mount)).toContain('Prefixed');
  expectQuiet(watched);
});

test('lists are tried out as they are offered, and with a condition, whatever edges lead back', async () => {
  const database = await openDatabase('sqlite', clubEntities);
  try {
    await insertClub(database.dataSource, clubRows);
    const options = { where: true, filterDepth: 3, includeDepth: 2, sparseFields: true };
    const address = await serve(restRouter(createApi(database.dataSource, options)));
    const { page } = await openWatched(browser, `${address}/docs`);
    const list = operation(page, 'get', '/people');
    await list.locator('.opblock-summary').click();
    await list.locator('.try-out__btn').click({ timeout: 20_000 });
    const ask = async () => {
      await list.locator('.execute').click();
      await list.locator('.live-responses-table .response').waitFor();
      return list.locator('.live-responses-table .response').innerText();
    };
    expect(await ask()).toMatch(/^200[^]*Cleo/);
    const where = list.locator('tr[data-param-name="where"] input');
    await where.fill('{"some.notes":{"some.circles":{"name.eq":"Go"}},"not":{"name.eq":"Cleo"}}');
    await list.locator('.btn-clear').click();
    expect(await ask()).toMatch(/^200[^]*"total_count": 1,[^]*Ada/);
  } finally {
    await database.close();
  }
});

test('a page that broke the rules would be noticed', async () => {
  const spoil: Koa.Middleware = async (ctx, next) => {
    // What is compressed cannot be added to.
    delete ctx.headers['accept-encoding'];
    await next();
    if (ctx.type !== 'text/html') return;
    ctx.body = `${String(ctx.body)}<script>alert(1)</script><img src="//evil.example/x">`;
  };
  const { complaints, strayRequests } = await openWatched(
    browser,
    `${await serve(restRouter(fakeApi()), spoil)}/docs`,
  );
  expect(complaints).toEqual([expect.stringContaining('script-src'), expect.stringContaining('img-src')]);
  expect(strayRequests).toEqual(['http://evil.example/x']);
});

test.each([
  'url=https://evil.example/spec.json',
  'configUrl=//evil.example/config.json',
  'configUrl=data:application/json,%7B%22url%22%3A%22https%3A%2F%2Fevil.example%2F%22%7D',
  'urls.primaryName=evil',
  'spec=%7B%22info%22%3A%7B%22title%22%3A%22evil%22%7D%7D',
  'validatorUrl=https://evil.example&layout=BaseLayout',
  'x=1#/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
])('145, 146. ?%s changes nothing', async (query) => {
  const watched = await openWatched(browser, `${base}/docs?${query}`);
  expect(await watched.page.locator('.info .title').innerText()).toMatch(/^Petstore/);
  await operation(watched.page, 'post', '/pets').waitFor();
  expectQuiet(watched);
});

test('149. what a client stored is shown as text', async () => {
  const watched = await openWatched(browser, `${base}/docs`);
  const name = '<img src=x onerror=alert(1)>';
  const answer = await tryCreatePet(watched.page, { name, age: 1, type: 'DOG' });
  expect(await answer.innerText()).toContain(name);
  expectQuiet(watched);
});

test('148. what the author wrote cannot become a script', async () => {
  const hostile = '</script><script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))';
  const openapi = { info: { title: hostile, version: '1', description: hostile } };
  const watched = await openWatched(browser, `${await serve(restRouter(fakeApi(), { openapi }))}/docs`);
  expect(await watched.page.locator('.info a[href^="javascript:"]').count()).toBe(0);
  expect(watched.complaints.filter((complaint) => complaint.startsWith('dialog'))).toEqual([]);
});
