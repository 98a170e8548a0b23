// Lends connections so that nobody waits for ever: for a free connection, for a statement, for a database that is away.
import type { Loan } from './lease.js';
import { Hung, Use, type Source, type WatchedSource } from './loan.js';
import { pulse } from './pulse.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type Lend<C> = <T>(work: (loan: Loan<C>) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Lends the connections of one pool. */
export function lending<C>(source: Source<C>): { lend: Lend<C>; ping(): Promise<void> } {
  const { acquireMs, statementMs } = source.timeouts;
  const watched: WatchedSource<C> = {
    ...source,
    beat: () => {
      vital.beat();
    },
  };
  const ping = () => new Use(watched, acquireMs).run(({ lease }) => lease.ping());
  const vital = pulse(ping);
  const counted = async <T>(use: () => Promise<T>): Promise<T> => {
    vital.require();
    const since = performance.now();
    try {
      return await use();
    } catch (error) {
      if (error instanceof Hung) vital.miss(since);
      throw error;
    }
  };
  return {
    lend: (work, signal) => counted(() => new Use(watched, statementMs, signal).run(work)),
    ping: async () => {
      await counted(ping);
    },
  };
}
