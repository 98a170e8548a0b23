// Reports edges by which clients could create entities that have no create.
import type { EntityModel } from '../api-model.js';
import { createTargetLookup } from '../edge-targets.js';
import type { EdgeModel } from '../member-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** Reports every edge that creates entities of a class without the operation `create`. */
export function checkCreations(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const targetOf = createTargetLookup(entities);
  for (const { name: entity, edges } of entities) {
    for (const edge of edges) {
      const { table, operations } = targetOf(edge);
      // Annotations that a view contradicts are reported elsewhere.
      if (!edge.creation || table.isView || operations.includes('create')) continue;
      problems.add({
        entity,
        member: edge.property,
        annotation: listAnnotations(edge).join(' '),
        problem: `${edge.target} has no operation 'create'.`,
        remedy: `Include OperationCreate on ${edge.target}, or remove the annotation.`,
      });
    }
  }
}

function listAnnotations({ creation }: EdgeModel): readonly string[] {
  return [...(creation?.endpoint ? ['@EdgeCreate'] : []), ...(creation?.nested ? ['@NestedCreate'] : [])];
}
