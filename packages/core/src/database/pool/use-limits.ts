// What bounds the use of a connection.

/** The bounds of one use. */
export interface UseLimits {
  /** How long the work may take, in milliseconds. */
  readonly workMs: number;
  /** The clients that wait for it: it is interrupted when all of them have gone. Empty: it is never. */
  readonly clients: readonly AbortSignal[];
}

/** How long a statement may take to stop after the first cancel request, in milliseconds; then its connection is closed. */
// Timeouts are late by up to 50 ms: a request ends less than a second after `statementMs`.
export const cancelMs = 600;
/** How many cancel requests are sent in that time: one may arrive before the statement that it is to stop. */
export const maxCancelRequests = 4;

/**
 * When the work ends, by the clock of `performance.now()`. The wait for the connection, since `startedAt`, counts: a client knows
 * when it has its answer. Half of the time is left in any case.
 */
export function limitWork(workMs: number, startedAt: number, now: number): number {
  return Math.max(startedAt + workMs, now + workMs / 2);
}
