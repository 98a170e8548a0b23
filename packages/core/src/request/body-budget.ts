// Limits the memory of the bodies of all requests that run: each is within `limits.bodySize`, but a client may send many at
// once, and the values of a body take more than its text.
import { ApiError } from '../errors.js';
import type { ParsedBody } from './json-body.js';

/** In bytes: for all bodies together. */
const maxHeldBytes = 64 * 1024 * 1024;
/** In bytes. Smaller bodies are not counted: those of all connections together are small. */
const minCountedBytes = 64 * 1024;
/** In bytes: an empty object, with its place in the list that holds it. */
const bytesPerValue = 64;

/** Counts a body while work runs with it. Throws `unavailable` where there is no room for it; one body always fits. */
export type HoldBody = <T>(body: ParsedBody, work: () => T | Promise<T>) => T | Promise<T>;

/** The memory budget for the bodies of one API. */
export function createBodyBudget(): HoldBody {
  let held = 0;
  return ({ length = 0, size }, work) => {
    const bytes = length + size * bytesPerValue;
    if (bytes < minCountedBytes) return work();
    if (held > 0 && held + bytes > maxHeldBytes) throw createBusyError();
    held += bytes;
    return finish(work, () => {
      held -= bytes;
    });
  };
}

/** Runs work, and `end` when it has ended. */
async function finish<T>(work: () => T | Promise<T>, end: () => void): Promise<T> {
  try {
    return await work();
  } finally {
    end();
  }
}

function createBusyError(): ApiError {
  return new ApiError('unavailable', {
    detail: 'Too many large bodies are being processed.',
    headers: { 'retry-after': '1' },
  });
}
