// The paths of collections and edges: those that authors wrote, and the default ones, of which no two are equal.
import type { Settings } from '../../options.js';
import type { EntityModel } from '../api-model.js';
import type { EdgeModel } from '../member-model.js';
import { assignNouns } from './default-names.js';
import { toCollectionPath, toEdgePath } from './wire-name.js';

/** The path segment of each class. Only two paths of the option `paths` can be equal. */
export function resolvePaths(
  names: readonly string[],
  { paths }: Pick<Settings, 'paths'>,
): ReadonlyMap<string, string> {
  const written = new Map(Object.entries(paths));
  const nouns = assignNouns({
    declared: 'class',
    names: names.filter((name) => !written.has(name)),
    toDefault: toCollectionPath,
    taken: [...written.values()],
  });
  const byDefault = [...nouns].map(([name, noun]) => [name, toCollectionPath(noun)] as const);
  return new Map([...written, ...byDefault]);
}

/** Gives the edges of a class that have an endpoint paths that differ. */
export function assignEdgePaths(edges: readonly EdgeModel[]): readonly EdgeModel[] {
  const served = edges.filter(({ endpoint, creation }) => endpoint ?? creation?.endpoint);
  const nouns = assignNouns({
    declared: 'edge',
    names: served.map(({ property }) => property),
    toDefault: toEdgePath,
  });
  return edges.map((edge) => ({ ...edge, path: toEdgePath(nouns.get(edge.property) ?? edge.property) }));
}

/** Warns once at startup of classes that are not at their usual path, because another class is there. */
export function warnOfPaths(
  entities: readonly EntityModel[],
  { paths, logger }: Pick<Settings, 'paths' | 'logger'>,
): void {
  const moved = entities.flatMap(({ name, path }) => {
    if (Object.hasOwn(paths, name) || path === toCollectionPath(name)) return [];
    const twin = entities.find((other) => other.path === toCollectionPath(name));
    return [{ entity: name, path: `/${path}`, instead: twin?.name }];
  });
  if (moved.length === 0) return;
  logger.warn(
    { paths: moved },
    'Other classes have the usual paths of these ones. The option `paths`, or @EntityName on the class, gives them paths that further classes cannot change.',
  );
}
