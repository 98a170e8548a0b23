// Lends connections so that nobody waits for ever: for a free connection, for a statement, for a database that is away.
// Whatever happens, a connection is given back in order or closed.
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';
import type { Deadlines } from './deadlines.js';
import type { Lease, Loan } from './lease.js';
import { pulse } from './pulse.js';
import type { Timeouts } from '../options.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type Lend<C> = <T>(work: (loan: Loan<C>) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Where connections come from, and what bounds their use. */
export interface Source<C> {
  acquire(): Promise<Lease<C>>;
  /** Turns whatever is thrown into what the client is told. */
  classify(error: unknown): Error;
  readonly timeouts: Timeouts;
  readonly deadlines: Deadlines;
}

/** How long a statement may take to stop once its server was told; then its connection is closed. */
const stopMs = 1_000;

/** Lends the connections of one pool. */
export function lending<C>(source: Source<C>): { lend: Lend<C>; ping(): Promise<void> } {
  const { timeouts } = source;
  const vital = pulse(() => attempt(source, timeouts.acquireMs, ({ lease }) => lease.ping()));
  const counted = async <T>(statementMs: number, work: (use: Use<C>) => Promise<T>, signal?: AbortSignal) => {
    vital.require();
    const since = performance.now();
    try {
      const result = await attempt(source, statementMs, work, signal);
      vital.beat();
      return result;
    } catch (error) {
      if (error instanceof Hung) vital.miss(since);
      else if (!isAway(error)) vital.beat();
      throw error;
    }
  };
  return {
    lend: (work, signal) => counted(timeouts.statementMs, work, signal),
    ping: async () => {
      await counted(timeouts.acquireMs, ({ lease }) => lease.ping());
    },
  };
}

/** Whatever else it refuses, it is there to refuse it. */
function isAway(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'unavailable' || error.kind === 'cancelled');
}

/** The database gave no answer, not even to being told to stop. */
class Hung extends DatabaseError {}

async function attempt<C, T>(
  source: Source<C>,
  statementMs: number,
  work: (use: Use<C>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lease = await acquired(source, signal);
  return new Use(lease, source, signal).run(work, statementMs);
}

/** A lease in time; one that comes later goes straight back. */
function acquired<C>(source: Source<C>, signal: AbortSignal | undefined): Promise<Lease<C>> {
  if (signal?.aborted) return Promise.reject(interruption('cancelled'));
  return new Promise((resolve, reject) => {
    let waiting = true;
    const settle = () => {
      waiting = false;
      source.deadlines.clear(deadline);
      signal?.removeEventListener('abort', abort);
    };
    const giveUp = (error: DatabaseError) => {
      settle();
      reject(error);
    };
    const deadline = source.deadlines.set(source.timeouts.acquireMs, () => {
      giveUp(new Hung('unavailable', new Error('No connection was to be had in time.')));
    });
    const abort = () => {
      giveUp(interruption('cancelled'));
    };
    signal?.addEventListener('abort', abort);
    source.acquire().then(
      (lease) => {
        if (!waiting) return void lease.giveBack();
        settle();
        resolve(lease);
      },
      (error: unknown) => {
        if (!waiting) return;
        settle();
        reject(source.classify(error));
      },
    );
  });
}

function interruption(kind: Extract<DatabaseErrorKind, 'timeout' | 'cancelled'>): DatabaseError {
  return new DatabaseError(kind, undefined);
}

/** One use of a lease, from its first statement to its end. */
class Use<C> implements Loan<C> {
  readonly lease: Lease<C>;
  readonly #source: Source<C>;
  readonly #signal: AbortSignal | undefined;
  #interruption: DatabaseError | undefined;
  #cancelled: Promise<void> | undefined;
  /** The server took the order to stop: it lives. */
  #heard = false;
  #stop: ReturnType<Deadlines['set']> | undefined;
  #spoiled = false;
  #ended = false;
  #cut: (error: DatabaseError) => void = () => undefined;

  constructor(lease: Lease<C>, source: Source<C>, signal: AbortSignal | undefined) {
    this.lease = lease;
    this.#source = source;
    this.#signal = signal;
  }

  get connection(): C {
    return this.lease.connection;
  }

  proceed(): void {
    if (this.#interruption) throw this.#interruption;
  }

  spoil(): void {
    this.#spoiled = true;
  }

  async run<T>(work: (use: Use<C>) => Promise<T>, statementMs: number): Promise<T> {
    const { deadlines } = this.#source;
    const deadline = deadlines.set(statementMs, () => {
      this.#interrupt('timeout');
    });
    const abort = () => {
      this.#interrupt('cancelled');
    };
    this.#signal?.addEventListener('abort', abort);
    try {
      const result = await this.#uncut(work);
      this.#ended = true;
      await this.#giveBack();
      return result;
    } catch (error) {
      throw await this.#end(error);
    } finally {
      deadlines.clear(deadline);
      if (this.#stop) deadlines.clear(this.#stop);
      this.#signal?.removeEventListener('abort', abort);
    }
  }

  /** The work, or the cut that ends the wait for it. */
  #uncut<T>(work: (use: Use<C>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#cut = reject;
      work(this).then(resolve, reject);
    });
  }

  /** Has the server stop what runs; when even that brings no end, the connection is closed. */
  #interrupt(kind: 'timeout' | 'cancelled'): void {
    if (this.#interruption || this.#ended) return;
    const interrupted = interruption(kind);
    this.#interruption = interrupted;
    this.#cancelled = this.lease.cancel().then(
      () => {
        this.#heard = true;
      },
      () => undefined,
    );
    this.#stop = this.#source.deadlines.set(stopMs, () => {
      this.spoil();
      // What does not end then is no statement, but a listener or a hook.
      this.#cut(this.#heard ? interrupted : new Hung(kind, new Error('The database did not stop.')));
    });
  }

  /** After a failure: what to throw, and where the connection goes. */
  async #end(error: unknown): Promise<Error> {
    const classified = this.#source.classify(error);
    const broken = classified instanceof DatabaseError && classified.kind === 'unavailable';
    this.#ended = true;
    if (this.#spoiled || broken || classified instanceof Hung) this.lease.discard(error);
    else await this.#giveBack();
    if (classified instanceof Hung) return classified;
    return this.#interruption ?? classified;
  }

  /** Not before the server is done with cancelling: it would hit whoever gets the connection next. */
  async #giveBack(): Promise<void> {
    await this.#cancelled;
    await this.lease.giveBack();
  }
}
