// Warns at the start of names that a bundler seems to have given to classes.
import type { EntityModel } from '../api-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { Warn } from './open-check.js';

/** As esbuild, Rollup, Terser and SWC shorten them. */
const shortened = /^[A-Za-z_$]{1,2}$/;

/** Warns once of short names, and of names with a number beside the same without it: a bundler renames the second class. */
export function warnOfBundledNames(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  warn: Warn,
): void {
  const names = new Set(entities.map(({ name }) => name));
  const chosen = new Set(
    scanned.flatMap(({ name, annotations }) => (annotations.written.entityName === undefined ? [] : name)),
  );
  const found = [...names].filter(
    (name) => !chosen.has(name) && (shortened.test(name) || isNumberedTwin(name, names)),
  );
  if (found.length === 0) return;
  warn(
    { entities: found },
    'A bundler seems to have named these classes: their paths and names in the document may change with each build. Have it keep names (esbuild: keepNames), or use @EntityName().',
  );
}

function isNumberedTwin(name: string, names: ReadonlySet<string>): boolean {
  const [, base] = /^(.*\D)\d$/.exec(name) ?? [];
  return base !== undefined && names.has(base);
}
