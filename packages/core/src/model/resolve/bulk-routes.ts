// Resolves the routes that write many rows.
import type { BulkOperation } from '../../vocabulary/operation.js';
import type { EntityModel } from '../api-model.js';
import { bulkSegment, type RouteKind } from '../route-model.js';
import { describeFurtherOperation } from './doc-model.js';
import { nameOperationOfMany, type RouteDraft } from './operation-ids.js';
import { toPlural } from './wire-name.js';

const facts = {
  create: { kind: 'bulk-create', verb: 'Create' },
  update: { kind: 'bulk-update', verb: 'Update' },
  delete: { kind: 'bulk-delete', verb: 'Delete' },
} as const satisfies Record<BulkOperation, { readonly kind: RouteKind; readonly verb: string }>;

/** The parts of a route in which a bulk operation differs from the operation on one row. */
type BulkParts = Pick<RouteDraft, 'kind' | 'path' | 'requiredFilters' | 'ids' | 'summary' | 'description'>;

/** The routes of an entity. `createRoute` creates that of the operation on one row. */
export function createBulkRoutes<R extends BulkParts>(
  entity: EntityModel,
  createRoute: (operation: BulkOperation) => R,
): (R & BulkParts)[] {
  const { bulk, doc, name, path } = entity;
  if (!bulk) return [];
  return bulk.operations.map((operation) => ({
    ...createRoute(operation),
    kind: facts[operation].kind,
    path: operation === 'create' ? `/${path}/${bulkSegment}` : `/${path}`,
    requiredFilters: operation === 'create' ? [] : bulk.requiredFilters,
    ...describeFurtherOperation(doc, `bulk-${operation}`, {
      id: nameOperationOfMany(`bulk_${operation}`),
      summary: `${facts[operation].verb} many ${toPlural(name)}`,
    }),
  }));
}
