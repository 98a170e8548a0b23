// Looks up the targets of edges. Edges name their target, so the model has no cycles and prints as JSON.

/** Finds the target of an edge. Throws for an edge of another model. */
export type TargetOf<T> = (edge: { readonly target: string }) => T;

/** A lookup over all possible targets of edges. */
export function createTargetLookup<T extends { readonly name: string }>(entities: readonly T[]): TargetOf<T> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  return ({ target }) => {
    const entity = byName.get(target);
    if (!entity) throw new Error(`An edge leads to ${target}, which the model does not contain.`);
    return entity;
  };
}
