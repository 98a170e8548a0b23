// Reads the rows of a create of many rows back, those of a class together, and prints them before the transaction ends: an
// answer that is too large is found while nothing is done.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { formatId, toId } from '../plan/id-value.js';
import { getWrittenByIdsShape } from '../plan/one-shape.js';
import type { CreatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { Row } from '../sql/row-renderer.js';
import { createWriteTooLarge, type WriteLimit } from '../sql/response-size.js';
import type { FoundRows, SelectProgram } from '../sql/select-program.js';
import { splitIds } from './id-lists.js';
import { toSelectedRow } from './read-rows.js';
import { RelatedReads } from './related-rows.js';
import { findHiddenIds } from './required-rows.js';
import { bindStatement, runInOrder, type Script } from './script.js';
import { selectReadBack } from './unread-row.js';
import type { PlainInsert } from './write-batch.js';
import { readNewRow } from './read-written-row.js';
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

/** Compiles the reads of the classes of new rows; none where the answer does not show them. */
export function selectReads(programs: Programs, plans: readonly CreatePlan[]): BulkInserts['reads'] {
  const reads = new Map<EntityModel, ClassReads>();
  for (const plan of plans) {
    const { entity } = plan;
    const one = plan.returns === 'minimal' || reads.has(entity) ? null : selectReadBack(programs, plan);
    if (one) reads.set(entity, { one, all: programs.select(getWrittenByIdsShape(entity)) });
  }
  return reads;
}

/** The keys of new rows, in the order of their inserts. */
type NewKeys = readonly (readonly unknown[])[];

/**
 * Reads new rows back and prints them, each as it is when all are written. Throws `forbidden` at the first that a policy hides,
 * and `response_too_large`.
 */
export function* readNewRows(
  programs: Programs,
  { inserts, reads }: BulkInserts,
  keys: NewKeys,
  progress: ItemPlace,
): Script<WrittenRows> {
  progress.item = null;
  const answer = new PrintedRows(programs.writeLimit);
  for (const [entity, { all }] of reads) yield* printClass(answer, all, selectKeys(inserts, keys, entity));
  for (const [at, { plan }] of inserts.entries()) {
    const read = reads.get(plan.entity);
    if (!read || answer.has(at)) continue;
    progress.item = at;
    const row = yield* readNewRow(programs, { plan, key: keys[at] ?? [] }, read.one);
    progress.item = null;
    if ('text' in row && row.text !== null) answer.add(at, row.text);
  }
  if (reads.size === 0) yield* requireVisible(programs, inserts, keys, progress);
  progress.item = null;
  return { written: answer.texts };
}

/** A new row: its place in the body, and its id. */
interface PlacedId {
  readonly at: number;
  readonly id: unknown;
}

function selectKeys(inserts: readonly BulkInsert[], keys: NewKeys, entity: EntityModel): readonly PlacedId[] {
  return keys.flatMap((key, at) => (inserts[at]?.plan.entity === entity ? [{ at, id: toId(key) }] : []));
}

/** Throws `forbidden` at the first new row that a policy hides, without reading the rows. */
function* requireVisible(
  programs: Programs,
  inserts: readonly BulkInsert[],
  keys: NewKeys,
  progress: ItemPlace,
): Script<void> {
  for (const target of new Set(inserts.map(({ plan }) => plan.entity))) {
    if (!programs.isRestricted(target)) continue;
    const placed = selectKeys(inserts, keys, target);
    for (const some of splitIds(placed)) {
      const ids = some.map(({ id }) => id);
      const [hidden] = yield* findHiddenIds(programs, target, ids);
      if (hidden === undefined) continue;
      progress.item = some.find(({ id }) => id === hidden)?.at ?? null;
      throw new ApiError('forbidden');
    }
  }
}

/** The texts of new rows by their places, up to the size of an answer. */
class PrintedRows {
  readonly texts: string[] = [];
  readonly #limit: WriteLimit;
  #bytes = 0;

  constructor(limit: WriteLimit) {
    this.#limit = limit;
  }

  has(at: number): boolean {
    return at in this.texts;
  }

  /** Throws `response_too_large`. */
  add(at: number, text: string): void {
    this.#bytes += Buffer.byteLength(text) + 1;
    if (this.#bytes > this.#limit.maxBytes) this.reject();
    this.texts[at] = text;
  }

  reject(): never {
    throw createWriteTooLarge(this.#limit);
  }

  /** How many rows to read after `read` ones: no more than there is room for, but one, which shows that there is none. */
  chooseNext(read: number): number {
    const mean = this.#bytes / Math.max(1, read);
    return 1 + Math.max(0, Math.ceil((this.#limit.maxBytes - this.#bytes) / Math.max(1, mean)));
  }
}

/** In ids, of one statement. Rows that may be long are first read to see how long they are. */
const maxIds = 1_000;
const firstLongIds = 32;

/** Prints the rows found, without those whose edges exceed the size of an answer by themselves: single reads cut these. */
function* printClass(answer: PrintedRows, program: SelectProgram, placed: readonly PlacedId[]): Script<void> {
  const isLong = [program, ...program.children].some(({ statement }) => statement.isLarge);
  let size = isLong ? firstLongIds : maxIds;
  for (let from = 0; from < placed.length;) {
    const some = placed.slice(from, from + size);
    const isWhole = yield* printSome(answer, program, some);
    if (!isWhole && some.length > 1) {
      size = Math.ceil(some.length / 2);
      continue;
    }
    from += some.length;
    if (isLong) size = Math.min(maxIds, answer.chooseNext(from));
  }
}

/** Returns false, and prints nothing, where the rows of edges exceed the size of an answer. */
function* printSome(answer: PrintedRows, program: SelectProgram, some: readonly PlacedId[]): Script<boolean> {
  const places = new Map(some.map(({ at, id }) => [formatId(id), at]));
  const { rows, cut } = yield bindStatement(program.statement, [some.map(({ id }) => id)]);
  if (cut) answer.reject();
  const related = yield* readRelated(program, rows);
  if (related.some(({ isCut }) => isCut)) return false;
  for (const row of rows) {
    const at = places.get(program.idOf(row));
    if (at !== undefined) answer.add(at, printRow(program, row, related));
  }
  return true;
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

function printRow(program: SelectProgram, row: Row, related: readonly FoundRows[]): string {
  const selected = toSelectedRow(program, { rows: [row], affected: 1 });
  const children = [related.map((found) => found.find(row))];
  return program.printer.print({ ...selected, children, related }, Infinity);
}
