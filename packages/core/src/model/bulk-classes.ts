// The rows and keys that requests for many rows may write.
import type { BulkOperation } from '../vocabulary/operation.js';
import type { ClassModel, EntityModel, VariantsModel } from './api-model.js';
import type { EdgeModel } from './member-model.js';

/** Single-table inheritance: the classes whose rows an operation on many rows may write. */
export function listBulkClasses(
  { classes }: VariantsModel,
  operation: BulkOperation | null,
): readonly ClassModel[] {
  return classes.filter(({ entity }) => operation !== null && isWrittenInBulk(entity, operation));
}

/** Whether an operation may write many rows of a class. */
export function isWrittenInBulk({ bulk, mounted }: EntityModel, operation: BulkOperation): boolean {
  return mounted && bulk?.operations.includes(operation) === true;
}

/**
 * Whether an edge can be set to one value in many rows: its foreign key is in the row, and shares no column with the key, which
 * differs from row to row.
 */
export function isSetInManyRows({ key }: Pick<EntityModel, 'key'>, { settable, join }: EdgeModel): boolean {
  return settable.update && join.kind === 'own' && !key.some(({ column }) => join.columns.includes(column));
}
