// Where the module of better-sqlite3 is that TypeORM has loaded. CommonJS in both of our formats: only `require` knows.
import type path = require('node:path');

const nodePath = require('node:path') as typeof path;

/** The path of the module whose exports these are; undefined when it cannot be found. */
function driverPath(driver: unknown): string | undefined {
  const loaded = Object.values(require.cache).find((module) => module?.exports === driver);
  return loaded?.filename ?? resolveDriverPath(driver);
}

/** Module systems of test runners keep modules elsewhere. TypeORM looks beside itself, then where the process runs. */
function resolveDriverPath(driver: unknown): string | undefined {
  try {
    const found = require.resolve('better-sqlite3', {
      paths: [nodePath.dirname(require.resolve('typeorm')), process.cwd()],
    });
    return require(found) === driver ? found : undefined;
  } catch {
    return undefined;
  }
}

export = { driverPath };
