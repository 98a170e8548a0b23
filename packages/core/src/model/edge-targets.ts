// Where edges lead: edges name their target, so that the model has no cycles and prints as JSON.

/** Finds what an edge leads to. Throws for an edge of another model. */
export type TargetOf<T> = (edge: { readonly target: string }) => T;

/** The lookup over all that edges may lead to, built once. */
export function edgeTargets<T extends { readonly name: string }>(entities: readonly T[]): TargetOf<T> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  return ({ target }) => {
    const entity = byName.get(target);
    if (!entity) throw new Error(`An edge leads to ${target}, which is not shown.`);
    return entity;
  };
}
