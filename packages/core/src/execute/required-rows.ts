// The rows that must exist for a write, locked so that they exist until it ends.
import { isDeepStrictEqual } from 'node:util';
import { ApiError, type Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { listIds } from '../plan/faults.js';
import { formatId } from '../plan/id-value.js';
import type { ColumnTerm, CreatePlan, EdgeChange, ParentRow, RowChange, UpdatePlan } from '../plan/writes.js';
import type { LookupPurpose } from '../sql/edge-sql.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { Programs } from '../sql/bound-programs.js';
import { lockExpectedRow, lockRow } from './row-lock.js';
import { run, type Script } from './script.js';
import { decodeStoredId } from './stored-id.js';
import { findStoredIds, refuseContradictions } from './stored-ids.js';

/** Ids in a body: each must exist. */
export interface Reference {
  readonly target: EntityModel;
  /** Null for the row that the path names. */
  readonly pointer: string | null;
  readonly purpose: LookupPurpose;
  readonly ids: readonly unknown[];
}

/** An update of any row. */
type RowsChange = Pick<UpdatePlan, 'kind' | 'entity' | 'columns' | 'values' | 'edges'>;

type NewRow = Pick<CreatePlan, 'kind' | 'entity' | 'columns' | 'values' | 'edges' | 'parent'>;

/** Lists the ids that a body refers to, after that of the parent in the path. */
export function collectReferences(plan: NewRow | RowsChange): Reference[] {
  const { kind, entity, columns, values, edges } = plan;
  const refer = entity.observedWrites[kind] ? 'refer with hooks' : 'refer';
  const parent = kind === 'create' ? plan.parent : null;
  return [
    ...(parent ? [toParentReference(parent, refer)] : []),
    ...columns.flatMap((term, at) =>
      isParentKey(term, parent) ? [] : collectForeignKeys(term, values[at], refer),
    ),
    ...edges.map((change) => toReference(change, refer)),
  ];
}

function toParentReference({ entity, id, isNewRow }: ParentRow, refer: LookupPurpose): Reference {
  return { target: entity, pointer: null, purpose: isNewRow ? 'see' : refer, ids: [id] };
}

function isParentKey(term: ColumnTerm, parent: ParentRow | null): boolean {
  return term.of === 'edge' && term.edge === parent?.edge.creation?.inverse;
}

function collectForeignKeys(term: ColumnTerm, value: unknown, purpose: LookupPurpose): Reference[] {
  if (term.of !== 'edge' || value === null) return [];
  const pointer = toPointer(term.edge.name);
  return [{ target: term.target, pointer, purpose: term.isOfNewRow ? 'see' : purpose, ids: [value] }];
}

function toReference({ edge, target, bodyKey, ids }: EdgeChange, refer: LookupPurpose): Reference {
  return { target, pointer: `/${bodyKey}`, purpose: edge.join.kind === 'foreign' ? 'change' : refer, ids };
}

/**
 * Locks the row of an update and those that its body names. All transactions lock tables in one order: two that need rows
 * of the same tables wait for each other instead of deadlocking. Throws `not_found` and `precondition_failed` for the row
 * itself, which come before what is wrong with the body: `invalid_request` with all ids that do not exist. Returns false where
 * no row needs a lock, so that none was looked up.
 */
export function* requireRows(
  programs: Programs,
  plan: RowChange,
  references: readonly Reference[],
): Script<boolean> {
  const { entity, edges, precondition } = plan;
  const isPlain = !entity.observedWrites.update && !programs.isRestricted(entity);
  if (references.length === 0 && isPlain && !precondition) return false;
  const purpose = edges.some(isClaimingReferences) ? 'set references' : 'change';
  const isOwnFirst = edges.some((change) => isFreeingEarlierRows(entity, change));
  if (isOwnFirst) yield* lockExpectedRow(programs, plan, 'change');
  const isAfterOwn = ({ target }: Reference) => target.table.path >= entity.table.path;
  const missing: MissingIds = new Map();
  yield* lockTargets(
    programs,
    references.filter((reference) => !isAfterOwn(reference)),
    missing,
  );
  const isLocked = isOwnFirst && programs.lock(entity, 'change').text === programs.lock(entity, purpose).text;
  // Its state has been compared under the first lock.
  if (isOwnFirst && !isLocked) yield* lockRow(programs, plan, purpose);
  if (!isOwnFirst) yield* lockExpectedRow(programs, plan, purpose);
  yield* lockTargets(programs, references.filter(isAfterOwn), missing);
  throwIfMissing(references, missing);
  yield* refuseContradictions(programs, edges);
  return true;
}

/**
 * Whether the change needs an exclusive lock: a `set` states all references to the row, so none may be added or removed
 * concurrently; and a link must not be changed from both of its sides at once.
 */
function isClaimingReferences({ mode, edge: { join }, target }: EdgeChange): boolean {
  if (mode === 'set') return true;
  if (join.kind !== 'table') return false;
  return target.edges.some(
    ({ join: other }) =>
      other.kind === 'table' &&
      other.table === join.table &&
      isDeepStrictEqual(other.ownColumns, join.targetColumns),
  );
}

/**
 * Whether the row must be locked before its targets: a `set` frees rows of an earlier table that the body does not name, and
 * a concurrent `set` of the same edge may name them. This lock does not block writes that only refer to the row.
 */
function isFreeingEarlierRows({ table }: EntityModel, { mode, edge, target }: EdgeChange): boolean {
  return mode === 'set' && edge.join.kind === 'foreign' && target.table.path < table.path;
}

/**
 * Locks the rows that path and body name. Throws `not_found` for the parent in the path, else `invalid_request` with all ids of
 * all keys that do not exist.
 */
export function* requireTargets(programs: Programs, references: readonly Reference[]): Script<void> {
  const missing: MissingIds = new Map();
  yield* lockTargets(programs, references, missing);
  throwIfMissing(references, missing);
}

/** The ids that do not exist, by the reference that names them. */
type MissingIds = Map<Reference, readonly unknown[]>;

/** Locks the referenced rows, in the order of their tables, and records the missing ids. */
function* lockTargets(
  programs: Programs,
  references: readonly Reference[],
  missing: MissingIds,
): Script<void> {
  for (const reference of [...references].sort(compareTables)) {
    const ids = yield* findMissingIds(programs, reference);
    if (ids.length > 0) missing.set(reference, ids);
  }
}

function compareTables(one: Reference, other: Reference): number {
  const [a, b] = [one.target.table.path, other.target.table.path];
  return a === b ? 0 : a < b ? -1 : 1;
}

function throwIfMissing(references: readonly Reference[], missing: MissingIds): void {
  const faults = references.flatMap((reference) => {
    const ids = missing.get(reference);
    if (ids && reference.pointer === null) throw new ApiError('not_found');
    return ids ? [createNotFoundFault(reference, ids)] : [];
  });
  if (faults.length > 0) throw new ApiError('invalid_request', { detail: faults[0]?.detail ?? '', faults });
}

/** Locks the rows of a reference; returns the ids that do not exist. */
export function* findMissingIds(
  programs: Programs,
  { target, purpose, ids }: Reference,
): Script<readonly unknown[]> {
  if (ids.length === 0) return [];
  const { rows } = yield* run(programs.selectExisting(target, purpose), [ids]);
  const found = new Set(rows.map((row) => formatId(decodeStoredId(target, row))));
  const others = ids.filter((id) => !found.has(formatId(id)));
  if (others.length === 0 || found.size === 0 || target.table.hasExactKey) return others;
  // A row that was found may have one of these ids in another spelling.
  const stored = yield* findStoredIds(programs, target, others);
  return others.filter((id) => {
    const text = stored.get(formatId(id));
    return text === undefined || !found.has(text);
  });
}

/** The rows, written by the transaction, that a policy hides. It may have deleted them, by their listeners: none is missing for that. */
export function* findHiddenIds(
  programs: Programs,
  target: EntityModel,
  ids: readonly unknown[],
): Script<readonly unknown[]> {
  if (!programs.isRestricted(target)) return [];
  return yield* findMissingIds(programs, { target, pointer: null, purpose: 'see', ids });
}

function createNotFoundFault({ target, pointer }: Reference, missing: readonly unknown[]): Fault {
  return {
    pointer: pointer ?? '',
    code: 'not_found',
    detail: `There is no ${target.name} with the id ${listIds(missing)}.`,
  };
}
