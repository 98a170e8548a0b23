import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { createSchemaProblems } from '../problem/schema-problems.js';
import { checkDriver, driverPackages } from './driver-check.js';
import modules from './loaded-version.cjs';

const manifest = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
};

afterEach(() => {
  jest.restoreAllMocks();
});

test('the oldest releases are those of the optional peers', () => {
  for (const { name, least } of Object.values(driverPackages)) {
    expect(manifest.peerDependencies[name]?.replace(/^(?:\^|>=)/, '')).toBe(least);
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
  }
});

/** What is said of a data source whose driver has this release. */
function problemsWith(version: string | undefined): string {
  jest.spyOn(modules, 'loadedVersion').mockReturnValue(version);
  const problems = createSchemaProblems();
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:' });
  checkDriver(dataSource, 'postgres', problems);
  try {
    problems.raise();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(['8.14.1', '8.9.0', '7.20.5', '0.0.1'])('pg %s is too old: both releases are named', (version) => {
  expect(problemsWith(version)).toContain(
    `the driver pg ${version} is too old: decorest needs 8.15.0 or newer. Run npm install pg@^8.15.0.`,
  );
});

test.each(['8.15.0', '8.15.0-rc.1', '8.23.1', '9.0.0', undefined])('pg %s is not', (version) => {
  expect(problemsWith(version)).toBe('');
});
