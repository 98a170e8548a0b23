// One use of a pooled connection, from waiting for it to its return: in good order, or closed.
import type { Timeouts } from '../options.js';
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';
import type { Deadline, Deadlines } from './deadlines.js';
import type { Lease, Loan } from './lease.js';

/** Where connections come from, and what bounds their use. */
export interface Source<C> {
  acquire(): Promise<Lease<C>>;
  /** Turns any error into one that the client can be told. */
  classify(error: unknown): Error;
  readonly timeouts: Timeouts;
  readonly deadlines: Deadlines;
}

/** A source that records each answer of its database. */
export interface WatchedSource<C> extends Source<C> {
  beat(): void;
}

/** The bounds of one use. */
export interface UseBounds {
  /** How long the work may take, in milliseconds. */
  readonly statementMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How long a statement may take to stop after the first cancel request, in milliseconds; then its connection is closed. */
const stopMs = 1_000;
/** How many cancel requests are sent in that time: one may arrive before the statement that it is to stop. */
const mostOrders = 4;

/** The database gave no answer, not even to cancel requests. */
export class Hung extends DatabaseError {}

/**
 * `idle`: waits for a connection. `running`: the work has one. `cancelling`: the server was asked to cancel its statement.
 * `done`: the result is settled, and timeouts no longer matter.
 */
type UseState = 'idle' | 'running' | 'cancelling' | 'done';

/** Waits for a connection, lends it, takes it back. Has one deadline at a time: to get it, to be done, to have stopped. */
export class Use<C> implements Loan<C>, Deadline, Abortable {
  at = Infinity;
  readonly #source: WatchedSource<C>;
  readonly #bounds: UseBounds;
  #state: UseState = 'idle';
  #lease: Lease<C> | undefined;
  #interruption: DatabaseError | undefined;
  /** Settles when the server has handled all cancel requests. */
  #cancelled: Promise<unknown> | undefined;
  #orders = 0;
  /** The server accepted a cancel request: it is alive. */
  #heard = false;
  #spoiled = false;
  #giveUp: (error: DatabaseError) => void = () => undefined;

  constructor(source: WatchedSource<C>, bounds: UseBounds) {
    this.#source = source;
    this.#bounds = bounds;
  }

