// The pieces of a running export, and the limit of concurrent exports.
import { ApiError } from '../errors.js';
import type { ExportPlan } from '../plan/plan.js';
import { formatQuantity } from '../vocabulary/wording.js';

/** The pieces of an export, read as they are asked for. */
export interface RunningExport extends AsyncIterable<string> {
  readonly plan: ExportPlan;
  /** Ends an export that will not be read. */
  end(): void;
}

/**
 * Counts an export as running, and returns a function that ends this. Throws `unavailable` if `limits.exports` are running.
 */
export type AcquireExport = () => () => void;

/** Limits the concurrent exports of an API. */
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

/** For `HEAD`, whose answer has no body: nothing is left to run once the first rows are read. */
export const acquireNothing: AcquireExport = () => () => undefined;

function createBusyError(max: number): ApiError {
  return new ApiError('unavailable', {
    detail: `${formatQuantity(max, 'export')} are running already (limits.exports).`,
    headers: { 'retry-after': '5' },
  });
}

/** The release function of an export, and the signal that its client has disconnected. */
interface ExportPlace {
  readonly release: () => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Releases the export at its end, after an error, when the reader stops, and when the client disconnects: a controller that
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
