// The programs of a request, and how the values of its policies get into them.
import type { EdgeModel, EntityModel, VariantsModel } from '../model/api-model.js';
import type { ColumnTerm, SelectShape } from '../plan/plan.js';
import type { EdgeStatements, Purpose } from './edge-sql.js';
import type { InsertProgram } from './insert-sql.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';
import type { LockPurpose } from './write-sql.js';

/** All programs under the same policies, by shape. */
export interface ReachedShapes {
  /** Whether a policy hides rows of the entity. */
  hides(entity: EntityModel): boolean;
  select(shape: SelectShape): SelectProgram;
  /** Reads the row that the same transaction inserted; null where that requires its key. */
  inserted(entity: EntityModel): SelectProgram | null;
  insert(entity: EntityModel, columns: readonly ColumnTerm[]): InsertProgram;
  update(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  delete(entity: EntityModel): Statement;
  /** Reads the discriminator of the row with the id in slot 0. */
  rowClass(entity: EntityModel, variants: VariantsModel): Statement;
  lock(entity: EntityModel, purpose: LockPurpose): Statement;
  existing(entity: EntityModel, purpose: Purpose): Statement;
  edge(entity: EntityModel, edge: EdgeModel): EdgeStatements;
  /** Null where the database itself keeps its sequences ahead of ids that clients choose. */
  advanceSequence(entity: EntityModel): Statement | null;
}

/** Binds programs to the policy values of one request: their callers pass the values of the plan only. */
export function boundShapes(shapes: ReachedShapes, reach: readonly unknown[]): ReachedShapes {
  const bound = (statement: Statement): Statement => ({
    ...statement,
    parameters: (values) => statement.parameters(values, reach),
    fitting: (values) => bound(statement.fitting(values, reach)),
  });
  return {
    hides: (entity) => shapes.hides(entity),
    select: (shape) => boundSelect(shapes.select(shape), bound),
    inserted: (entity) => {
      const program = shapes.inserted(entity);
      return program && boundSelect(program, bound);
    },
    insert: (entity, columns) => {
      const program = shapes.insert(entity, columns);
      return { ...program, statement: bound(program.statement) };
    },
    update: (entity, columns) => bound(shapes.update(entity, columns)),
    delete: (entity) => bound(shapes.delete(entity)),
    rowClass: (entity, variants) => bound(shapes.rowClass(entity, variants)),
    lock: (entity, purpose) => bound(shapes.lock(entity, purpose)),
    existing: (entity, purpose) => bound(shapes.existing(entity, purpose)),
    edge: (entity, edge) => boundEdge(shapes.edge(entity, edge), bound),
    advanceSequence: (entity) => shapes.advanceSequence(entity),
  };
}

type Bind = (statement: Statement) => Statement;

function boundSelect(program: SelectProgram, bound: Bind): SelectProgram {
  const { inRows, rowsFallback } = program;
  return {
    ...program,
    statement: bound(program.statement),
    total: program.total && bound(program.total),
    children: program.children.map((child) => ({ ...child, statement: bound(child.statement) })),
    parentExists: program.parentExists && bound(program.parentExists),
    inRows: inRows && (() => boundSelect(inRows(), bound)),
    rowsFallback: rowsFallback && (() => boundSelect(rowsFallback(), bound)),
  };
}

function boundEdge(statements: EdgeStatements, bound: Bind): EdgeStatements {
  if (statements.kind === 'table') {
    const { kind, add, remove, removeOthers } = statements;
    return { kind, add: bound(add), remove: bound(remove), removeOthers: bound(removeOthers) };
  }
  const { kind, ofOthers, own, ownOthers, add, remove } = statements;
  return {
    kind,
    ofOthers: bound(ofOthers),
    own: bound(own),
    ownOthers: bound(ownOthers),
    add: bound(add),
    remove: bound(remove),
  };
}
