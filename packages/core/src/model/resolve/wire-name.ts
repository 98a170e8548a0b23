// Converts class and member names to those in paths, bodies and parameters.
import pluralize from 'pluralize';
import type { Naming } from '../../options.js';

/** Name of a member in bodies and parameters; `property` may be a dotted path. */
export function toWireName(property: string, naming: Naming): string {
  return naming === 'snake_case' ? property.split('.').map(toSnakeCase).join('.') : property;
}

/** Path segment of an entity's collection: `BlogPost` -> `blog-posts`. */
export function toCollectionPath(className: string): string {
  const words = splitWords(className);
  return [...words.slice(0, -1), pluralize(words.at(-1) ?? '')].join('-');
}

/** Path segment of an edge: `bestFriend` -> `best-friend`. */
export function toEdgePath(property: string): string {
  return splitWords(property).join('-');
}

/** `displayName` -> `display_name`. */
export function toSnakeCase(name: string): string {
  return splitWords(name).join('_');
}

/** Whether a word is in the singular, as far as its spelling says. */
export function isSingular(word: string): boolean {
  return pluralize.isSingular(word);
}

/** Plural of a name, for operation ids. */
export function toPlural(name: string): string {
  return pluralize(name);
}

/** The words of a name in lower case: `displayName` has two. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
