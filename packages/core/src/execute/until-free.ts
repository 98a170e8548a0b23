// Waits for somebody else's transaction on a connection that everybody shares.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from './database-error.js';

/** Waits in turns of a millisecond. Throws `unavailable` at the deadline, `cancelled` once the signal is aborted. */
export async function untilFree(taken: () => boolean, deadline: number, signal?: AbortSignal): Promise<void> {
  while (taken()) {
    if (signal?.aborted) throw new DatabaseError('cancelled', undefined);
    if (performance.now() > deadline)
      throw new DatabaseError('unavailable', new Error('The connection stayed in a transaction.'));
    await sleep(1);
  }
}
