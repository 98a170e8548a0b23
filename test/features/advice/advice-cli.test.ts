// The command `decorest-advise` as a process: what it prints, and the code it ends with.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = join(__dirname, '../../../packages/openapi/dist/cli/advise-main.js');
const examples = join(__dirname, '../../../examples/petstore/dist');
const petstore = join(examples, 'openapi.js');
const folder = mkdtempSync(join(tmpdir(), 'advice-cli-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  return new Promise((ended) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, timeout: 20_000 },
      (error, output, errors) => {
        ended({ code: error ? (error.code ?? 'killed') : 0, output, errors });
      },
    );
  });
}

/** Writes a module that opens the petstore over a database in memory as `dataSource`. */
function appModule(name: string, source: string): string {
  const from = (file: string) => JSON.stringify(pathToFileURL(join(examples, file)).href);
  const head = [
    `import { createPetstore } from ${from('app.js')};`,
    `import { petstoreDataSource } from ${from('data-source.js')};`,
    `const dataSource = petstoreDataSource('sqlite::memory:');`,
    'await dataSource.initialize();',
  ];
  writeFileSync(join(folder, name), [...head, source].join('\n'));
  return name;
}

test('the missing indexes are printed as SQL, each with the requests that it serves', async () => {
  const { code, output, errors } = await run(petstore);
  expect([code, errors]).toEqual([0, '8 indexes are missing.\n']);
  expect(output)
    .toContain(`-- Pet (age): No index of pets has the order age: these requests read or sort all its rows.
--   /pets?sort=age
--   /users?pets.age.eq
`);
  const statements = output.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  expect(statements).toHaveLength(8);
  expect(statements).toContain('CREATE INDEX "idx_pets_age" ON "pets" ("age");');
});

test('--check fails while an index is missing, and passes when all are there', async () => {
  expect(await run(petstore, '--check')).toMatchObject({ code: 1, errors: '8 indexes are missing.\n' });
  const followed = appModule(
    'followed.mjs',
    `export const { api } = createPetstore(dataSource);
     for (const { ddl } of await api.advise()) if (ddl !== null) await dataSource.query(ddl);`,
  );
  const { code, output, errors } = await run(followed, '--check');
  expect([code, errors]).toEqual([0, '0 indexes are missing.\n']);
  // What no index helps is printed, and is nothing to create.
  expect(output).toContain('-- Pet (name): No index of SQLite finds parts of texts.');
  expect(output).not.toContain('CREATE');
});

test('another export is advised on by its name', async () => {
  const name = appModule('named.mjs', 'export const pets = () => createPetstore(dataSource).api;');
  expect(await run(name, '--export', 'pets')).toMatchObject({ code: 0 });
  expect(await run(name)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('exports no API') as unknown,
  });
});

test.each([
  [[], 'The module is missing. See decorest-advise --help.\n'],
  [['a.js', 'b.js'], 'Expected one module, got 2. See decorest-advise --help.\n'],
  [['a.js', '--out', 'b'], "Unknown option '--out'. See decorest-advise --help.\n"],
  [['nosuch.js'], 'nosuch.js: no such file.\n'],
])('%j is refused', async (args, errors) => {
  expect(await run(...args)).toEqual({ code: 2, output: '', errors });
});

test('--help explains the command', async () => {
  const { code, output } = await run('--help');
  expect([code, output.split('\n', 1)]).toEqual([0, ['Usage: decorest-advise <module> [options]']]);
});

test('a database that cannot be read is an error', async () => {
  const name = appModule(
    'closed.mjs',
    'export const { api } = createPetstore(dataSource); await dataSource.destroy();',
  );
  expect(await run(name)).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringMatching(/^closed\.mjs: the indexes cannot be read: /) as unknown,
  });
});

test('an API of an older core cannot be advised on', async () => {
  const name = appModule(
    'older.mjs',
    'const { advise, ...api } = createPetstore(dataSource).api; export { api };',
  );
  expect(await run(name)).toEqual({
    code: 2,
    output: '',
    errors: 'older.mjs: its version of @decorest/core has no advise(): update the package.\n',
  });
});
