// The install lines of README.md under every npm, on every Node that it supports, to the letter and with scripts as npm runs them by
// default. What it installs answers a request. Prints a table, and fails when a cell does. `--all` tries every cell.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packPackages } from '../../scripts/pack-packages.mjs';
import { run } from './commands.mjs';
import { nodeVersions, provideNodeBinary } from './node-versions.mjs';
import { npmVersions, provideNpm } from './npm-versions.mjs';
import { shellCommands } from './tutorial-steps.mjs';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const lines = shellCommands(readme).filter((command) => /^npm (?:install|pkg) /.test(command));
if (!lines.some((line) => line.startsWith('npm install '))) throw new Error('README.md has no install line.');

const program = `
import 'reflect-metadata';
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { DataSource, EntitySchema } from 'typeorm';
const columns = { id: { type: 'int', primary: true, generated: true }, name: { type: 'varchar' } };
const entities = [new EntitySchema({ name: 'Pet', columns })];
const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities, synchronize: true });
await dataSource.initialize();
await dataSource.getRepository('Pet').insert({ name: 'Rex' });
const api = createApi(dataSource, { advice: 'off', logger: { error: console.error, warn() {} } });
restRouter(api).routes();
const answer = await api.handle({ method: 'GET', path: '/pets', query: '', headers: {} });
console.log(answer.status, String(answer.body));
`;

const tarballs = packPackages().map(({ path }) => path);
const isWhole = process.argv.includes('--all');
const failures = [];
const table = {};
const binaries = new Map();
for (const version of nodeVersions) binaries.set(version.node, await provideNodeBinary(version));
await Promise.all(npmVersions.map(tryLines));

console.log(lines.join('\n'));
console.table(table);
for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function tryLines({ npm, nodes, byDefault }) {
  for (const node of isWhole ? nodes : byDefault) {
    const { version, env } = await provideNpm(npm, binaries.get(node));
    const began = Date.now();
    const result = await tryLine(env, `npm ${version} on Node ${node}`);
    const row = (table[`npm ${version}`] ??= {});
    row[`Node ${node.split('.')[0]}`] = `${result}, ${((Date.now() - began) / 1000).toFixed(0)} s`;
  }
}

async function tryLine(env, title) {
  const folder = mkdtempSync(join(tmpdir(), 'decorest-install-line-'));
  try {
    for (const tarball of tarballs) cpSync(tarball, join(folder, basename(tarball)));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    writeFileSync(join(folder, 'program.js'), program);
    for (const line of lines) await run('bash', ['-c', line], { cwd: folder, env });
    const printed = await run('node', ['program.js'], { cwd: folder, env });
    if (!/^200 .*"name":"Rex"/m.test(printed)) throw new Error(`The program printed: ${printed}`);
    return 'ok';
  } catch (error) {
    failures.push(`${title}: ${error.message}`);
    return 'FAILED';
  } finally {
    rmSync(folder, { recursive: true });
  }
}
