// Finds the entities whose rows a route can show, test or refer to.
import type { EdgeModel } from './api-model.js';

interface Reaching {
  readonly name: string;
  readonly edges: readonly Pick<EdgeModel, 'target'>[];
  readonly variants: { readonly classes: readonly { readonly entity: { readonly name: string } }[] } | null;
}

/** The names of a route's entities and of all that their edges lead to. */
export function reachedEntities(route: {
  readonly entity: Reaching;
  readonly subject: Reaching;
}): ReadonlySet<string> {
  const both = [route.entity, route.subject];
  return new Set(
    both.flatMap(({ name, edges, variants }) => [
      name,
      ...edges.map(({ target }) => target),
      ...(variants?.classes ?? []).map(({ entity }) => entity.name),
    ]),
  );
}