  /** Exists from the beginning of the work. */
  get lease(): Lease<C> {
    if (!this.#lease) throw new Error('No connection is held.');
    return this.#lease;
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

  cancelStatement(): Promise<unknown> {
    return this.#settleAfter(this.#lease?.cancel().catch(() => undefined));
  }

  /** Settles with the result of the work, or when a timeout or an abort ends the wait for it. */
  run<T>(work: (use: Use<C>) => Promise<T>): Promise<T> {
    if (this.#bounds.signal?.aborted) return Promise.reject(interruption('cancelled'));
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#served(work).then(resolve, reject);
    });
  }

  /** The deadline of the current state was reached. */
  passed(): void {
    switch (this.#state) {
      case 'idle':
        this.#leave(new Hung('unavailable', new Error('Timed out waiting for a database connection.')));
        break;
      case 'running':
        this.#interrupt('timeout');
        break;
      case 'cancelling':
        this.#insist();
        break;
      case 'done':
    }
  }

  /** The client disconnected: nothing waits for the answer. */
  aborted(): void {
    if (this.#state === 'idle') this.#leave(interruption('cancelled'));
    else if (this.#state === 'running') this.#interrupt('cancelled');
  }

  async #served<T>(work: (use: Use<C>) => Promise<T>): Promise<T> {
    const { deadlines, timeouts } = this.#source;
    deadlines.set(timeouts.acquireMs, this);
    if (this.#bounds.signal) watch(this.#bounds.signal, this);
    try {
      this.#begin(await this.#source.acquire());
      const result = await work(this);
      this.#state = 'done';
      this.#source.beat();
      const givenBack = this.#giveBack();
      if (givenBack) await givenBack;
      return result;
    } catch (error) {
      throw await this.#end(error);
    } finally {
      this.#forget();
    }
  }

  /** A connection that comes too late goes straight back. */
  #begin(lease: Lease<C>): void {
    this.#lease = lease;
    if (this.#state === 'done') throw interruption('cancelled');
    this.#state = 'running';
    this.#source.deadlines.set(this.#bounds.statementMs, this);
  }

  /** Has the server cancel the statement that runs. */
  #interrupt(kind: 'timeout' | 'cancelled'): void {
    this.#state = 'cancelling';
    this.#interruption = interruption(kind);
    this.#order();
  }

  /** Repeats the cancel request; closes the connection when repeating it has not helped. */
  #insist(): void {
    const reason = this.#interruption ?? interruption('timeout');
    if (this.#orders < mostOrders) this.#order();
    // The server confirmed the cancel, so what still runs is a listener or hook, not a statement.
    else if (this.#heard) this.#leave(reason);
    else this.#leave(new Hung(reason.kind, new Error('The database did not cancel the statement in time.')));
  }

  #order(): void {
    this.#orders++;
    const heard = () => {
      this.#heard = true;
    };
    void this.#settleAfter(this.#lease?.cancel().then(heard, () => undefined));
    this.#source.deadlines.set(stopMs / mostOrders, this);
  }

  #settleAfter(cancelling: Promise<unknown> | undefined): Promise<unknown> {
    this.#cancelled = Promise.all([this.#cancelled, cancelling]);
    return this.#cancelled;
  }

  /** Stops waiting for a connection, or for the work, which finds its connection closed. */
  #leave(error: DatabaseError): void {
    this.#state = 'done';
    this.#lease?.discard(error);
    this.#lease = undefined;
    this.#forget();
    this.#giveUp(error);
  }

  /** After a failure: what to throw, and where the connection goes. */
  async #end(error: unknown): Promise<Error> {
    const classified = this.#source.classify(error);
    const broken = classified instanceof DatabaseError && classified.kind === 'unavailable';
    // Any error reply, even "statement cancelled", proves the server is alive, unless we had already given up on it.
    if (this.#state !== 'done' && !broken && classified !== this.#interruption) this.#source.beat();
    this.#state = 'done';
    if (this.#spoiled || broken) this.#lease?.discard(error);
    else await this.#giveBack();
    return this.#interruption ?? classified;
  }

  /** Not before the server has handled the cancel requests: one could hit the next user of the connection. */
  #giveBack(): Promise<unknown> | undefined {
    const lease = this.#lease;
    return this.#cancelled ? this.#cancelled.then(() => lease?.giveBack()) : lease?.giveBack();
  }

  #forget(): void {
    this.#source.deadlines.clear(this);
    if (this.#bounds.signal) unwatch(this.#bounds.signal, this);
  }
}

function interruption(kind: Extract<DatabaseErrorKind, 'timeout' | 'cancelled'>): DatabaseError {
  return new DatabaseError(kind, undefined);
}

interface Abortable {
  aborted(): void;
}

/** Shared abort listeners, one per signal: to add and remove one for each request costs several microseconds. */
const watchers = new WeakMap<AbortSignal, Set<Abortable>>();

/** Calls `aborted` once, unless unwatched before. The signal is not aborted yet. */
function watch(signal: AbortSignal, abortable: Abortable): void {
  (watchers.get(signal) ?? listenTo(signal)).add(abortable);
}

function unwatch(signal: AbortSignal, abortable: Abortable): void {
  watchers.get(signal)?.delete(abortable);
}

function listenTo(signal: AbortSignal): Set<Abortable> {
  const watching = new Set<Abortable>();
  watchers.set(signal, watching);
  const tell = () => {
    for (const abortable of watching) abortable.aborted();
  };
  signal.addEventListener('abort', tell, { once: true });
  return watching;
}
