// A driver that is too old is an error at the start, by the release that is loaded: in a process of its own, since modules of a test
// runner are not Node's.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const from = createRequire(join(root, 'packages/core/package.json'));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'decorest-drivers-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What createApi says of a data source whose driver says that it has this release. */
function startWith(version: string): string {
  const driver = join(folder, `node_modules/better-sqlite3`);
  mkdirSync(driver, { recursive: true });
  writeFileSync(join(driver, 'package.json'), JSON.stringify({ name: 'better-sqlite3', version }));
  writeFileSync(
    join(driver, 'index.js'),
    `module.exports = require(${JSON.stringify(from.resolve('better-sqlite3'))});`,
  );
  const program = `
    require(${JSON.stringify(from.resolve('reflect-metadata'))});
    const driver = require(${JSON.stringify(driver)});
    const { DataSource, EntitySchema } = require(${JSON.stringify(from.resolve('typeorm'))});
    const { createApi } = require(${JSON.stringify(join(root, 'packages/core/dist/cjs/index.js'))});
    const Pet = new EntitySchema({ name: 'Pet', target: class Pet {}, columns: { id: { type: Number, primary: true, generated: true } } });
    const dataSource = new DataSource({ type: 'better-sqlite3', driver, database: ':memory:', entities: [Pet] });
    dataSource.initialize().then(() => {
      try { createApi(dataSource); console.log('started'); } catch (error) { console.log(error.message); }
    });`;
  return execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).trim();
}

test('one that is too old is named, with the release that is needed', () => {
  expect(startWith('8.7.0')).toBe(
    'The API cannot be built: 1 problem.\n' +
      '- options.dataSource: the driver better-sqlite3 8.7.0 is too old: decorest needs 9.0.0 or newer. Run npm install better-sqlite3@^9.0.0.',
  );
});

test('one that is recent enough starts', () => {
  expect(startWith('9.0.0')).toBe('started');
});
