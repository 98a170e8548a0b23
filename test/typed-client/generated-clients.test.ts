// The document of the petstore -> clients by two generators beside openapi-typescript -> tsc accepts them and a program that
// calls them, and the program sees what is there.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '@decorest/openapi';
import { build } from 'esbuild';
import { createPetstore, type Petstore } from '../../examples/petstore/src/app.js';
import { petstore } from '../support/fixtures/petstore.js';
import { runFile, runPackaged } from '../support/packaged-program.js';
import { listening, type Listening } from '../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';

const generated = join(__dirname, 'generated');
const document = join(generated, 'petstore.json');

let database: TestDatabase;
let store: Petstore;
let server: Listening;

beforeAll(async () => {
  database = await openDatabase('sqlite', petstore.entities);
  await petstore.fill(database.dataSource);
  store = createPetstore(database.dataSource);
  server = await listening(store.app);
  await mkdir(generated, { recursive: true });
  await writeFile(document, JSON.stringify(openApiDocument(store.api)));
});

afterAll(async () => {
  server.close();
  await database.close();
});

const base = () => `http://127.0.0.1:${String(server.port)}`;

/** A generator of clients, and the address that its visitor takes: without one the generator has written it. */
interface Generator {
  readonly name: string;
  generate(): Promise<void>;
  readonly address: () => string | undefined;
}

const generators: readonly Generator[] = [
  {
    name: 'hey',
    generate: async () => {
      const places = ['--input', document, '--output', join(generated, 'hey')];
      await runPackaged('@hey-api/openapi-ts', 'bin/run.js', ...places, '--client', '@hey-api/client-fetch');
    },
    address: base,
  },
  {
    name: 'orval',
    generate: async () => {
      const config = join(generated, 'orval.config.cjs');
      const target = join(generated, 'orval.ts');
      const output = { target, client: 'fetch', mode: 'single', baseUrl: base() };
      const settings = { petstore: { input: { target: document }, output } };
      await writeFile(config, `module.exports = ${JSON.stringify(settings)};\n`);
      await runPackaged('orval', 'dist/bin/orval.js', '--config', config);
    },
    address: () => undefined,
  },
];

test('tsc accepts the clients and their visitors', async () => {
  for (const { generate } of generators) await generate();
  await runPackaged('typescript', 'bin/tsc', '-p', join(__dirname, 'generated-clients.json'));
}, 120_000);

test.each(generators)(
  'the visitor of $name sees what is there',
  async ({ name, address }) => {
    const program = join(generated, `${name}-client.mjs`);
    await build({
      stdin: {
        contents: `import { visit } from './${name}-client.ts';
        console.log(JSON.stringify(await visit(${JSON.stringify(address())})));`,
        resolveDir: __dirname,
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    expect(JSON.parse(await runFile(program))).toEqual([
      'Zorro of zoe',
      'Zorro, Mia of 3',
      '5, no owner',
      'not_found',
      '/name',
      'not_found',
    ]);
  },
  120_000,
);
