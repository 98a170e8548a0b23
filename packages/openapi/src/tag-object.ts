// The tags of the routes, each described. Those of entities come first: the page shows them in this order, and edges
// between them would tear their groups apart.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** Every tag in use: those of entities, then those that only edge endpoints have, both in the order of the routes. */
export function tagObjects(routes: readonly Route[]): oas31.TagObject[] {
  const tags = new Map<string, oas31.TagObject>();
  const ofEntities = routes.filter(({ edge }) => edge === null);
  for (const route of [...ofEntities, ...routes]) {
    for (const name of route.tags) {
      if (!tags.has(name)) tags.set(name, { name, description: tagDescription(name, route) });
    }
  }
  return [...tags.values()];
}

/** An entity describes the tags of its own operations. */
function tagDescription(name: string, { entity, edge }: Route): string {
  if (edge) return `What the edge \`${name}\` leads to.`;
  const described = entity.doc.tags.includes(name) ? entity.doc.description : null;
  return described ?? `Operations on ${name}.`;
}
