// Finds the ids of rows that a request names by ids of another spelling.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { listIds } from '../plan/faults.js';
import { formatId } from '../plan/id-value.js';
import type { EdgeChange } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import { idsPerLookup } from '../sql/key-lookup-sql.js';
import { run, type Script } from './script.js';
import { decodeStoredId } from './stored-id.js';

/** Texts of the ids of rows, as they are stored, by the texts of given ids. Ids without a row are left out. */
export type StoredIds = ReadonlyMap<string, string>;

/** Looks up ids whose keys may have other texts. */
export function* findStoredIds(
  programs: Programs,
  entity: EntityModel,
  ids: readonly unknown[],
): Script<StoredIds> {
  const found = new Map<string, string>();
  const width = entity.key.length;
  for (let from = 0; from < ids.length; from += idsPerLookup) {
    const some = ids.slice(from, from + idsPerLookup);
    const padded = Array.from({ length: idsPerLookup }, (_, at) => some[Math.min(at, some.length - 1)]);
    const { rows } = yield* run(programs.lookUpKeys(entity), padded);
    for (const [at, id] of some.entries()) {
      const key = (rows[0] ?? []).slice(at * width, (at + 1) * width);
      if (key[0] !== null) found.set(formatId(id), formatId(decodeStoredId(entity, key)));
    }
  }
  return found;
}

/** The first two places of ids of one row; null if each id is of a row of its own, or of none. */
export function* findRepeatedId(
  programs: Programs,
  entity: EntityModel,
  ids: readonly unknown[],
): Script<readonly [earlier: number, later: number] | null> {
  if (entity.table.hasExactKey || ids.length < 2) return null;
  const { rows } = yield* run(programs.bulk.countVisible(entity), [ids]);
  if (Number(rows[0]?.[0]) === ids.length) return null;
  const stored = yield* findStoredIds(programs, entity, ids);
  const places = new Map<string, number>();
  for (const [at, id] of ids.entries()) {
    const text = stored.get(formatId(id));
    const earlier = text === undefined ? undefined : places.get(text);
    if (earlier !== undefined) return [earlier, at];
    if (text !== undefined) places.set(text, at);
  }
  return null;
}

/** Throws `invalid_request` for a row that a body both adds to an edge and removes from it, in two spellings. */
export function* refuseContradictions(programs: Programs, edges: readonly EdgeChange[]): Script<void> {
  for (const { edge, target, bodyKey, ids, mode } of edges) {
    const removed = edges.find((other) => other.edge === edge && other.mode === 'remove')?.ids ?? [];
    if (mode !== 'add' || target.table.hasExactKey || ids.length === 0 || removed.length === 0) continue;
    const stored = yield* findStoredIds(programs, target, [...ids, ...removed]);
    const added = new Set(ids.map((id) => stored.get(formatId(id))));
    const both = removed.filter((id) => stored.has(formatId(id)) && added.has(stored.get(formatId(id))));
    if (both.length === 0) continue;
    const detail = `${listIds(both)} cannot be both added and removed.`;
    const fault = { pointer: `/${bodyKey}`, code: 'conflict', detail } as const;
    throw new ApiError('invalid_request', { detail, faults: [fault] });
  }
}
