// Bounds every wait of a request: for a free connection, for its statements, for a database that is down.
import type { Loan } from './lease.js';
import { Hung, Use, type Source, type WatchedSource } from './loan.js';
import { pulse, type Pulse } from './pulse.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type Lend<C> = <T>(work: (use: Loan<C>) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The connections of one pool. */
export interface Lending<C> {
  readonly lend: Lend<C>;
  ping(): Promise<void>;
  /** Records whether the pool's database responds. */
  readonly pulse: Pulse;
}

/** `sharedPulse`: that of another source on the same pool. */
export function lending<C>(source: Source<C>, sharedPulse?: Pulse): Lending<C> {
  const { acquireMs, statementMs } = source.timeouts;
  const monitored: WatchedSource<C> = {
    ...source,
    beat: () => {
      breaker.beat();
    },
  };
  const ping = () => new Use(monitored, { statementMs: acquireMs }).run(({ lease }) => lease.ping());
  const breaker = sharedPulse ?? pulse(ping);
  const withBreaker = async <T>(attempt: () => Promise<T>): Promise<T> => {
    breaker.require();
    const startedAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Hung) breaker.miss(startedAt);
      throw error;
    }
  };
  return {
    lend: (work, signal) => withBreaker(() => new Use(monitored, { statementMs, signal }).run(work)),
    ping: async () => {
      await withBreaker(ping);
    },
    pulse: breaker,
  };
}
