// The annotation that lets clients write many rows in one request.
import type { BulkOperation } from '../vocabulary/operation.js';
import { createDecorator, type ClassAnnotation } from './decorator-types.js';

/**
 * Lets clients create, update or delete many rows in one request, all of them or none: `create` adds `POST /pets/bulk`,
 * `update` `PATCH /pets`, `delete` `DELETE /pets`. Without arguments, all three as far as the class has the operation; to name
 * one that it does not have is a `SchemaError`. Overrides the option `bulk`.
 */
export function Bulk(...operations: BulkOperation[]): ClassAnnotation {
  return createDecorator({ bulk: operations });
}
