// What the documentation page does for its readers, in Chromium: on phones, in the dark, with many filters and a slow network.
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { createKitchensink } from '../../examples/kitchensink/src/app.js';
import { kitchensinkDataSource } from '../../examples/kitchensink/src/data-source.js';
import { createPetstore } from '../../examples/petstore/src/app.js';
import { petstoreDataSource } from '../../examples/petstore/src/data-source.js';
import { listening, type Listening } from '../support/raw-exchange.js';
import { launchChromium } from './chromium.js';
import { openWatched } from './watched-page.js';

let browser: Browser;
const sources: DataSource[] = [];
const servers: Listening[] = [];
let petstore: string;
let kitchensink: string;

beforeAll(async () => {
  browser = await launchChromium();
  petstore = `${await serve(createPetstore(await open(petstoreDataSource('sqlite::memory:'))).app)}/docs`;
  kitchensink = `${await serve(createKitchensink(await open(kitchensinkDataSource())).app)}/api/docs`;
}, 400_000);

afterAll(async () => {
  for (const { close } of servers) close();
  for (const source of sources) await source.destroy();
  await browser.close();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(source: DataSource): Promise<DataSource> {
  sources.push(source);
  return source.initialize();
}

async function serve(app: Koa): Promise<string> {
  const server = await listening(app);
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

function operation(page: Page, method: string, path: string): Locator {
  return page
    .locator(`.opblock-${method}`)
    .filter({ has: page.locator(`.opblock-summary-path[data-path="${path}"]`) });
}

/** Expands an operation and offers to try it out. */
async function tryOut(page: Page, method: string, path: string): Promise<Locator> {
  // Long lists render what is in sight alone.
  await page.getByRole('searchbox').fill(`${method} ${path}`);
  await page
    .locator(`.opblock-summary-path:not([data-path*="${path}"])`)
    .first()
    .waitFor({ state: 'detached' });
  // An operation can have several tags.
  const found = operation(page, method, path).first();
  await found.locator('.opblock-summary').click();
  await found.locator('.try-out__btn').click();
  return found;
}

/** Executes what is tried out; answers the address and the headers that were sent. */
async function execute(page: Page, tried: Locator) {
  const sent = page.waitForRequest((request) => request.resourceType() === 'fetch');
  await tried.locator('.execute').click();
  const request = await sent;
  await tried.locator('.live-responses-table .response').waitFor();
  return { url: new URL(request.url()), headers: await request.allHeaders() };
}

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

test.each([
  ['the petstore', () => petstore, '/pets'],
  ['the kitchen sink', () => kitchensink, '/festivals'],
])('on a phone, %s is as wide as the screen, and its text is legible', async (_, address, path) => {
  const { page } = await openWatched(browser, address(), phone);
  await tryOut(page, 'get', path);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const size = await page.evaluate<number>(
    "parseFloat(getComputedStyle(document.querySelector('.parameter__name')).fontSize)",
  );
  expect(width).toBe(390);
  expect((size * 390) / width).toBeGreaterThanOrEqual(12);
});

async function brightnessOf(
  page: Page,
  selector: string,
  property: 'backgroundColor' | 'color',
): Promise<number> {
  const color = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('${selector}')).${property}`,
  );
  return Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
}

test('it is dark where the browser prefers that, also when it changes its mind', async () => {
  const { page } = await openWatched(browser, petstore, { colorScheme: 'dark' });
  expect(await brightnessOf(page, 'body', 'backgroundColor')).toBeLessThan(60);
  expect(await brightnessOf(page, '.info .title', 'color')).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await brightnessOf(page, 'body', 'backgroundColor')).toBeGreaterThan(240);
  expect(await brightnessOf(page, '.info .title', 'color')).toBeLessThan(100);
});

test('a search finds operations by words of their path, summary or tag', async () => {
  const { page } = await openWatched(browser, petstore);
  const search = page.getByRole('searchbox', { name: 'Search operations' });
  const paths = () => page.locator('.opblock .opblock-summary-path').allInnerTexts();
  const all = (await paths()).length;
  await search.fill('DELETE user');
  await page.locator('.opblock').nth(1).waitFor({ state: 'detached' });
  expect(await paths()).toEqual([expect.stringContaining('/users/{id}')]);
  await search.fill('nothing of the kind');
  await page.getByText('No operation matches “nothing of the kind”.').waitFor();
  await search.fill('');
  await page
    .locator('.opblock')
    .nth(all - 1)
    .waitFor();
});

test('its files come compressed, once: a reload asks for the page and the document alone', async () => {
  const { page } = await openWatched(browser, petstore);
  const loads = () =>
    page.evaluate<{ name: string; sent: number; size: number }[]>(
      `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).map((entry) => ({
        name: new URL(entry.name).pathname, sent: entry.transferSize, size: entry.decodedBodySize,
      }))`,
    );
  const first = await loads();
  expect(sum(first, 'size')).toBeGreaterThan(1_700_000);
  expect(sum(first, 'sent')).toBeLessThan(600_000);
  await page.reload();
  await page.locator('.info .title').waitFor();
  await page.waitForLoadState('networkidle');
  const again = (await loads()).filter(({ sent }) => sent > 0);
  expect(again.map(({ name }) => name).sort()).toEqual(['/docs', '/openapi.json']);
  expect(sum(again, 'sent')).toBeLessThan(2_000);
});

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

test('filters are folded behind a button, and those with a value stay in sight', async () => {
  const { page } = await openWatched(browser, petstore);
  const list = await tryOut(page, 'get', '/pets');
  const dotted = list.locator('tr[data-param-name*="."]');
  expect(await dotted.count()).toBe(0);
  const button = list.locator('.fold-filters');
  expect(await button.innerText()).toMatch(/^Show \d\d filters$/);
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  const count = Number(/\d+/.exec(await button.innerText())?.[0]);
  await button.click();
  expect(await dotted.count()).toBe(count);
  expect(await button.innerText()).toBe(`Hide ${count} filters`);
  await list.locator('tr[data-param-name="name.eq"] input').fill('Nobody');
  await button.click();
  expect(await button.innerText()).toBe(`Show ${count - 1} more filters`);
  expect(await dotted.count()).toBe(1);
  expect(await dotted.getAttribute('data-param-name')).toBe('name.eq');
  expect((await execute(page, list)).url.search).toBe('?name.eq=Nobody');
});

test('a few filters are not folded', async () => {
  const { page } = await openWatched(browser, petstore);
  const read = await tryOut(page, 'get', '/pets/{id}');
  expect(await read.locator('.fold-filters').count()).toBe(0);
});

test('nothing is sent that was not chosen', async () => {
  for (const [address, path] of [
    [petstore, '/pets'],
    [kitchensink, '/festivals'],
  ] as const) {
    const { page } = await openWatched(browser, address);
    const { url, headers } = await execute(page, await tryOut(page, 'get', path));
    expect(url.search).toBe('');
    expect(Object.keys(headers)).not.toContain('x-request-id');
  }
});

test('a wrong value is named beside the button, and in the way of the request until it is right', async () => {
  const { page } = await openWatched(browser, petstore);
  const list = await tryOut(page, 'get', '/pets');
  await list.locator('tr[data-param-name="page"] input').fill('x');
  await list.locator('.execute').click();
  const named = list.getByRole('alert');
  await named.waitFor();
  expect(await named.innerText()).toMatch(/'page'.*integer/i);
  const [button, text] = [await list.locator('.execute').boundingBox(), await named.boundingBox()];
  expect(Math.abs(text!.y - button!.y)).toBeLessThan(120);
  await list.locator('tr[data-param-name="page"] input').fill('1');
  expect((await execute(page, list)).url.search).toBe('?page=1');
  expect(await named.count()).toBe(0);
});

test('a token is kept over a reload', async () => {
  const api = createApi(await open(petstoreDataSource('sqlite::memory:')));
  const app = new Koa();
  const security = {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    security: [{ bearer: [] }],
  };
  app.use(restRouter(api, { openapi: security as never }).routes());
  const { page } = await openWatched(browser, `${await serve(app)}/docs`);
  await page.locator('.btn.authorize').click();
  await page.locator('.auth-container input').fill('secret-token');
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.reload();
  await page.locator('.info .title').waitFor();
  const { headers } = await execute(page, await tryOut(page, 'get', '/pets'));
  expect(headers.authorization).toBe('Bearer secret-token');
});

test('the bodies on offer are accepted by an empty database', async () => {
  for (const path of ['/pets', '/users']) {
    const empty = createPetstore(await open(petstoreDataSource('sqlite::memory:')));
    const { page } = await openWatched(browser, `${await serve(empty.app)}/docs`);
    const create = await tryOut(page, 'post', path);
    await execute(page, create);
    expect(await create.locator('.live-responses-table .response-col_status').nth(1).innerText()).toMatch(
      /^201/,
    );
  }
});
