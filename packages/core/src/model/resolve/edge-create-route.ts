// Resolves the routes that create rows under an edge: POST /users/{id}/pets.
import { addArticle } from '../../vocabulary/wording.js';
import type { EntityModel } from '../api-model.js';
import { narrowToEdge } from '../edge-creation.js';
import type { EdgeModel } from '../member-model.js';
import type { OwnRoute } from '../route-model.js';
import { describeOperation } from './doc-model.js';
import { toSnakeCase } from './wire-name.js';

/** The route of an edge with `@EdgeCreate()`. It depends on no operation of the parent. */
export function createEdgeCreateRoutes(
  entity: EntityModel,
  edge: EdgeModel,
  target: EntityModel | undefined,
): OwnRoute[] {
  if (!edge.creation?.endpoint || !target) return [];
  return [
    {
      kind: 'edge-create',
      method: 'POST',
      path: `/${entity.path}/{id}/${edge.path}`,
      entity,
      edge,
      subject: narrowToEdge(target, edge),
      collection: null,
      requiredFilters: [],
      operation: 'create',
      ...describeOperation(edge.doc, 'create', {
        operationId: `create_${toSnakeCase(entity.name)}_${toSnakeCase(edge.property)}`,
        summary: `Create ${addArticle(target.name)} in the ${edge.property} of ${addArticle(entity.name)}`,
      }),
      deprecated: entity.doc.deprecated || edge.doc.deprecated,
      mounted: entity.mounted && edge.mounted,
    },
  ];
}
