// Documents of the kitchen sink and of the shop -> types by openapi-typescript -> clients that tsc accepts, and that call the
// real servers: that of the kitchen sink every operation.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { createKitchensink, type Kitchensink } from '../../examples/kitchensink/src/app.js';
import { clinicDataSource, createClinic } from '../../examples/queries/src/app.js';
import { seed } from '../../examples/queries/src/seed.js';
import { createShop, type Shop } from '../../examples/shop/src/app.js';
import { shop } from '../shop/shop.js';
import { runPackaged } from '../support/packaged-program.js';
import { routesIn } from '../support/document-parts.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { listening, type Listening } from '../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';
import { askTenTimes, clinicClient, csvClient } from './clinic-client.js';
import * as client from './festival-client.js';
import { bookkeeping, shopClient, shopping } from './shop-client.js';

let database: TestDatabase;
let kitchensink: Kitchensink;
let server: Listening;
let shopDatabase: TestDatabase;
let openShop: Shop;
let shopServer: Listening;

beforeAll(async () => {
  database = await openDatabase('sqlite', festival.entities, festival.subscribers);
  await festival.fill(database.dataSource);
  kitchensink = createKitchensink(database.dataSource);
  server = await listening(kitchensink.app);
  shopDatabase = await openDatabase('sqlite', shop.entities, [], shop.tables);
  await shop.fill(shopDatabase.dataSource);
  openShop = createShop(shopDatabase.dataSource);
  shopServer = await listening(openShop.app);
});

afterAll(async () => {
  server.close();
  await database.close();
  shopServer.close();
  await shopDatabase.close();
});

test('the types made from the documents fit the clients', async () => {
  await mkdir(generated, { recursive: true });
  await generateTypes('festival', kitchensink.api);
  await generateTypes('shop', openShop.api);
  await withClinic(({ api }) => generateTypes('clinic', api));
  await runPackaged('typescript', 'bin/tsc', '-p', __dirname);
}, 120_000);

async function generateTypes(name: string, api: Api): Promise<void> {
  const document = join(generated, `${name}.json`);
  await writeFile(document, JSON.stringify(openApiDocument(api)));
  const types = join(generated, `${name}.d.ts`);
  await runPackaged('openapi-typescript', 'bin/cli.js', document, '--output', types, ...options);
}

const generated = join(__dirname, 'generated');

/** A default makes a property of a request optional, not required. */
const options = ['--default-non-nullable', 'false'];

test('the client calls every operation of the document', async () => {
  const called = new Set<string>();
  const office = client.festivalClient(`http://127.0.0.1:${String(server.port)}/api`, (operation) => {
    called.add(operation);
  });
  await client.festivals(office);
  await client.stages(office);
  await client.genres(office);
  await client.acts(office);
  await client.bands(office);
  await client.soloArtists(office);
  await client.riders(office);
  await client.performances(office, stages.main);
  await client.visitors(office);
  await client.tickets(office);
  await client.wristbands(office);
  await client.reviews(office);
  await client.soundChecks(office);
  await client.announcements(office);
  expect([...called].sort()).toEqual(routesIn(openApiDocument(kitchensink.api)).sort());
});

test('a customer shops and the staff keep the books', async () => {
  const base = `http://127.0.0.1:${String(shopServer.port)}`;
  expect(await shopping(shopClient(base, 'ada-token'))).toBe('59.90 by visa');
  expect(await bookkeeping(shopClient(base, 'staff-token'))).toBe(
    'Uji Garden: 9999999999.99; Green tea, 100 g: 14.70',
  );
});

test('a client asks the ten requests of the guide', async () => {
  const lines = await withClinic(async ({ app }) => {
    const clinic = await listening(app);
    try {
      const base = `http://127.0.0.1:${String(clinic.port)}`;
      return await askTenTimes(clinicClient(base), csvClient(base));
    } finally {
      clinic.close();
    }
  });
  expect(lines).toEqual([
    'Rex of Ada Abbot',
    '2 pets',
    '19 old or stray',
    '19 owners',
    '200 pets by cursors',
    'counted: null',
    '1 with both words',
    '62 high',
    'DOG: 67, 7.169492',
    'id,name,owner',
  ]);
});

async function withClinic<T>(use: (clinic: ReturnType<typeof createClinic>) => Promise<T>): Promise<T> {
  const dataSource = await clinicDataSource(':memory:').initialize();
  try {
    await seed(dataSource);
    return await use(createClinic(dataSource));
  } finally {
    await dataSource.destroy();
  }
}
