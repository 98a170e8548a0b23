// Runs an export in batches, each in its own statement, so that a slow client holds no connection. A row that exists
// throughout, and keeps its position in the order, is exported exactly once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../errors.js';
import type { ExportPlan } from '../plan/plan.js';
import type { Programs } from '../sql/bound-programs.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { DatabaseError } from './database-error.js';
import type { Executor } from './executor.js';
import { readBatch, readFurtherBatches, type Batch, type BatchReads } from './export-batches.js';
import { createRunningExport, type AcquireExport, type RunningExport } from './running-export.js';
import { bindStatement } from './script.js';

/** What all exports of an API share. */
export interface ExportSettings {
  readonly acquire: AcquireExport;
  /** The maximum size of a batch, in bytes: that of an answer. */
  readonly responseBytes: number;
}

/** What an export runs with. */
interface ExportContext {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly exports: ExportSettings;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** Runs after the last row. */
type Finish = () => Promise<void> | undefined;

/**
 * Starts an export: counts its rows, and reads the first batch. Throws `invalid_request` for more rows than the limit,
 * `unavailable` when too many exports are running, and what reads throw.
 */
export async function startExport(
  context: ExportContext,
  plan: ExportPlan,
  finish: Finish | null,
): Promise<RunningExport> {
  const release = context.exports.acquire();
  try {
    await requireWithinLimit(context, plan);
    const first = await readBatch(toReads(context), plan, plan.list);
    const pieces = printBatches(context, { plan, first, finish });
    return createRunningExport(plan, pieces, { release, signal: context.signal });
  } catch (error) {
    release();
    throw error;
  }
}

function toReads({ executor, programs, exports: { responseBytes } }: ExportContext): BatchReads {
  return { executor, programs, maxBytes: responseBytes };
}

async function requireWithinLimit({ executor, programs }: ExportContext, plan: ExportPlan): Promise<void> {
  if (!plan.count) return;
  const { list, limit } = plan.count;
  const { statement, scans } = programs.countRows(list.shape);
  const { rows } = await executor.read(bindStatement(statement, list.values), scans);
  if (Number(rows[0]?.[0]) <= limit) return;
  const detail = `The list has more than ${formatQuantity(limit, 'row')}, the limit of an export. Use filters to narrow it.`;
  throw new ApiError('invalid_request', {
    detail,
    faults: [{ parameter: parameterNames.filterOp, code: 'too_many', detail }],
  });
}

/** An export whose first batch has been read. */
interface StartedExport {
  readonly plan: ExportPlan;
  readonly first: Batch;
  readonly finish: Finish | null;
}

async function* printBatches(
  context: ExportContext,
  { plan, first, finish }: StartedExport,
): AsyncGenerator<string, void> {
  const { header } = first.program.printer;
  if (header !== '') yield header;
  const batches = readFurtherBatches(toReads(context), plan, first);
  for (let batch: Batch | null = first; batch; batch = await readNext(context, batches))
    for (const piece of printPieces(batch)) {
      await waitForTurn(context);
      yield piece;
    }
  await finish?.();
}

async function readNext(context: ExportContext, batches: AsyncGenerator<Batch, void>): Promise<Batch | null> {
  await waitForTurn(context);
  const { value } = await batches.next();
  return value ?? null;
}

/**
 * Lets other requests go first. Throws `cancelled` once the client has left: a clean end would mean a complete export. A client
 * that reads fast would otherwise keep the event loop from both.
 */
async function waitForTurn({ signal }: ExportContext): Promise<void> {
  await nextTurn();
  if (signal?.aborted) throw new DatabaseError('cancelled', undefined);
}

/**
 * The length at which a piece ends. V8 moves a larger string than 128 KiB to its old generation as soon as one collection
 * finds it in use, and there it stays for thousands of batches.
 */
const pieceLength = 32 * 1024;

/** Prints the rows of a batch as the reader asks for them. */
function* printPieces({ program: { printer }, read }: Batch): Generator<string, void> {
  let piece = '';
  for (const [at, row] of read.rows.entries()) {
    piece += printer.print(row, at, read);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
