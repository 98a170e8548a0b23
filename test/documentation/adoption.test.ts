// docs/guide/adoption.md and the README of examples/existing-app: the diff they show is the diff there is, commands print
// what stands below them. With UPDATE_ANSWERS=1 both pages are rewritten with what is so now.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa, { type Middleware } from 'koa';
import { pino } from 'pino';
import { apiRouter } from '../../examples/existing-app/src/api.js';
import { dataSourceOf } from '../../examples/existing-app/src/data-source.js';
import { seed } from '../../examples/existing-app/src/seed.js';
import { diffFile } from '../adoption/adoption-diff.js';
import { adopted, Timesheets } from '../adoption/timesheets.js';
import { petstore } from '../support/fixtures/petstore.js';
import { repository } from '../support/markdown-table.js';
import { exchange } from '../support/raw-exchange.js';
import { codeBlocks, consoleSteps } from '../support/readme-program.js';
import { ServerLog } from '../support/server-log.js';
import { openDatabase } from '../support/test-database.js';

const guideFile = join(repository, 'docs/guide/adoption.md');
const guide = readFileSync(guideFile, 'utf8');
const readmeFile = join(repository, 'examples/existing-app/README.md');

/** The parts of a diff, one for each file. */
function partsOf(diff: string): string[] {
  return diff.split(/^(?=--- )/m).sort();
}

test('the guide shows the whole diff, file by file', () => {
  const stored = partsOf(readFileSync(diffFile, 'utf8'));
  if (process.env.UPDATE_ANSWERS) writeFileSync(guideFile, stored.reduce(withPart, guide));
  const shown = codeBlocks(readFileSync(guideFile, 'utf8'), 'diff');
  expect(partsOf(shown.join(''))).toEqual(stored);
});

/** The guide with the part of one file as it is now, where there was one. */
function withPart(text: string, part: string): string {
  const [file = ''] = /^\+\+\+ .*$/m.exec(part) ?? [];
  const old = partsOf(codeBlocks(text, 'diff').join('')).find((each) => each.includes(`${file}\n`));
  return old === undefined ? text : text.replace(old, () => part);
}

test('the packages are made as in the tutorial, whose commands a test runs', () => {
  const [making = ''] = codeBlocks(readFileSync(join(repository, 'docs/tutorial.md'), 'utf8'), 'sh');
  const [shown = '', installing] = codeBlocks(guide, 'sh');
  expect(shown.replaceAll('mkdir -p', 'mkdir').replaceAll('../my-app/vendor', '../bookshelf')).toBe(making);
  expect(installing).toBe('npm install ./vendor/decorest-*.tgz\n');
});

test('the lines that say who may do what are those of the application', () => {
  const source = readFileSync(join(repository, 'examples/existing-app/src/api.ts'), 'utf8');
  const lines = codeBlocks(guide, 'js').join('').trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.filter((line) => !source.includes(`    ${line}\n`))).toEqual([]);
});

test('the commands of the README print what it says', async () => {
  const readme = readFileSync(readmeFile, 'utf8');
  const printed = await Timesheets.with(adopted, 'sqlite::memory:', ({ port }) =>
    Promise.resolve(
      outputsOf(
        consoleSteps(readme).map(({ command }) => command),
        port,
      ),
    ),
  );
  if (process.env.UPDATE_ANSWERS) rewrite(readme, printed);
  expect(consoleSteps(readFileSync(readmeFile, 'utf8')).map(({ output }) => output)).toEqual(printed);
}, 30_000);

/** What each command prints, in one shell: variables of one are there for the next. */
function outputsOf(commands: readonly string[], port: number): string[] {
  const end = '=== end of a step ===';
  const script = commands.map((command) => `${command}\necho; echo '${end}'`).join('\n');
  const aimed = script.replaceAll('localhost:3000', `127.0.0.1:${String(port)}`);
  const printed = execFileSync('bash', ['-c', aimed], { encoding: 'utf8' });
  return printed
    .split(`\n${end}\n`)
    .slice(0, -1)
    .map((output) => output.trimEnd());
}

function rewrite(readme: string, printed: readonly string[]): void {
  const steps = consoleSteps(readme);
  const written = steps.reduce((text, { command, output }, at) => {
    const now = printed[at] ?? '';
    const old = output === '' ? `$ ${command}\n` : `$ ${command}\n${output}\n`;
    return text.replace(old, () => (now === '' ? `$ ${command}\n` : `$ ${command}\n${now}\n`));
  }, readme);
  writeFileSync(readmeFile, written);
}

test('where the login is forgotten, the policies show no row', async () => {
  const dataSource = await dataSourceOf('sqlite::memory:').initialize();
  try {
    await seed(dataSource);
    const app = new Koa();
    app.use(apiRouter(dataSource, pino({ level: 'silent' })).routes());
    for (const path of ['/api/entries', '/api/members/1', '/api/teams/1/projects', '/api/projects']) {
      const { status, text } = await exchange(app, path);
      expect([path, status, text.includes('internal_error')]).toEqual([path, 500, true]);
    }
  } finally {
    await dataSource.destroy();
  }
});

test('errors in one format: the block of the guide does what it says', async () => {
  const database = await openDatabase('sqlite', petstore.entities);
  try {
    const app = new Koa();
    app.use(inOneFormat());
    app.use(restRouter(createApi(database.dataSource, { logger: new ServerLog() })).routes());
    const refused = await exchange(app, { path: '/pets?nix=1', headers: { 'x-request-id': 'one' } });
    expect([refused.status, refused.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(refused.text)).toMatchObject({
      error: { status: 400, requestId: 'one', errors: [{ parameter: 'nix', code: 'unknown_parameter' }] },
    });
    expect(JSON.parse((await exchange(app, '/pets')).text)).toMatchObject({ total_count: 0 });
  } finally {
    await database.close();
  }
});

/** What the block exports. */
function inOneFormat(): Middleware {
  const folder = mkdtempSync(join(repository, 'test/.adoption-'));
  const file = join(folder, 'in-one-format.ts');
  writeFileSync(file, codeBlocks(guide, 'ts').find((block) => block.includes('inOneFormat')) ?? '');
  try {
    return jest.requireActual<{ inOneFormat: Middleware }>(file).inOneFormat;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
