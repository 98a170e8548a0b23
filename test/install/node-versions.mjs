// Node in the versions we promise, from the npm package `node`, each with better-sqlite3 compiled for it. Kept between
// runs in a folder of the system's temporary one: compiling takes a minute of one core for each version.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './commands.mjs';

const { version: workspaces } = createRequire(import.meta.url)('better-sqlite3/package.json');

/**
 * The oldest that `engines` names, and the current releases of the other lines. better-sqlite3 12, which TypeORM 1.1 asks
 * for, ends the process on Node 24.19 and newer when a statement is collected; 13 does not, but wants Node 22.
 */
export const nodeVersions = [
  { node: '20.19.0', sqlite: workspaces },
  { node: '22', sqlite: workspaces },
  { node: '24', sqlite: '13.2.0' },
  { node: '26', sqlite: '13.2.0' },
];

/** A Node with its name, its binary, and the folder of a better-sqlite3 compiled for it. */
export async function provideNode({ node, sqlite }) {
  const binary = await provideNodeBinary({ node, sqlite });
  const version = await run(binary, ['--version'], { cwd: tmpdir() });
  return {
    name: `Node ${version.slice(1)}, better-sqlite3 ${sqlite}`,
    binary,
    sqlite: join(folderOf({ node, sqlite }), 'sqlite/node_modules/better-sqlite3'),
  };
}

/** The binary of a Node. */
export async function provideNodeBinary({ node, sqlite }) {
  const folder = folderOf({ node, sqlite });
  if (!existsSync(folder)) await install(node, sqlite, folder);
  return join(folder, 'node/node_modules/.bin/node');
}

function folderOf({ node, sqlite }) {
  return join(tmpdir(), 'decorest-install-test', process.arch, `node-${node}-sqlite-${sqlite}`);
}

/** Installs beside the place and moves there at the end, so that an interrupted installation does not count. */
async function install(node, sqlite, folder) {
  const unfinished = `${folder}-${process.pid}`;
  try {
    await installAlone(`node@${node}`, join(unfinished, 'node'), {});
    await installAlone(
      `better-sqlite3@${sqlite}`,
      join(unfinished, 'sqlite'),
      compileFor(join(unfinished, 'node/node_modules')),
    );
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Installs a package in a folder of its own, its scripts allowed. */
async function installAlone(wanted, folder, env) {
  mkdirSync(folder, { recursive: true });
  const allowScripts = { node: true, 'better-sqlite3': true };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', wanted], { cwd: folder, env });
}

/** Scripts run on the version just installed, and compile against the headers that came with it. */
export function compileFor(modules) {
  const platform = { win32: 'win' }[process.platform] ?? process.platform;
  const headers = join(modules, `node/node_modules/node-${platform}-${process.arch}`);
  return {
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
    ...(existsSync(join(headers, 'include')) ? { npm_config_nodedir: headers } : {}),
  };
}
