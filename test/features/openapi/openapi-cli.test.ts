// The command `decorest-openapi` as a process: what it writes, compares, prints, and the code it ends with.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lintDocument } from '../../support/lint-document.js';

const program = join(__dirname, '../../../packages/openapi/dist/cli/main.js');
const examples = join(__dirname, '../../../examples/petstore/dist');
const petstore = join(examples, 'openapi.js');
const folder = mkdtempSync(join(tmpdir(), 'openapi-cli-'));

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
    const settings = { cwd: folder, timeout: 20_000, maxBuffer: 2 ** 24 };
    execFile(process.execPath, [program, ...args], settings, (error, output, errors) => {
      ended({ code: error ? (error.code ?? 'killed') : 0, output, errors });
    });
  });
}

/** Writes a module of an application; `petstore` and `dataSource` are there for it. Answers its name. */
function appModule(name: string, source: string): string {
  const from = (file: string) => JSON.stringify(pathToFileURL(join(examples, file)).href);
  const head = [
    `import { createPetstore } from ${from('app.js')};`,
    `import { petstoreDataSource } from ${from('data-source.js')};`,
    `const dataSource = petstoreDataSource('sqlite::memory:');`,
  ];
  writeFileSync(join(folder, name), [...head, source].join('\n'));
  return name;
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

describe('the document of the petstore', () => {
  test('goes to standard output as JSON, with the options that the module exports', async () => {
    const { code, output, errors } = await run(petstore);
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(output)).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Petstore' },
      paths: { '/pets/{id}/owner': { get: {} } },
    });
  });

  test('is written as the name of the file ends, and says the same in both languages', async () => {
    expect(await run(petstore, '--out', 'pets.json')).toMatchObject({
      code: 0,
      output: 'pets.json is written.\n',
    });
    expect(await run(petstore, '--out', 'pets.yaml')).toMatchObject({ code: 0 });
    expect(read('pets.yaml')).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Petstore\n/);
    const copy = await run(petstore, '--out', 'pets.yaml', '--check');
    expect(copy).toEqual({ code: 0, output: 'pets.yaml is up to date.\n', errors: '' });
  });

  test('passes the linters', async () => {
    const { output } = await run(petstore);
    expect(await lintDocument(JSON.parse(output))).toEqual([]);
  });
});

describe('--check', () => {
  test('fails on a stale file, names the first difference, and leaves the file alone', async () => {
    await run(petstore, '--out', 'stale.json');
    const changed = read('stale.json').replace('"title": "Petstore"', '"title": "Zoo"');
    writeFileSync(join(folder, 'stale.json'), changed);
    const { code, errors } = await run(petstore, '--out', 'stale.json', '--check');
    expect(code).toBe(1);
    expect(errors).toBe(
      'stale.json is stale: at /info/title it has "Zoo" instead of "Petstore". Run again without --check to update it.\n',
    );
    expect(read('stale.json')).toBe(changed);
  });

  test('does not mind how the file is laid out', async () => {
    await run(petstore, '--out', 'dense.json');
    writeFileSync(join(folder, 'dense.json'), JSON.stringify(JSON.parse(read('dense.json'))));
    expect(await run(petstore, '--out', 'dense.json', '--check')).toMatchObject({ code: 0 });
  });

  test.each([
    ['missing.json', null, 'missing.json does not exist.'],
    ['torn.json', '{"openapi": ', 'torn.json is not JSON.'],
    ['empty.yaml', '', 'empty.yaml is stale: at its root it has null instead of {"openapi"'],
  ])('fails on %s', async (file, text, message) => {
    if (text !== null) writeFileSync(join(folder, file), text);
    const { code, errors } = await run(petstore, '--out', file, '--check');
    expect(code).toBe(1);
    expect(errors).toContain(message);
    expect(errors.trimEnd()).not.toContain('\n');
  });
});

describe('the module', () => {
  const made = 'await dataSource.initialize(); const { api } = createPetstore(dataSource);';

  test.each([
    ['api.mjs', `${made} export { api };`, []],
    ['default.mjs', `${made} export default api;`, []],
    ['promise.mjs', `${made} export default Promise.resolve(api);`, []],
    ['function.mjs', `${made} export default () => api;`, []],
    ['named.mjs', `${made} export const shop = async () => api; export default 1;`, ['--export', 'shop']],
    ['open.mjs', `${made} export { api }; setInterval(() => {}, 1000);`, []],
    ['texts.mjs', `${made} export { api }; export const texts = { info: {} };`, ['--options', 'texts']],
  ])('%s is understood', async (name, source, args) => {
    const { code, output, errors } = await run(appModule(name, source), ...args);
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(output)).toHaveProperty(['paths', '/pets', 'get']);
  });

  test.each([
    ['members.cjs', 'module.exports = { [["a", "pi"].join("")]: load() };'],
    ['whole.cjs', 'module.exports = load;'],
    [
      'compiled.cjs',
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = load();',
    ],
  ])('%s, of CommonJS, is understood', async (name, last) => {
    const url = JSON.stringify(pathToFileURL(petstore).href);
    writeFileSync(join(folder, name), `const load = () => import(${url}).then(({ api }) => api());\n${last}`);
    const { code, output } = await run(name);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toHaveProperty(['paths', '/pets', 'get']);
  });

  test('may log: the document stands alone on standard output', async () => {
    const { output, errors } = await run(
      appModule('talks.mjs', `console.log('hello');${made} export { api };`),
    );
    expect(JSON.parse(output)).toHaveProperty('openapi');
    expect(errors).toBe('hello\n');
  });
});

describe('a failure is one line, with exit code 2', () => {
  const nothing = appModule('nothing.mjs', 'export const other = 1;');
  const object = appModule('object.mjs', 'export const api = {};');
  const bare = appModule('bare.mjs', 'export default () => createPetstore(dataSource).api;');
  const throws = appModule('throws.mjs', 'throw new Error("no config\\nat all");');
  const never = appModule('never.mjs', 'export const api = new Promise(() => {});');
  const late = appModule(
    'late.mjs',
    'export const api = new Promise(() => {}); setTimeout(() => { throw new Error("too late"); }, 1);',
  );

  test.each([
    [[], 'The module is missing. See decorest-openapi --help.'],
    [[petstore, '--nope'], "Unknown option '--nope'. See decorest-openapi --help."],
    [['gone.js'], 'gone.js: no such file.'],
    [
      [nothing],
      "nothing.mjs exports no API: neither 'api' nor a default; name another export with --export.",
    ],
    [[nothing, '--export', 'api'], "nothing.mjs exports no API: 'api' does not exist."],
    [[object], "object.mjs: the export 'api' is not an API. Export the result of createApi()"],
    [[bare], 'bare.mjs: The API cannot be built: 1 problem. options.dataSource: the data source is not'],
    [[throws], 'throws.mjs cannot be loaded: no config'],
    [[never], 'The promise of the API never settled.'],
    [[late], 'too late'],
    [[petstore, '--out', 'no/where.json'], 'no/where.json cannot be written: ENOENT'],
    [[petstore, '--options', 'nope'], "the export 'nope' is not an object with document options."],
  ])('%j', async (args, message) => {
    const { code, output, errors } = await run(...args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
    expect(errors.trimEnd()).not.toContain('\n');
  });
});

test('--help lists the options', async () => {
  const { code, output } = await run('--help');
  expect(code).toBe(0);
  for (const option of ['--export', '--options', '--out', '--format', '--check'])
    expect(output).toContain(option);
});
