// Bounds every wait of a request: for a free connection, for its statements, for a database that is down.
import type { Loan } from './lease.js';
import { Hung, Use, type Source, type WatchedSource } from './loan.js';
import { pulse, type Pulse } from './pulse.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type Lend<C> = <T>(work: (loan: Loan<C>) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The connections of one pool. */
export interface Lending<C> {
  readonly lend: Lend<C>;
  ping(): Promise<void>;
  /** Records whether the pool's database responds. */
  readonly pulse: Pulse;
}

/** `shared`: of another source on the same pool. */
export function lending<C>(source: Source<C>, shared?: Pulse): Lending<C> {
  const { acquireMs, statementMs } = source.timeouts;
  const watched: WatchedSource<C> = {
    ...source,
    beat: () => {
      vital.beat();
    },
  };
  const ping = () => new Use(watched, { statementMs: acquireMs }).run(({ lease }) => lease.ping());
  const vital = shared ?? pulse(ping);
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
    lend: (work, signal) => counted(() => new Use(watched, { statementMs, signal }).run(work)),
    ping: async () => {
      await counted(ping);
    },
    pulse: vital,
  };
}
