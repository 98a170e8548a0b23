// publint and attw on the tarballs that would be published, and their sizes in docs/databases.md.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages } from './pack-packages.mjs';

const root = join(import.meta.dirname, '..');
const page = 'docs/databases.md';
const text = readFileSync(join(root, page), 'utf8');

for (const { name, unpackedSize, path } of packPackages()) {
  runTool('publint', [path, '--strict']);
  runTool('attw', [path, '--format', 'ascii', '--no-emoji']);
  compareFigures(name, unpackedSize);
}

function runTool(tool, args) {
  const { status } = spawnSync('npx', ['--no-install', tool, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** The page's row must have the number of dependencies, and the size within 20 %, so that it rarely changes. */
function compareFigures(name, unpackedSize) {
  const row = new RegExp(`^\\| \`${name}\` +\\| (\\d+) +\\| ([\\d.]+) MB`, 'm').exec(text) ?? [];
  const [, dependencies, megabytes] = row.map(Number);
  const found = { dependencies: countDependencies(name), megabytes: unpackedSize / 1e6 };
  console.log(`${name}: ${found.dependencies} dependencies, ${found.megabytes.toFixed(2)} MB unpacked.`);
  if (dependencies === found.dependencies && Math.abs(megabytes / found.megabytes - 1) < 0.2) return;
  console.error(`${page} differs for ${name}: ${dependencies} dependencies, ${megabytes} MB.`);
  process.exitCode = 1;
}

function countDependencies(name) {
  const manifest = join(root, name.replace('@decorest', 'packages'), 'package.json');
  return Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).length;
}
