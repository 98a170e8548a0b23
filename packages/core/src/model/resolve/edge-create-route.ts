// Resolves the routes that create rows under an edge: POST /users/{id}/pets; and what routes need to know of nested creates.
import { toPointer } from '../../vocabulary/json-pointer.js';
import { addArticle } from '../../vocabulary/wording.js';
import type { EntityModel } from '../api-model.js';
import { listNestedEdges, narrowToEdge } from '../edge-creation.js';
import type { TargetOf } from '../edge-targets.js';
import type { EdgeModel } from '../member-model.js';
import { bodyOperations, type OwnRoute } from '../route-model.js';
import { describeOperation } from './doc-model.js';
import { nameEdgeOperation, type RouteDraft } from './operation-ids.js';

/** The route of an edge with `@EdgeCreate()`. It depends on no operation of the parent. */
export function createEdgeCreateRoutes(
  entity: EntityModel,
  edge: EdgeModel,
  target: EntityModel | undefined,
): RouteDraft[] {
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
        id: nameEdgeOperation('create', edge.property),
        summary: `Create ${addArticle(target.name)} in the ${edge.property} of ${addArticle(entity.name)}`,
      }),
      deprecated: entity.doc.deprecated || edge.doc.deprecated,
      mounted: entity.mounted && edge.mounted,
    },
  ];
}

/** The entities that a body of the route may create by edges. */
export function listNestedTargets(
  { kind, subject }: OwnRoute,
  targetOf: TargetOf<EntityModel>,
): readonly EntityModel[] {
  return bodyOperations[kind] === 'create' ? listNestedEdges(subject).map(targetOf) : [];
}

/** The places of their JSON columns. */
export function listNestedJson(
  { kind, subject }: OwnRoute,
  targetOf: TargetOf<EntityModel>,
): readonly string[] {
  if (bodyOperations[kind] !== 'create') return [];
  return listNestedEdges(subject).flatMap((edge) =>
    targetOf(edge)
      .fields.filter((field) => field.kind === 'json')
      .map(({ name }) => `/${edge.name}${edge.unique ? '' : '/*'}${toPointer(name)}`),
  );
}
