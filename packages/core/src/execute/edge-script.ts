// Changes the targets of an edge. No row is deleted, and none is taken from another parent.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { formatId } from '../plan/id-value.js';
import type { CreatePlan, EdgeChange } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { ForeignStatements } from '../sql/edge-sql.js';
import type { LinkStatements } from '../sql/link-sql.js';
import type { Statement } from '../sql/statement.js';
import { createDroppedError } from './dropped-writes.js';
import { run, type Script } from './script.js';
import { decodeStoredId } from './stored-id.js';
import { findStoredIds } from './stored-ids.js';

/**
 * Applies one change to existing targets. Returns the ids of the written target rows: none where a join table holds the
 * links. Throws `edge_conflict`.
 */
export function* changeEdge(
  programs: Programs,
  entity: EntityModel,
  id: unknown,
  change: EdgeChange,
): Script<readonly unknown[]> {
  const statements = programs.changeEdge(entity, change.edge);
  if (statements.kind === 'foreign') return yield* changeForeignKeys(statements, id, change);
  yield* changeLinks(programs, statements, id, change);
  return [];
}

/** Whether a join table links the new row to the parent in the path. */
export function isLinkedToParent({ parent }: CreatePlan): boolean {
  return parent?.edge.join.kind === 'table';
}

function* changeLinks(
  programs: Programs,
  statements: LinkStatements,
  id: unknown,
  { mode, ids, target }: EdgeChange,
): Script<void> {
  if (mode === 'set') yield* run(statements.removeOthers, [id, ids]);
  if (ids.length === 0) return;
  const { affected } = yield* run(mode === 'remove' ? statements.remove : statements.add, [id, ids]);
  if (affected >= ids.length || !statements.linked) return;
  // Links that were there already are not added again, and those that were not there are not removed.
  const { rows } = yield* run(statements.linked, [id, ids]);
  const isLeftOut =
    mode === 'remove' ? rows.length > 0 : rows.length < (yield* countRows(programs, target, ids));
  if (isLeftOut) throw createDroppedError();
}

/** How many rows the ids name: ids of several spellings may name one. */
function* countRows(programs: Programs, target: EntityModel, ids: readonly unknown[]): Script<number> {
  if (target.table.hasExactKey || ids.length === 1) return ids.length;
  return new Set((yield* findStoredIds(programs, target, ids)).values()).size;
}

function* changeForeignKeys(
  statements: ForeignStatements,
  id: unknown,
  change: EdgeChange,
): Script<readonly unknown[]> {
  const { mode, ids } = change;
  const freed = yield* findFreed(statements, id, change);
  yield* releaseTargets(statements, id, { ...change, ids: freed });
  if (mode === 'remove' || ids.length === 0) return freed;
  yield* takeTargets(statements, id, change);
  return [...freed, ...ids];
}

function* findFreed(
  statements: ForeignStatements,
  id: unknown,
  change: EdgeChange,
): Script<readonly unknown[]> {
  if (change.mode === 'add') return [];
  return yield* findTargets(statements[change.mode === 'remove' ? 'own' : 'ownOthers'], id, change);
}

/** Links targets that are free or already linked to this row. */
function* takeTargets(statements: ForeignStatements, id: unknown, change: EdgeChange): Script<void> {
  const ofOthers = yield* findTargets(statements.ofOthers, id, change);
  if (ofOthers.length > 0) {
    throw createConflict(
      change,
      `${change.target.name} ${ofOthers.map(formatId).join(', ')} belongs to another; update it to move it.`,
    );
  }
  const { affected } = yield* run(statements.add, [id, change.ids]);
  if (affected >= change.ids.length || !statements.notOwn) return;
  if ((yield* findTargets(statements.notOwn, id, change)).length > 0) throw createDroppedError();
}

/** Unlinks targets. Throws `edge_conflict` where the foreign key is not nullable. */
function* releaseTargets(statements: ForeignStatements, id: unknown, change: EdgeChange): Script<void> {
  const { ids } = change;
  if (ids.length === 0) return;
  const { join } = change.edge;
  if (join.kind === 'foreign' && join.kept.length === join.columns.length) {
    throw createConflict(
      change,
      `${change.target.name} ${ids.map(formatId).join(', ')} cannot be without this edge; update or delete it.`,
    );
  }
  const { affected } = yield* run(statements.remove, [id, ids]);
  if (affected >= ids.length || !statements.notOwn) return;
  if ((yield* findTargets(statements.own, id, change)).length > 0) throw createDroppedError();
}

/** The ids of the targets that a statement finds. */
function* findTargets(
  statement: Statement,
  id: unknown,
  { ids, target }: EdgeChange,
): Script<readonly unknown[]> {
  const { rows } = yield* run(statement, [id, ids]);
  return rows.map((row) => decodeStoredId(target, row));
}

function createConflict({ bodyKey }: EdgeChange, detail: string): ApiError {
  return new ApiError('edge_conflict', {
    detail,
    faults: [{ pointer: `/${bodyKey}`, code: 'conflict', detail }],
  });
}
