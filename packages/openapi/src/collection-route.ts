// Which routes answer with a collection, and what pages it has.
import type { PageModel, Route } from '@decorest/core';

/** The pages of a route's collection; null for a route that returns one entity or none. */
export function collectionPage({ kind, entity, edge }: Route): PageModel | null {
  if (kind === 'list') return entity.page;
  return kind === 'edge-list' && edge ? edge.page : null;
}
