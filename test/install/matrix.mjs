// Every application on every Node, from the packed tarballs: prints a table, and fails when a cell does.
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { packPackages } from '../../scripts/pack-packages.mjs';
import { exercise } from './exercise.mjs';
import { installApp, installedVersion, replacePackage } from './installed-app.mjs';
import { nodeVersions, provideNode } from './node-versions.mjs';

/** Older releases of what we stand on, for an application written for the newest. */
const oldTypeOrm = ['typeorm@^0.3.28'];
const lowestPeers = ['typeorm@0.3.20', 'koa@2.16.0', 'class-validator@0.14.0', 'reflect-metadata@0.1.14'];

const rows = [
  { app: 'typescript-esm' },
  { app: 'typescript-commonjs' },
  { app: 'javascript-esm' },
  { app: 'esm-app-cjs-entities' },
  { app: 'routing-controllers' },
  { app: 'ts-jest' },
  { app: 'typescript-esm', versions: oldTypeOrm },
  // TypeORM 0.3.20 does not know this better-sqlite3 yet, but works with it.
  { app: 'typescript-commonjs', versions: lowestPeers, options: ['--legacy-peer-deps'] },
];

const started = Date.now();
const tarballs = packPackages().map(({ path }) => path);
const nodes = await Promise.all(nodeVersions.map(provideNode));
const failures = [];
const table = [];
await atOnce(availableParallelism(), rows, async (row) => table.push(await rowResult(row)));

console.table(Object.fromEntries(table.sort(([a], [b]) => a.localeCompare(b))));
console.log(`${table.length * nodes.length} cells in ${Math.round((Date.now() - started) / 1000)} s`);
for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** The title of a row, and what came of each of its cells. */
async function rowResult(row) {
  try {
    const folder = await installApp(row, tarballs);
    const title = `${row.app}, TypeORM ${installedVersion(folder, 'typeorm')}`;
    const cells = {};
    for (const node of nodes) cells[node.name] = await cell(folder, node, title);
    rmSync(folder, { recursive: true });
    return [title, cells];
  } catch (error) {
    failures.push(`${row.app} cannot be installed: ${error.message}`);
    return [
      `${row.app} ${row.versions ?? ''}`,
      Object.fromEntries(nodes.map(({ name }) => [name, 'FAILED'])),
    ];
  }
}

async function cell(folder, node, title) {
  const began = Date.now();
  try {
    replacePackage(folder, 'better-sqlite3', node.sqlite);
    await exercise(folder, node);
    return `ok, ${((Date.now() - began) / 1000).toFixed(1)} s`;
  } catch (error) {
    failures.push(`${title} on ${node.name}: ${error.message}`);
    return 'FAILED';
  }
}

/** Works on items, so many at a time. */
async function atOnce(most, items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
