// Converts class and member names to those in paths, bodies and parameters.
import pluralize from 'pluralize';
import type { Naming } from '../options.js';

/** Name of a member in bodies and parameters; `property` may be a dotted path. */
export function wireName(property: string, naming: Naming): string {
  return naming === 'snake_case' ? property.split('.').map(snakeCase).join('.') : property;
}

/** Path segment of an entity's collection: `BlogPost` -> `blog-posts`. */
export function collectionPath(className: string): string {
  const words = wordsOf(className);
  return [...words.slice(0, -1), pluralize(words.at(-1) ?? '')].join('-');
}

/** Path segment of an edge: `bestFriend` -> `best-friend`. */
export function edgePath(property: string): string {
  return wordsOf(property).join('-');
}

/** `displayName` -> `display_name`. */
export function snakeCase(name: string): string {
  return wordsOf(name).join('_');
}

/** Plural of a name, for operation ids. */
export function plural(name: string): string {
  return pluralize(name);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
