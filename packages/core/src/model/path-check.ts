// Checks the paths of collections: each is one valid segment, unique, and of an existing class.
import type { Settings } from '../options.js';
import type { EntityModel } from './api-model.js';
import { didYouMean } from './near-name.js';
import type { SchemaProblems } from './schema-problems.js';

/** Whether a text is a path segment that needs no encoding: no slash, nothing percent-encoded, not only dots. */
export function isPathSegment(text: string): boolean {
  return /^[\w~-][\w.~-]*$/.test(text);
}

/** Reports names in the option `paths` that no class has. `classes` includes skipped ones. */
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

/** Reports invalid path segments, and paths that two collections share. */
export function checkPaths(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const byPath = new Map<string, string>();
  for (const { name, path } of entities) {
    const twin = byPath.get(path);
    byPath.set(path, name);
    const remedy = `Set another path with the option paths: { ${name}: '...' }.`;
    if (twin !== undefined && twin !== name)
      problems.add({ entity: name, problem: `has the same path '/${path}' as ${twin}.`, remedy });
    if (!isPathSegment(path))
      problems.add({ entity: name, problem: `its path '/${path}' is not a valid path segment.`, remedy });
  }
}
