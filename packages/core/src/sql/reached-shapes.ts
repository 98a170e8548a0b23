// The programs a request is run with.
import type { EdgeModel, EntityModel, VariantsModel } from '../model/api-model.js';
import type { ColumnTerm, SelectShape } from '../plan/plan.js';
import type { EdgeStatements, Purpose } from './edge-sql.js';
import type { InsertProgram } from './insert-sql.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';
import type { LockPurpose } from './write-sql.js';

/** All programs over one reach, by shape. */
export interface ReachedShapes {
  /** Whether a policy hides rows of the entity. */
  hides(entity: EntityModel): boolean;
  select(shape: SelectShape): SelectProgram;
  /** Reads the row that the same transaction inserted; null where that takes the key it was given. */
  inserted(entity: EntityModel): SelectProgram | null;
  insert(entity: EntityModel, columns: readonly ColumnTerm[]): InsertProgram;
  update(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  delete(entity: EntityModel): Statement;
  /** Reads the discriminator of the row with the id in slot 0. */
  rowClass(entity: EntityModel, variants: VariantsModel): Statement;
  lock(entity: EntityModel, purpose: LockPurpose): Statement;
  existing(entity: EntityModel, purpose: Purpose): Statement;
  edge(entity: EntityModel, edge: EdgeModel): EdgeStatements;
  /** Null where the database keeps its sequences ahead of chosen ids by itself. */
  advanceSequence(entity: EntityModel): Statement | null;
}
