// Rehearses a release, `npm run release -- version` and `publish`, on a copy of the repository and against a registry
// inside this process: nothing is tagged, pushed or published. npm fetches lerna, which is not installed.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { json } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'decorest-release-'));
const names = ['core', 'koa', 'openapi'];
const published = new Map();
const author = { ...process.env };
for (const role of ['AUTHOR', 'COMMITTER']) {
  author[`GIT_${role}_NAME`] = 'Rehearsal';
  author[`GIT_${role}_EMAIL`] = 'rehearsal@example.com';
}

const registry = createServer(answer).listen(0, '127.0.0.1');
try {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !/^(\.git|\.nx|node_modules|dist|.*\.tsbuildinfo)$/.test(basename(path)),
  });
  for (const folder of ['', ...names.map((name) => `packages/${name}`)]) linkModules(folder);
  await rehearse('minor');
} finally {
  registry.close();
  rmSync(copy, { recursive: true });
}

async function rehearse(bump) {
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Current state');
  await release('version', bump, '--no-push');
  const { version } = readManifest('../lerna.json');
  for (const name of names) assertVersions(readManifest(`${name}/package.json`), version);
  assert.equal(git('tag', '--points-at', 'HEAD'), `v${version}`);
  await publish();
  const released = names.map((name) => `@decorest/${name}@${version}`);
  assert.deepEqual([...published.keys()].sort(), released);
  console.log(`Tagged v${version}, published ${released.join(', ')} to the rehearsal registry.`);
}

/** Links the installed modules into the copy. */
function linkModules(folder) {
  const installed = join(root, folder, 'node_modules');
  if (existsSync(installed)) symlinkSync(installed, join(copy, folder, 'node_modules'));
}

async function publish() {
  const url = `http://127.0.0.1:${registry.address().port}/`;
  writeFileSync(join(copy, '.npmrc'), `//${new URL(url).host}/:_authToken=rehearsal\n`, { flag: 'a' });
  git('commit', '--quiet', '--all', '--message', 'The registry of the rehearsal');
  await release('publish', 'from-package', '--registry', url);
}

/** Asserts that a package has the version and depends on exactly this version of its siblings. */
function assertVersions({ name, version, dependencies }, expected) {
  assert.equal(version, expected, name);
  for (const [dependency, wanted] of Object.entries(dependencies)) {
    if (dependency.startsWith('@decorest/')) assert.equal(wanted, expected, `${name} wants ${dependency}`);
  }
}

/** The part of a registry that publishing needs: it holds no package and accepts every one. */
async function answer(request, response) {
  if (request.method !== 'PUT') return void response.writeHead(404).end('{}');
  const { name, versions, _attachments: attachments } = await json(request);
  for (const version of Object.keys(versions)) published.set(`${name}@${version}`, Object.keys(attachments));
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}');
}

function release(...args) {
  const child = spawn('npm', ['run', 'release', '--', ...args, '--yes', '--loglevel', 'warn'], {
    cwd: copy,
    env: author,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`lerna ${args[0]} ended with ${code}`)),
    );
  });
}

function git(...args) {
  return execFileSync('git', args, { cwd: copy, env: author, encoding: 'utf8' }).trim();
}

function readManifest(path) {
  return JSON.parse(readFileSync(join(copy, 'packages', path), 'utf8'));
}
