// Whose rows a route can show, look at or name.
import type { EdgeModel } from './api-model.js';

interface Reaching {
  readonly name: string;
  readonly edges: readonly Pick<EdgeModel, 'target'>[];
}

/** The names of a route's entities and of all that their edges lead to. */
export function reachedEntities(route: {
  readonly entity: Reaching;
  readonly subject: Reaching;
}): ReadonlySet<string> {
  const both = [route.entity, route.subject];
  return new Set(both.flatMap(({ name, edges }) => [name, ...edges.map(({ target }) => target)]));
}
