// Tries again what another transaction got in the way of.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Awaitable } from './awaitable.js';
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';

const mostRetries = 3;

/** Runs an attempt, and again up to three times after a conflict, each wait longer and jittered. */
export async function retried<T>(attempt: () => Promise<T> | T): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isOfKind(error, 'conflict') || retries === mostRetries) throw error;
      await sleep(jitter(retries));
    }
  }
}

/** Milliseconds: 10 to 20, 20 to 40, 40 to 80. */
function jitter(retries: number): number {
  return 10 * 2 ** retries * (1 + Math.random());
}

/**
 * Runs an attempt, and again while another process has the file, until the deadline. `waiting` is called before
 * the first wait, its result at the end.
 */
export function patiently<T>(
  deadline: number,
  signal: AbortSignal | undefined,
  waiting: () => () => void,
  attempt: () => Awaitable<T>,
): Awaitable<T> {
  const requireAnother = (error: unknown) => {
    if (!isOfKind(error, 'locked') || signal?.aborted || performance.now() >= deadline) throw error;
  };
  const again = async (error: unknown): Promise<T> => {
    requireAnother(error);
    const ended = waiting();
    try {
      return await untilThrough(attempt, requireAnother);
    } finally {
      ended();
    }
  };
  try {
    const given = attempt();
    return given instanceof Promise ? given.catch(again) : given;
  } catch (error) {
    return again(error);
  }
}

async function untilThrough<T>(
  attempt: () => Awaitable<T>,
  requireAnother: (error: unknown) => void,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    await sleep(jitter(Math.min(retries, 1)));
    try {
      return await attempt();
    } catch (error) {
      requireAnother(error);
    }
  }
}

function isOfKind(error: unknown, kind: DatabaseErrorKind): boolean {
  return error instanceof DatabaseError && error.kind === kind;
}
