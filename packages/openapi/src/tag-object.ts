// The tags of the routes, each described. Those of entities come first: the page shows them in this order, and edges
// between them would tear their groups apart.
import type { EntityModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { OpenApiOptions } from './open-api-options.js';

/** The routes with the tags that the options choose for edge endpoints. */
export function applyEdgeTags(
  routes: readonly Route[],
  { edgeTags = 'edge' }: OpenApiOptions,
): readonly Route[] {
  return edgeTags === 'edge' ? routes : routes.map(replaceEdgeTag);
}

/** The tag of an edge is its property unless the author names others. */
function replaceEdgeTag(route: Route): Route {
  const { edge, entity, tags } = route;
  if (edge === null) return route;
  const chosen = tags.flatMap((tag) => (tag === edge.property ? entity.doc.tags : [tag]));
  return { ...route, tags: [...new Set(chosen)] };
}

/**
 * Every tag in use: those of entities, then those that only edge endpoints have, both in the order of the routes. A tag that
 * the author described keeps that description.
 */
export function buildTags(
  routes: readonly Route[],
  described: readonly oas31.TagObject[] = [],
): oas31.TagObject[] {
  const tags = new Map<string, oas31.TagObject>();
  const words = new Map(described.map(({ name, description }) => [name, description]));
  const ofEntities = routes.filter(({ edge }) => edge === null);
  const entities = [...new Set(ofEntities.map(({ entity }) => entity))];
  for (const route of [...ofEntities, ...routes]) {
    for (const name of route.tags) {
      if (tags.has(name)) continue;
      tags.set(name, { name, description: words.get(name) ?? describeTag(name, route, entities) });
    }
  }
  return [...tags.values()];
}

/** A tag has the description of its entity if no other entity has the tag, and the entity has no other tag. */
function describeTag(name: string, { edge }: Route, entities: readonly EntityModel[]): string {
  if (edge) return `What the edge \`${name}\` leads to.`;
  const tagged = entities.filter(({ doc }) => doc.tags.includes(name));
  const [only] = tagged;
  if (tagged.length > 1 || (only && only.doc.tags.length > 1))
    return `Operations of ${name}: on ${tagged.map((entity) => entity.name).join(', ')}.`;
  return only?.doc.description ?? `Operations on ${name}.`;
}
