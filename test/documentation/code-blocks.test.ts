// Every TypeScript block of the pages compiles. Two pages are left to tests that run them as a whole: README.md to
// readme.test.ts, docs/tutorial.md to `npm run test:tutorial`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@decorest/openapi';
import { api } from '../../examples/petstore/src/openapi.js';
import { pages, textOf } from '../support/documentation-pages.js';
import { codeBlocks } from '../support/readme-program.js';

const workspace = join(__dirname, '..');
const elsewhere = ['README.md', join('docs', 'tutorial.md')];

const compiled = pages
  .filter((page) => !elsewhere.includes(page))
  .map((page) => ({ page, modules: modulesOf(page) }))
  .filter(({ modules }) => modules.length > 0);

/** What blocks that are parts of a program leave to the rest of it. */
const surroundings = `
import type { Api } from '@decorest/core';
import type Koa from 'koa';
import type { AuthorizationChecker, CurrentUserChecker } from 'routing-controllers';
import type { DataSource } from 'typeorm';

declare global {
  const api: Api;
  const app: Koa;
  const authorizationChecker: AuthorizationChecker;
  const currentUserChecker: CurrentUserChecker;
  const dataSource: DataSource;
  class Pet {
    id: number;
  }
  class User {
    id: number;
  }
}
`;

let folder: string;
let printed: string;

beforeAll(async () => {
  folder = mkdtempSync(join(workspace, '.blocks-'));
  await writePetTypes();
  for (const { page, modules } of compiled) {
    modules.forEach((source, at) => {
      writeFileSync(join(folder, fileOf(page, at)), source);
    });
  }
  writeFileSync(join(folder, 'surroundings.d.ts'), surroundings);
  const compilerOptions = { noEmit: true, lib: ['ES2022', 'DOM'] };
  const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  printed = run('typescript', 'bin/tsc', '--pretty', 'false', '-p', folder);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each(compiled)('the blocks of $page', ({ page, modules }) => {
  const files = modules.map((_, at) => fileOf(page, at));
  const mistakes = printed.split('\n').filter((line) => files.some((file) => line.includes(file)));
  expect(mistakes).toEqual([]);
});

test('nothing else is wrong', () => {
  const files = compiled.flatMap(({ page, modules }) => modules.map((_, at) => fileOf(page, at)));
  // A line that is indented goes on with the mistake before it.
  const others = printed
    .split('\n')
    .filter((line) => /^\S/.test(line) && !files.some((file) => line.includes(file)));
  expect(others).toEqual([]);
});

/** The blocks of a page, each a module by itself; one that imports nothing goes on with the one before it. */
function modulesOf(page: string): string[] {
  const modules: string[] = [];
  for (const block of codeBlocks(textOf(page), 'ts')) {
    const before = /^import /m.test(block) ? undefined : modules.pop();
    modules.push(before === undefined ? block : `${before}\n${block}`);
  }
  return modules;
}

function fileOf(page: string, at: number): string {
  return `${page.replaceAll(/\W/g, '-')}-${String(at)}.ts`;
}

/** The module that docs/guide/client.md has generated from the petstore's document. */
async function writePetTypes(): Promise<void> {
  const document = join(folder, 'pets.json');
  writeFileSync(document, JSON.stringify(openApiDocument(await api())));
  const types = join(folder, 'pets.d.ts');
  run('openapi-typescript', 'bin/cli.js', document, '-o', types, '--default-non-nullable', 'false');
}

/** What a program of an installed package prints. */
function run(name: string, path: string, ...words: string[]): string {
  const program = join(packageOf(name), path);
  const { stdout } = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' });
  return stdout;
}

function packageOf(name: string): string {
  const entry = require.resolve(name);
  const end = entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length;
  return entry.slice(0, end);
}
