// publint and attw on the tarballs that would be published, and their sizes in docs/databases.md.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages } from './packed.mjs';

const root = join(import.meta.dirname, '..');
const page = 'docs/databases.md';
const text = readFileSync(join(root, page), 'utf8');

for (const { name, unpackedSize, path } of packPackages()) {
  check('publint', [path, '--strict']);
  check('attw', [path, '--format', 'ascii', '--no-emoji']);
  compare(name, unpackedSize);
}

function check(tool, args) {
  const { status } = spawnSync('npx', ['--no-install', tool, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** The row has the number of dependencies, and the size within a fifth, so that it need not change with every file. */
function compare(name, unpackedSize) {
  const row = new RegExp(`^\\| \`${name}\` +\\| (\\d+) +\\| ([\\d.]+) MB`, 'm').exec(text) ?? [];
  const [, dependencies, megabytes] = row.map(Number);
  const found = { dependencies: dependencyCount(name), megabytes: unpackedSize / 1e6 };
  console.log(`${name}: ${found.dependencies} dependencies, ${found.megabytes.toFixed(2)} MB unpacked.`);
  if (dependencies === found.dependencies && Math.abs(megabytes / found.megabytes - 1) < 0.2) return;
  console.error(`${page} differs for ${name}: ${dependencies} dependencies, ${megabytes} MB.`);
  process.exitCode = 1;
}

function dependencyCount(name) {
  const manifest = join(root, name.replace('@decorest', 'packages'), 'package.json');
  return Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).length;
}
