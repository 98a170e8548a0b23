// Lends connections so that nobody waits for ever: for a free connection, for a statement, for a database that is away.
import { DatabaseError } from './database-error.js';
import type { Loan } from './lease.js';
import { Hung, Use, type Source } from './loan.js';
import { pulse } from './pulse.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type Lend<C> = <T>(work: (loan: Loan<C>) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Lends the connections of one pool. */
export function lending<C>(source: Source<C>): { lend: Lend<C>; ping(): Promise<void> } {
  const { acquireMs, statementMs } = source.timeouts;
  const ping = () => new Use(source, acquireMs).run(({ lease }) => lease.ping());
  const vital = pulse(ping);
  const counted = async <T>(use: () => Promise<T>): Promise<T> => {
    vital.require();
    const since = performance.now();
    try {
      const result = await use();
      vital.beat();
      return result;
    } catch (error) {
      if (error instanceof Hung) vital.miss(since);
      else if (!isAway(error)) vital.beat();
      throw error;
    }
  };
  return {
    lend: (work, signal) => counted(() => new Use(source, statementMs, signal).run(work)),
    ping: async () => {
      await counted(ping);
    },
  };
}

/** Whatever else it refuses, it is there to refuse it. */
function isAway(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'unavailable' || error.kind === 'cancelled');
}
