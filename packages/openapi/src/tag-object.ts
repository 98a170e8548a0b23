// The tags of the routes with their descriptions. Documentation pages show them in this order: tags of entities come first,
// so that tags of edges do not separate them.
import type { EntityModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { OpenApiOptions } from './open-api-options.js';

/** Applies the option `edgeTags` to the routes. */
export function applyEdgeTags(
  routes: readonly Route[],
  { edgeTags = 'entity' }: OpenApiOptions,
): readonly Route[] {
  return edgeTags === 'edge' ? routes : routes.map((route) => ({ ...route, tags: chooseTag(route) }));
}

/**
 * The one tag of an operation: client generators write a class for each tag, and an operation with two of them twice. Without
 * `@Tags`, the tag of an edge is its property.
 */
function chooseTag({ edge, entity, tags }: Route): readonly string[] {
  const [first] = tags;
  return first === undefined || first === edge?.property ? entity.doc.tags.slice(0, 1) : [first];
}

/**
 * Builds all tags in use: tags of entities, then tags of edge endpoints only, both in the order of the routes. The author's
 * descriptions are kept.
 */
export function buildTags(
  routes: readonly Route[],
  authorTags: readonly oas31.TagObject[] = [],
): oas31.TagObject[] {
  const tags = new Map<string, oas31.TagObject>();
  const descriptions = new Map(authorTags.map(({ name, description }) => [name, description]));
  const ofEntities = routes.filter(({ edge }) => edge === null);
  const entities = [...new Set(ofEntities.map(({ entity }) => entity))];
  for (const route of [...ofEntities, ...routes]) {
    for (const name of route.tags) {
      if (tags.has(name)) continue;
      tags.set(name, { name, description: descriptions.get(name) ?? describeTag(name, route, entities) });
    }
  }
  return [...tags.values()];
}

const joinNames = new Intl.ListFormat('en');

/** The first tag of an entity takes its description, unless other entities have the tag, too. */
function describeTag(name: string, { edge }: Route, entities: readonly EntityModel[]): string {
  if (edge) return `The operations of the edge \`${name}\`.`;
  const tagged = entities.filter(({ doc }) => doc.tags.includes(name));
  const [only] = tagged;
  if (tagged.length > 1 || (only && only.doc.tags[0] !== name))
    return `The operations of ${joinNames.format(tagged.map((entity) => entity.name))}.`;
  return only?.doc.description ?? `The operations of ${name}.`;
}
