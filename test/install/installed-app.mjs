// An application of apps/, copied to an empty folder outside the workspace, with the tarballs installed and compiled.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands.mjs';

const apps = join(import.meta.dirname, 'apps');

/** The files of apps/shared that an application gets, each with its name there. */
const sharedFiles = {
  'esm-app-cjs-entities': { 'entities.ts': 'entities.cts' },
  'routing-controllers': { 'api.ts': 'api.ts', 'entities.ts': 'entities.ts' },
  'ts-jest': { 'api.ts': 'api.ts', 'entities.ts': 'entities.ts' },
  'typescript-commonjs': {
    'annotations.ts': 'annotations.ts',
    'api.ts': 'api.ts',
    'entities.ts': 'entities.ts',
  },
  'typescript-esm': { 'annotations.ts': 'annotations.ts', 'entities.ts': 'entities.ts' },
};

/** The folder of an installed and compiled application. */
export async function installApp({ app, versions = [], options = [] }, tarballs) {
  const folder = mkdtempSync(join(tmpdir(), `decorest-${app}-`));
  copyApp(app, folder);
  // Without scripts: better-sqlite3 would compile for this Node, and each cell brings one compiled for its own.
  const always = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', [...always, ...options, ...versions, ...tarballs], { cwd: folder });
  if ('build' in scriptsOf(folder)) await run('npm', ['run', 'build'], { cwd: folder });
  return folder;
}

/** Copies an application with its shared files. */
export function copyApp(app, folder) {
  cpSync(join(apps, app), folder, { recursive: true });
  for (const [shared, name] of Object.entries(sharedFiles[app] ?? {}))
    cpSync(join(apps, 'shared', shared), join(folder, 'src', name));
}

/** Puts a package that is installed elsewhere in the place of the application's own. */
export function replacePackage(folder, name, replacement) {
  const place = join(folder, 'node_modules', name);
  rmSync(place, { recursive: true, force: true });
  symlinkSync(replacement, place, 'dir');
}

/** The scripts of an application. */
export function scriptsOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts;
}

/** The release of a package that an application has. */
export function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
