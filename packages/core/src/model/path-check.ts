// Paths of collections: each one clean segment, none shared, and none for a class that does not exist.
import type { Settings } from '../options.js';
import type { EntityModel } from './api-model.js';
import { didYouMean } from './near-name.js';
import type { SchemaProblems } from './schema-problems.js';

/** Whether a text is a path segment that is written as it is sent: no slash, nothing percent-encoded, no dots alone. */
export function isPathSegment(text: string): boolean {
  return /^[\w~-][\w.~-]*$/.test(text);
}

/** Reports names in the option `paths` that no class has. `classes` are all there are, skipped ones too. */
export function checkPathOption(
  { paths }: Settings,
  classes: readonly string[],
  problems: SchemaProblems,
): void {
  for (const name of Object.keys(paths)) {
    if (classes.includes(name)) continue;
    problems.add({
      entity: 'options',
      member: `paths.${name}`,
      problem: `no entity is named ${name}.`,
      remedy: `${didYouMean(name, classes)}Use the name of a class: ${classes.join(', ')}.`,
    });
  }
}

/** Reports paths that are not one clean segment, and paths of two collections. */
export function checkPaths(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const byPath = new Map<string, string>();
  for (const { name, path } of entities) {
    const twin = byPath.get(path);
    byPath.set(path, name);
    const remedy = `Name another with the option paths: { ${name}: '...' }.`;
    if (twin !== undefined && twin !== name)
      problems.add({ entity: name, problem: `has the same path '/${path}' as ${twin}.`, remedy });
    if (!isPathSegment(path))
      problems.add({ entity: name, problem: `its path '/${path}' is not one clean path segment.`, remedy });
  }
}
