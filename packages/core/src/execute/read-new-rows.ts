// Reads the rows of a create of many rows back, those of a class together.
import type { EntityModel } from '../model/api-model.js';
import { formatId, toId } from '../plan/id-value.js';
import { getByIdsShape } from '../plan/select-plan.js';
import type { CreatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { Row } from '../sql/row-renderer.js';
import type { FoundRows, SelectProgram } from '../sql/select-program.js';
import { splitIds } from './id-lists.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { RelatedReads } from './related-rows.js';
import { run, runInOrder, type Script } from './script.js';
import { selectReadBack, type UnreadRow } from './unread-row.js';
import type { PlainInsert } from './write-batch.js';
import { printBeforeCommit, readNewRow } from './read-written-row.js';
import type { WrittenRows } from './write.js';

/** A row to insert. */
export interface BulkInsert {
  readonly plan: CreatePlan;
  /** Its only statement; null if it takes more. */
  readonly plain: PlainInsert | null;
}

/** The position of an item in the body; null before the first and after the last. */
export interface ItemPlace {
  item: number | null;
}

/** Rows to insert, and how those of each class are read back. Classes without programs are not. */
export interface BulkInserts {
  readonly inserts: readonly BulkInsert[];
  readonly reads: ReadonlyMap<EntityModel, ClassReads>;
}

/** The programs that read new rows of a class. */
interface ClassReads {
  readonly one: SelectProgram;
  readonly all: SelectProgram;
}

/** Compiles the reads of the classes of new rows. */
export function selectReads(programs: Programs, plans: readonly CreatePlan[]): BulkInserts['reads'] {
  const reads = new Map<EntityModel, ClassReads>();
  for (const plan of plans) {
    const { entity } = plan;
    const one = reads.has(entity) ? null : selectReadBack(programs, plan);
    if (one) reads.set(entity, { one, all: programs.select(getByIdsShape(entity)) });
  }
  return reads;
}

/** The keys of new rows, in the order of their inserts. */
type NewKeys = readonly (readonly unknown[])[];

/** Reads new rows back, each as it is when all are written. Throws `forbidden` at the first that a policy hides. */
export function* readNewRows(
  programs: Programs,
  { inserts, reads }: BulkInserts,
  keys: NewKeys,
  progress: ItemPlace,
): Script<WrittenRows> {
  progress.item = null;
  const found = yield* readClasses({ inserts, reads }, keys);
  const written: (SelectedRows | UnreadRow)[] = [];
  for (const [at, { plan }] of inserts.entries()) {
    const key = keys[at] ?? [];
    progress.item = at;
    written.push(
      found.get(plan.entity)?.get(formatId(toId(key))) ??
        (yield* readNewRow(programs, { plan, key }, reads.get(plan.entity)?.one ?? null)),
    );
  }
  progress.item = null;
  return { written };
}

/** Rows by their ids. */
type RowsById = ReadonlyMap<string, SelectedRows>;

function* readClasses(
  { inserts, reads }: BulkInserts,
  keys: NewKeys,
): Script<ReadonlyMap<EntityModel, RowsById>> {
  const found = new Map<EntityModel, RowsById>();
  for (const [entity, { all }] of reads) {
    const ids = keys.filter((_, at) => inserts[at]?.plan.entity === entity).map(toId);
    found.set(entity, yield* readByIds(all, ids));
  }
  return found;
}

/** Returns the rows found, without those whose edges exceed the size of an answer: these are then read one by one. */
function* readByIds(program: SelectProgram, ids: readonly unknown[]): Script<RowsById> {
  const found = new Map<string, SelectedRows>();
  for (const some of splitIds(ids)) {
    const { rows } = yield* run(program.statement, [some]);
    const related = yield* readRelated(program, rows);
    if (related.some(({ isCut }) => isCut)) continue;
    for (const row of rows) found.set(program.idOf(row), selectRow(program, row, related));
  }
  return found;
}

function* readRelated(program: SelectProgram, rows: readonly Row[]): Script<readonly FoundRows[]> {
  const reads = new RelatedReads(program.children, { values: [] });
  let { calls, further } = reads.begin(rows, []);
  let answers = yield* runInOrder(calls);
  while (further) {
    ({ calls, further } = further(answers));
    answers = yield* runInOrder(calls);
  }
  reads.finish(answers);
  return reads.found;
}

function selectRow(program: SelectProgram, row: Row, related: readonly FoundRows[]): SelectedRows {
  const selected = toSelectedRow(program, { rows: [row], affected: 1 });
  const children = [related.map((found) => found.find(row))];
  return printBeforeCommit({ ...selected, children, related });
}
