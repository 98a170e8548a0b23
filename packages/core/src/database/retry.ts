// Retries work that failed because of another transaction or another process.
import { setTimeout as sleep } from 'node:timers/promises';
import { recover, type Awaitable } from '../execute/awaitable.js';
import { DatabaseError } from '../execute/database-error.js';
import type { DatabaseErrorKind } from '../execute/failure-kinds.js';

const maxRetries = 3;

/** When an attempt is made again, and how long the waits are. */
interface RetryPolicy {
  /** Whether another attempt follows this error; `retries` have failed before. */
  readonly mayRetry: (error: unknown, retries: number) => boolean;
  /** Each wait is twice as long as the one before, up to this many times. */
  readonly maxDoublings: number;
  /** Called before the first wait; its result is called at the end. */
  readonly beginWaiting?: BeginWaiting;
}

type BeginWaiting = () => () => void;

/** Runs an attempt, and again up to three times after a conflict, each wait longer and jittered. */
export function retryOnConflict<T>(attempt: () => Promise<T>): Awaitable<T> {
  return retry(attempt, () => conflictPolicy);
}

const conflictPolicy: RetryPolicy = {
  mayRetry: (error, retries) => isOfKind(error, 'conflict') && retries < maxRetries,
  maxDoublings: 2,
};

/** How long to wait for a locked file. */
export interface BusyRetryOptions {
  /** By the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly beginWaiting?: BeginWaiting;
}

/** Runs an attempt, and again while another process has locked the file, until the deadline. */
export function retryWhileBusy<T>(attempt: () => Awaitable<T>, options: BusyRetryOptions): Awaitable<T> {
  return retry(attempt, () => createBusyPolicy(options));
}

function createBusyPolicy({ deadline, signal, ...waiting }: BusyRetryOptions): RetryPolicy {
  return {
    mayRetry: (error) => isOfKind(error, 'locked') && !signal?.aborted && performance.now() < deadline,
    maxDoublings: 1,
    ...waiting,
  };
}

/** The first attempt is made at once, without a promise of ours; a policy is created when it fails. */
function retry<T>(attempt: () => Awaitable<T>, createPolicy: () => RetryPolicy): Awaitable<T> {
  return recover(attempt, async (error) => {
    const policy = createPolicy();
    if (!policy.mayRetry(error, 0)) throw error;
    const endWaiting = policy.beginWaiting?.();
    try {
      return await repeatAttempt(attempt, policy);
    } finally {
      endWaiting?.();
    }
  });
}

async function repeatAttempt<T>(
  attempt: () => Awaitable<T>,
  { mayRetry, maxDoublings }: RetryPolicy,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    await sleep(computeDelay(Math.min(retries, maxDoublings)));
    try {
      return await attempt();
    } catch (error) {
      if (!mayRetry(error, retries + 1)) throw error;
    }
  }
}

/** Milliseconds: 10 to 20, 20 to 40, 40 to 80. */
function computeDelay(doublings: number): number {
  return 10 * 2 ** doublings * (1 + Math.random());
}

function isOfKind(error: unknown, kind: DatabaseErrorKind): boolean {
  return error instanceof DatabaseError && error.kind === kind;
}
