// "Try it out" on every operation of the examples, as the documentation page offers it: nothing is filled in.
import type { Browser, Locator, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { createKitchensink } from '../../examples/kitchensink/src/app.js';
import { kitchensinkDataSource } from '../../examples/kitchensink/src/data-source.js';
import { seed as seedKitchensink } from '../../examples/kitchensink/src/seed.js';
import { createPetstore } from '../../examples/petstore/src/app.js';
import { petstoreDataSource } from '../../examples/petstore/src/data-source.js';
import { seed as seedPetstore } from '../../examples/petstore/src/seed.js';
import { listening } from '../support/raw-exchange.js';
import { launchChromium } from './chromium.js';
import { openWatched } from './watched-page.js';

jest.setTimeout(600_000);

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
}, 400_000);

afterAll(() => browser.close());

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** What the rows of an example explain: no row with this id, a value that is taken or in use, a version that has changed. */
const explained = [404, 409, 412];

interface DocumentJson {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Deletes come last, so that the others find their rows. */
function listOperations({ paths }: DocumentJson): [method: string, path: string][] {
  return methods.flatMap((method) =>
    Object.entries(paths).flatMap(([path, item]): [string, string][] =>
      item[method] ? [[method, path]] : [],
    ),
  );
}

/** Tries out an operation; the status of its answer, or what the page objects to. */
async function tryOut(page: Page, method: string, path: string): Promise<number | string> {
  // Long lists render what is in sight alone.
  await page.getByRole('searchbox').fill(`${method} ${path}`);
  await page
    .locator(`.opblock [data-path]:not([data-path*="${path}"])`)
    .first()
    .waitFor({ state: 'detached' });
  const operation: Locator = page
    .locator('.opblock')
    .filter({ has: page.locator(`[data-path="${path}"]`) })
    .filter({ has: page.locator('.opblock-summary-method', { hasText: method.toUpperCase() }) })
    .first();
  await operation.locator('.opblock-summary').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table tr.response .response-col_status').first();
  try {
    await answer.waitFor({ timeout: 10_000 });
    return Number.parseInt(await answer.innerText(), 10);
  } catch {
    const objections = await operation.locator('.validation-errors, .invalid').allInnerTexts();
    return `not sent: ${objections.join('; ')}`;
  } finally {
    await operation.locator('.opblock-summary').click();
  }
}

test.each([
  [
    'petstore',
    () => petstoreDataSource('sqlite::memory:'),
    (dataSource: DataSource) => createPetstore(dataSource).app,
    '',
  ],
  [
    'kitchensink',
    kitchensinkDataSource,
    (dataSource: DataSource) => createKitchensink(dataSource).app,
    '/api',
  ],
] as const)('every operation of the %s answers as it is offered', async (name, open, createApp, mount) => {
  const dataSource = await open().initialize();
  await (name === 'petstore' ? seedPetstore(dataSource) : seedKitchensink(dataSource));
  const server = await listening(createApp(dataSource));
  const base = `http://127.0.0.1:${server.port}${mount}`;
  try {
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as DocumentJson;
    const { page } = await openWatched(browser, `${base}/docs`);
    const operations = listOperations(document);
    const refused: string[] = [];
    for (const [method, path] of operations) {
      const answer = await tryOut(page, method, path);
      const isFine = typeof answer === 'number' && (answer < 300 || explained.includes(answer));
      if (!isFine) refused.push(`${method} ${path}: ${answer}`);
    }
    expect(refused).toEqual([]);
    expect(operations.length).toBeGreaterThan(10);
  } finally {
    server.close();
    await dataSource.destroy();
  }
});
