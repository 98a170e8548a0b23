// The release of a package that TypeORM has loaded. CommonJS in both of our formats: only `require` knows.
import type fs = require('node:fs');
import type path = require('node:path');

const nodeFs = require('node:fs') as typeof fs;
const nodePath = require('node:path') as typeof path;

/**
 * The version of the package whose module has these exports; undefined where it cannot be found, as in a bundle or in the
 * module system of a test runner.
 */
function loadedVersion(name: string, exported: unknown): string | undefined {
  const loaded = Object.values(require.cache).find((module) => module?.exports === exported);
  if (loaded === undefined) return undefined;
  const folder = findPackage(nodePath.dirname(loaded.filename), name);
  return folder === undefined ? undefined : readManifest(folder).version;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
}

function findPackage(folder: string, name: string): string | undefined {
  if (readManifest(folder).name === name) return folder;
  const parent = nodePath.dirname(folder);
  return parent === folder ? undefined : findPackage(parent, name);
}

function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(nodeFs.readFileSync(nodePath.join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

export = { loadedVersion };
