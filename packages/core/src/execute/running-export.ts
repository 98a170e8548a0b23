// The pieces of a running export, and its place among the exports that run at the same time.
import { ApiError } from '../errors.js';
import type { ExportPlan } from '../plan/plan.js';
import { formatQuantity } from '../vocabulary/wording.js';

/** The pieces of an export, read as they are asked for. */
export interface RunningExport extends AsyncIterable<string> {
  readonly plan: ExportPlan;
  /** Ends an export that nothing will read. */
  end(): void;
}

/**
 * Takes a place among the exports that run at the same time, and returns the function that gives it back. Throws
 * `unavailable` when all places are taken.
 */
export type AcquireExport = () => () => void;

/** Limits the exports of an API that run at the same time. */
export function createExportLimit(max: number): AcquireExport {
  let running = 0;
  return () => {
    if (running >= max) throw createBusyError(max);
    running += 1;
    let isHeld = true;
    return () => {
      if (isHeld) running -= 1;
      isHeld = false;
    };
  };
}

function createBusyError(max: number): ApiError {
  return new ApiError('unavailable', {
    detail: `${formatQuantity(max, 'export')} are running already (limits.exports).`,
    headers: { 'retry-after': '5' },
  });
}

/** The place of an export, and the signal that its client has left. */
interface ExportPlace {
  readonly release: () => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Gives the place back at the end, after an error, when the reader stops, and when the client leaves: a controller that
 * overrides a list may never read the pieces.
 */
export function createRunningExport(
  plan: ExportPlan,
  pieces: AsyncGenerator<string, void>,
  { release, signal }: ExportPlace,
): RunningExport {
  const end = () => {
    signal?.removeEventListener('abort', end);
    release();
  };
  const settle = async (step: Promise<IteratorResult<string, void>>) => {
    try {
      const result = await step;
      if (result.done) end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  return {
    plan,
    end,
    [Symbol.asyncIterator]: () => ({
      next: () => settle(pieces.next()),
      return: () => settle(pieces.return()),
      throw: (error: unknown) => settle(pieces.throw(error)),
    }),
  };
}
