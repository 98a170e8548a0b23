// The batches of an export. Where an index has its order, each is the read after the last row of the one before. Where none has,
// the keys of many rows are read at once, and then the rows of some of them at a time: docs/decisions/0110-exports-in-any-order.md.
import { toPositionValue } from '../plan/cursor-plan.js';
import type { PositionValue } from '../plan/cursor-token.js';
import type { ExportPlan, SelectPlan } from '../plan/plan.js';
import { planBatchAmong, planNextBatch } from '../plan/position-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { ExportProgram } from '../sql/export-program.js';
import { createResponseTooLarge } from '../sql/response-size.js';
import type { Row } from '../sql/row-renderer.js';
import type { Executor } from './executor.js';
import { readRows, type SelectedRows } from './read-rows.js';
import { bindStatement } from './script.js';
import { decodeStoredId } from './stored-id.js';

/** How batches are read. */
export interface BatchReads {
  readonly executor: Executor;
  readonly programs: Programs;
  /** The maximum size of a batch, in bytes. */
  readonly maxBytes: number;
}

/** Rows to print. */
export interface Batch {
  /** Reads fewer rows than the one before if their edges exceeded the size of an answer. */
  readonly plan: SelectPlan;
  readonly program: ExportProgram;
  readonly read: SelectedRows;
  /** The position of the last row; null where no row follows. */
  readonly end: readonly PositionValue[] | null;
}

/**
 * How many keys are read at once. They are decoded without a break, and are in memory as long as the client takes for their rows.
 */
const keysPerBlock = 5_000;

/** Reads a batch; fewer rows if their edges exceed the size of an answer. */
export async function readBatch(
  { executor, programs, maxBytes }: BatchReads,
  { style }: ExportPlan,
  plan: SelectPlan,
): Promise<Batch> {
  const program = programs.export(plan.shape, style);
  let batch = plan;
  for (;;) {
    const size = getSize(batch);
    const read = await readRows(executor, program.select, batch);
    const { rows, cut, hasMore } = read;
    if (!cut || program.select.children.length === 0) {
      const isLast = !cut && !hasMore;
      const end = isLast ? null : getPosition(program.select.positionAt, rows.at(-1));
      return { plan: batch, program, read, end };
    }
    if (size === 1) throw createResponseTooLarge(maxBytes);
    batch = shrinkBatch(batch, Math.ceil(size / 2));
  }
}

function getSize({ page }: SelectPlan): number {
  return page?.perPage ?? 1;
}

function getPosition(positionAt: readonly number[], row: Row | undefined): readonly PositionValue[] {
  return positionAt.map((at) => toPositionValue(row?.[at]));
}

function shrinkBatch(plan: SelectPlan, size: number): SelectPlan {
  const { window } = plan.shape;
  if (window.kind !== 'page' || !plan.page) return plan;
  const values = plan.values.map((value, slot) => (slot === window.limitSlot ? size + 1 : value));
  return { ...plan, values, page: { ...plan.page, perPage: size } };
}

/** Reads the batches after the first. */
export async function* readFurtherBatches(
  reads: BatchReads,
  plan: ExportPlan,
  first: Batch,
): AsyncGenerator<Batch, void> {
  if (!first.program.continuesByIndex) yield* readInBlocks(reads, plan, first);
  else
    for (let before = first; before.end;) {
      before = await readBatch(reads, plan, planNextBatch(before.plan, before.end));
      yield before;
    }
}

/** Reads the keys of a block of rows, then the rows in batches, and so on. */
async function* readInBlocks(reads: BatchReads, plan: ExportPlan, first: Batch): AsyncGenerator<Batch, void> {
  let size = getSize(first.plan);
  for (let { end } = first; end;) {
    const block = await readKeys(reads, plan.list, end);
    for (let at = 0; at < block.ids.length;) {
      const ids = block.ids.slice(at, at + size);
      const batch = await readAmong(reads, plan, ids);
      const count = getSize(batch.plan);
      if (count < ids.length) size = count;
      at += count;
      yield batch;
    }
    ({ end } = block);
  }
}

/** The ids of rows in their order, and the position of the last; null where no row follows. */
interface KeyBlock extends Pick<Batch, 'end'> {
  readonly ids: readonly unknown[];
}

async function readKeys(
  { executor, programs, maxBytes }: BatchReads,
  list: SelectPlan,
  after: readonly PositionValue[],
): Promise<KeyBlock> {
  const { shape, values } = planNextBatch(list, after, keysPerBlock);
  const { statement, scans, positionAt } = programs.exportKeys(shape);
  const { rows, cut } = await executor.read(bindStatement(statement, values), scans);
  const found = rows.slice(0, keysPerBlock);
  if (cut && found.length === 0) throw createResponseTooLarge(maxBytes);
  return {
    ids: found.map((row) => decodeStoredId(shape.subject, row)),
    end: cut || rows.length > keysPerBlock ? getPosition(positionAt, found.at(-1)) : null,
  };
}

/** Reads the rows with the first of these ids that the list still has: fewer if they exceed the size of an answer. */
async function readAmong(reads: BatchReads, plan: ExportPlan, ids: readonly unknown[]): Promise<Batch> {
  for (let size = ids.length; ; size = Math.ceil(size / 2)) {
    const among = planBatchAmong(plan.list, ids.slice(0, size));
    const program = reads.programs.export(among.shape, plan.style);
    const read = await readRows(reads.executor, program.select, among);
    if (!read.cut) return { plan: among, program, read, end: null };
    if (size === 1) throw createResponseTooLarge(reads.maxBytes);
  }
}
