// The tags of the routes, each described.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** Every tag in use, in the order of the routes. */
export function tagObjects(routes: readonly Route[]): oas31.TagObject[] {
  const tags = new Map<string, oas31.TagObject>();
  for (const route of routes) {
    for (const name of route.tags) {
      if (!tags.has(name)) tags.set(name, { name, description: tagDescription(name, route) });
    }
  }
  return [...tags.values()];
}

/** An entity describes the tags of its own operations. */
function tagDescription(name: string, { entity, edge }: Route): string {
  const described = edge === null && entity.doc.tags.includes(name) ? entity.doc.description : null;
  return described ?? `Operations on ${name}.`;
}
