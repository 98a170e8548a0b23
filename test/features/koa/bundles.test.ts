// An application in one file, made by esbuild: as CommonJS and as an ES module, minified and not. The packages are installed beside
// it, or not.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Program } from '../../support/program.js';

const repository = join(__dirname, '../../..');

/** Serves an entity, asks itself for the page and its assets, and prints the answers. */
const source = `
import 'reflect-metadata';
import { createApi, EntityName } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';

class BigThing {}
PrimaryGeneratedColumn()(BigThing.prototype, 'id');
Column('varchar')(BigThing.prototype, 'name');
Entity('big_thing')(BigThing);
EntityName('BigThing')(BigThing);

async function ask(base, path) {
  const response = await fetch(base + path);
  return [path.replace(/[?].*/, ''), response.status, await response.text()];
}

async function start() {
  const options = { type: 'better-sqlite3', database: ':memory:', entities: [BigThing], synchronize: true };
  const dataSource = await new DataSource(options).initialize();
  const api = createApi(dataSource, { advice: 'off', logger: { error: console.error, warn() {} } });
  const server = new Koa().use(restRouter(api).routes()).listen(0, '127.0.0.1', async () => {
    const base = 'http://127.0.0.1:' + server.address().port;
    const page = await ask(base, '/docs');
    const links = [...page[2].matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => '/' + link);
    const answers = [page, await ask(base, '/big-things')];
    for (const link of links) answers.push(await ask(base, link));
    console.log(JSON.stringify(answers.map(([path, status, text]) => [path, status, text.length > 0])));
    process.exit();
  });
}
start();
`;

/** TypeORM loads drivers by name; those that are not installed, and those with a binary, stay outside. */
const external = [
  ...['better-sqlite3', 'sqlite3', 'pg', 'pg-native', 'pg-query-stream', 'mysql', 'mysql2', 'oracledb'],
  ...['mssql', 'mongodb', 'redis', 'ioredis', 'sql.js', 'hdb-pool', 'expo-sqlite', '@nestjs/common'],
  ...['react-native-sqlite-storage', 'typeorm-aurora-data-api-driver'],
  ...['@sap/hana-client', '@sap/hana-client/extension/Stream', '@google-cloud/spanner'],
];

/** CommonJS packages in an ES module call `require`. */
const banner =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decorest-bundle-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function bundle(format: 'cjs' | 'esm', minify: boolean): Promise<string> {
  const outfile = join(folder, format === 'cjs' ? 'app.cjs' : 'app.mjs');
  await build({
    stdin: { contents: source, resolveDir: repository, sourcefile: 'app.js' },
    bundle: true,
    platform: 'node',
    format,
    minify,
    external,
    outfile,
    logLevel: 'error',
    ...(format === 'esm' && { banner: { js: banner } }),
  });
  return outfile;
}

test.each([
  ['cjs', false],
  ['cjs', true],
  ['esm', false],
  ['esm', true],
] as const)('as %s, minified %j, the page works and the path is that of the name', async (format, minify) => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const program = new Program(await bundle(format, minify));
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(JSON.parse(program.printed)).toEqual([
    ['/docs', 200, true],
    ['/big-things', 200, true],
    ['/docs/assets/swagger-ui.min.css', 200, true],
    ['/docs/assets/favicon-32x32.png', 200, true],
    ['/docs/assets/page.css', 200, true],
    ['/docs/assets/swagger-ui-bundle.js', 200, true],
    ['/docs/assets/init.js', 200, true],
  ]);
});

test('without the package beside it, the start says what to do', async () => {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path'])
    cpSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  const program = new Program(await bundle('cjs', false));
  expect(await program.ended).toMatchObject({ code: 1 });
  expect(program.errors).toContain(
    'TypeError: restRouter: the files of the documentation page are not there, as in a bundle that runs without its packages. Install @decorest/koa beside the bundle, or set docs: false.',
  );
});
