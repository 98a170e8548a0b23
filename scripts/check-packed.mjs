// Checks the tarballs that would be published with publint and attw, and the README's figures of their size.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages } from './pack-packages.mjs';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

for (const { name, unpackedSize, path } of packPackages()) {
  runTool('publint', [path, '--strict']);
  runTool('attw', [path, '--format', 'ascii', '--no-emoji']);
  compareFigures(name, unpackedSize);
}

function runTool(tool, args) {
  const { status } = spawnSync('npx', ['--no-install', tool, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** The README's row must have the number of dependencies, and the size within 20 %, so that it rarely changes. */
function compareFigures(name, unpackedSize) {
  const row = new RegExp(`^\\| \`${name}\` +\\| (\\d+) +\\| ([\\d.]+) MB`, 'm').exec(readme) ?? [];
  const [, dependencies, megabytes] = row.map(Number);
  const found = { dependencies: countDependencies(name), megabytes: unpackedSize / 1e6 };
  console.log(`${name}: ${found.dependencies} dependencies, ${found.megabytes.toFixed(2)} MB unpacked.`);
  if (dependencies === found.dependencies && Math.abs(megabytes / found.megabytes - 1) < 0.2) return;
  console.error(`README.md has other figures for ${name}: ${dependencies} dependencies, ${megabytes} MB.`);
  process.exitCode = 1;
}

function countDependencies(name) {
  const manifest = join(root, name.replace('@decorest', 'packages'), 'package.json');
  return Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).length;
}
