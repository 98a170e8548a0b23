// Rows that a statement should have written: a trigger may leave rows out without an error, and the client must learn of it.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import { DatabaseError } from './database-error.js';
import { findMissingIds } from './required-rows.js';
import { run, type BoundStatement, type Script } from './script.js';

/** The error of a write that a trigger has left out. */
export function createDroppedError(): DatabaseError {
  return new DatabaseError('refused', new Error('A trigger has left the write out.'));
}

/**
 * Throws `refused` where one of the rows is stored and visible: the statement that counted fewer rows than these should have
 * written it.
 */
export function* requireWritten(
  programs: Programs,
  entity: EntityModel,
  ids: readonly unknown[],
): Script<void> {
  const statement = programs.unwritten(entity);
  if (statement && (yield* run(statement, [ids])).rows.length > 0) throw createDroppedError();
}

/** A column and the value it gets. */
interface AssignedTerm {
  readonly column: ColumnTerm;
  readonly value: unknown;
}

/** Throws `foreign-key` where an assigned foreign key leads nowhere. The client cannot know of those that a hook sets. */
export function* requireReferences(programs: Programs, assignments: readonly AssignedTerm[]): Script<null> {
  for (const { column, value } of assignments) {
    if (column.of !== 'edge' || value === null) continue;
    const reference = { target: column.target, pointer: null, purpose: 'refer', ids: [value] } as const;
    const missing = yield* findMissingIds(programs, reference);
    if (missing.length > 0)
      throw new DatabaseError(
        'foreign-key',
        new Error('A listener or a hook refers to a row that does not exist.'),
      );
  }
  return null;
}

/** Runs the statement that restores a row. Throws `refused` where a trigger leaves the row deleted. */
export function* runRestore(
  programs: Programs,
  { entity, id }: { readonly entity: EntityModel; readonly id: unknown },
  restore: BoundStatement,
): Script<void> {
  const { affected } = yield restore;
  if (affected > 0) return;
  const [row] = (yield* run(programs.lockDeleted(entity), [id])).rows;
  if (Number(row?.[0]) === 1) throw createDroppedError();
}
