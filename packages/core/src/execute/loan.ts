// One use of a connection, from waiting for it to giving it back. Whatever happens, it is given back in order or closed.
import type { Timeouts } from '../options.js';
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';
import type { Deadline, Deadlines } from './deadlines.js';
import type { Lease, Loan } from './lease.js';

/** Where connections come from, and what bounds their use. */
export interface Source<C> {
  acquire(): Promise<Lease<C>>;
  /** Turns whatever is thrown into what the client is told. */
  classify(error: unknown): Error;
  readonly timeouts: Timeouts;
  readonly deadlines: Deadlines;
}

/** A source of which it is noted when its database answers. */
export interface WatchedSource<C> extends Source<C> {
  beat(): void;
}

/** How long a statement may take to stop once its server was told; then its connection is closed. */
const stopMs = 1_000;
/** How often the server is told in that time: the order may arrive before the statement that it is to stop. */
const mostOrders = 4;

/** The database gave no answer, not even to being told to stop. */
export class Hung extends DatabaseError {}

/** Waits for a lease, lends it, takes it back. One deadline at a time: to get the lease, to be done, to have stopped. */
export class Use<C> implements Loan<C>, Deadline, Abortable {
  at = Infinity;
  readonly #source: WatchedSource<C>;
  readonly #statementMs: number;
  readonly #signal: AbortSignal | undefined;
  #lease: Lease<C> | undefined;
  #interruption: DatabaseError | undefined;
  #cancelled: Promise<unknown> | undefined;
  #orders = 0;
  /** The server took an order to stop: it lives. */
  #heard = false;
  #spoiled = false;
  #ended = false;
  #giveUp: (error: DatabaseError) => void = () => undefined;

  constructor(source: WatchedSource<C>, statementMs: number, signal?: AbortSignal) {
    this.#source = source;
    this.#statementMs = statementMs;
    this.#signal = signal;
  }

  /** From when the work begins. */
  get lease(): Lease<C> {
    if (!this.#lease) throw new Error('There is no connection yet.');
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

  /** The connection is not given back before the server is done with it. */
  cancelStatement(): Promise<unknown> {
    const cancelling = this.#lease?.cancel().catch(() => undefined);
    this.#cancelled = Promise.all([this.#cancelled, cancelling]);
    return this.#cancelled;
  }

  /** The work's result; or the end of the wait for it, when nothing else brings one. */
  run<T>(work: (use: Use<C>) => Promise<T>): Promise<T> {
    if (this.#signal?.aborted) return Promise.reject(interruption('cancelled'));
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#served(work).then(resolve, reject);
    });
  }

  /** A deadline was reached. Once the work has ended, nobody else who gets the connection must be hit. */
  passed(): void {
    if (this.#ended) return;
    if (!this.#lease) this.#leave(new Hung('unavailable', new Error('No connection was to be had in time.')));
    else if (!this.#interruption) this.#interrupt('timeout');
    else if (this.#orders < mostOrders) this.#order(this.#lease);
    // What does not end although the server was told is no statement, but a listener or a hook.
    else if (this.#heard) this.#leave(this.#interruption);
    else this.#leave(new Hung(this.#interruption.kind, new Error('The database did not stop.')));
  }

  /** Nobody waits for the answer any more. */
  aborted(): void {
    if (this.#lease) this.#interrupt('cancelled');
    else this.#leave(interruption('cancelled'));
  }

  async #served<T>(work: (use: Use<C>) => Promise<T>): Promise<T> {
    const { deadlines, timeouts } = this.#source;
    deadlines.set(timeouts.acquireMs, this);
    if (this.#signal) watch(this.#signal, this);
    try {
      this.#begin(await this.#source.acquire());
      const result = await work(this);
      this.#ended = true;
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

  /** A lease that comes too late goes straight back. */
  #begin(lease: Lease<C>): void {
    this.#lease = lease;
    if (this.#ended) throw interruption('cancelled');
    this.#source.deadlines.set(this.#statementMs, this);
  }

  /** Has the server stop what runs; when even that brings no end, the connection is closed. */
  #interrupt(kind: 'timeout' | 'cancelled'): void {
    if (this.#interruption || this.#ended) return;
    this.#interruption = interruption(kind);
    if (this.#lease) this.#order(this.#lease);
  }

  #order(lease: Lease<C>): void {
    this.#orders++;
    const told = lease.cancel().then(
      () => {
        this.#heard = true;
      },
      () => undefined,
    );
    this.#cancelled = Promise.all([this.#cancelled, told]);
    this.#source.deadlines.set(stopMs / mostOrders, this);
  }

  /** Waits no longer: neither for a lease nor for the work, which finds its connection closed. */
  #leave(error: DatabaseError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#lease?.discard(error);
    this.#lease = undefined;
    this.#forget();
    this.#giveUp(error);
  }

  /** After a failure: what to throw, and where the connection goes. */
  async #end(error: unknown): Promise<Error> {
    const classified = this.#source.classify(error);
    const broken = classified instanceof DatabaseError && classified.kind === 'unavailable';
    // Whatever it refuses, and be it that it was told to stop, it is there to refuse it. But not when it was left.
    if (!this.#ended && !broken && classified !== this.#interruption) this.#source.beat();
    this.#ended = true;
    if (this.#spoiled || broken) this.#lease?.discard(error);
    else await this.#giveBack();
    return this.#interruption ?? classified;
  }

  /** Not before the server is done with cancelling: it would hit whoever gets the connection next. */
  #giveBack(): Promise<unknown> | undefined {
    const lease = this.#lease;
    return this.#cancelled ? this.#cancelled.then(() => lease?.giveBack()) : lease?.giveBack();
  }

  #forget(): void {
    this.#source.deadlines.clear(this);
    if (this.#signal) unwatch(this.#signal, this);
  }
}

function interruption(kind: Extract<DatabaseErrorKind, 'timeout' | 'cancelled'>): DatabaseError {
  return new DatabaseError(kind, undefined);
}

/** Somebody who can be told. */
interface Abortable {
  aborted(): void;
}

const watchers = new WeakMap<AbortSignal, Set<Abortable>>();

/** Tells `abortable` once, unless it is unwatched before. The signal is not aborted yet. */
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
