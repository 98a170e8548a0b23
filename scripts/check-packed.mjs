// publint and attw on the tarballs that would be published, what their modules import, and their sizes in docs/databases.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages } from './pack-packages.mjs';

const root = join(import.meta.dirname, '..');
const page = 'docs/databases.md';
const text = readFileSync(join(root, page), 'utf8');

for (const { name, unpackedSize, path } of packPackages()) {
  runTool('publint', [path, '--strict']);
  runTool('attw', [path, '--format', 'ascii', '--no-emoji']);
  checkImports(name, path);
  compareFigures(name, unpackedSize);
}

/** The bundle of core leaves CommonJS modules beside it: each must be in the tarball. */
function checkImports(name, path) {
  const bundle = join(root, name.replace('@decorest', 'packages'), 'dist/bundle.js');
  if (!existsSync(bundle)) return;
  const packed = new Set(execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n'));
  for (const [, file] of readFileSync(bundle, 'utf8').matchAll(/^import .* from "\.\/(.+)";$/gm)) {
    if (packed.has(`package/dist/${file}`)) continue;
    console.error(`${name} imports dist/${file}, which is not packed.`);
    process.exitCode = 1;
  }
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
