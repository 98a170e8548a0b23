// The turns of all requests on a connection that they share. Requests of a kind go in the order of their arrival; between two
// that run hooks, all others that wait have their turn: docs/decisions/0098-turns-on-one-connection.md.
import type { Awaitable } from '../../execute/awaitable.js';
import { findCancellation, findLateness, type WaitBounds } from './wait-bounds.js';

/** Work that waits for its turn. */
export interface Waiter {
  /** From `ConnectionTurns.arrive`. */
  readonly arrival: number;
  /**
   * Never throws. Work that returns a promise has the connection until the promise settles. Once it has begun a transaction that
   * `isInTransaction` sees, it may call `begin`: others then run as soon as that transaction has ended.
   */
  readonly run: (begin: () => void) => Awaitable<void>;
  /** Ends the wait if it has become too long. Returns whether it has ended. */
  readonly leaveLate: () => boolean;
  /** It writes nothing. */
  readonly reads?: true;
}

/** A place in the order of arrival. */
interface Place {
  readonly bounds: WaitBounds;
  readonly arrival: number;
}

/** After so many milliseconds of work, other events of the process come first. */
const maxSliceMs = 10;

/**
 * `lent`: asynchronous work has the connection. `begun`: it has begun its transaction, so that the end of this transaction sets
 * the connection free. `reading`: it lets others read.
 */
type State = 'free' | 'lent' | 'begun' | 'reading';

/** Gives the connection to one request after another. */
export class ConnectionTurns {
  readonly #isInTransaction: () => boolean;
  /** In the order of their arrival. */
  readonly #short: Waiter[] = [];
  /** Work that runs functions of the application, in the order of its arrival. */
  readonly #long: Waiter[] = [];
  #arrivals = 0;
  /** The last arrival before the end of the latest long work. */
  #lastBefore = 0;
  #state: State = 'free';
  #isScheduled = false;

  /** `isInTransaction`: whether a transaction is open, of a request or of the application's own code. */
  constructor(isInTransaction: () => boolean) {
    this.#isInTransaction = isInTransaction;
  }

  /** Whether work that ends within the tick may run now. */
  get isFree(): boolean {
    const isTaken = this.#short.length > 0 || this.#long.length > 0 || this.#state === 'reading';
    return !isTaken && !this.#isInTransaction();
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction();
  }

  /** Takes a place in the order. */
  arrive(): number {
    return ++this.#arrivals;
  }

  /**
   * Runs a read that ends within the tick: at once where the connection is free, else in its turn. Throws `unavailable` at the
   * deadline, `cancelled` once the signal is aborted, and what the work throws.
   */
  run<T>(work: () => T, bounds: WaitBounds): Awaitable<T> {
    if (this.isFree || (this.#state === 'reading' && !this.#isInTransaction())) return work();
    return new Promise((resolve, reject) => {
      const run = () => {
        resolve(
          new Promise<T>((end) => {
            end(work());
          }),
        );
      };
      this.enter({ ...limitWait(run, { bounds, arrival: this.arrive() }, reject), reads: true });
    });
  }

  /** Runs asynchronous work in its turn, while nothing else uses the connection. Throws as `run` does. */
  hold<T>(work: () => Promise<T>, place: Place): Promise<T> {
    return new Promise((resolve, reject) => {
      this.enter(limitWait(() => work().then(resolve, reject), place, reject));
    });
  }

  /** Like `hold`, for work that runs functions of the application. See `Waiter.run` for `begin`. */
  holdLong<T>(work: (begin: () => void) => Promise<T>, place: Place): Promise<T> {
    return new Promise((resolve, reject) => {
      insertByArrival(
        this.#long,
        limitWait((begin) => work(begin).then(resolve, reject), place, reject),
      );
      this.#serve();
    });
  }

  /** For long work, while it does not use the connection itself: reads of others run, and no writes. */
  readMeanwhile<T>(work: () => Promise<T>): Promise<T> {
    return this.#runIn('reading', work);
  }

  /** Within `readMeanwhile`, for work that does use the connection: reads of others wait, too. */
  useAlone<T>(work: () => Promise<T>): Promise<T> {
    return this.#runIn('lent', work);
  }

  async #runIn<T>(state: State, work: () => Promise<T>): Promise<T> {
    const before = this.#state;
    this.#state = state;
    this.#serve();
    try {
      return await work();
    } finally {
      this.#state = before;
      this.#serve();
    }
  }

  /** Lets short work wait for its turn, which may come within the call. */
  enter(waiter: Waiter): void {
    insertByArrival(this.#short, waiter);
    this.#serve();
  }

  #serve(): void {
    const latest = performance.now() + maxSliceMs;
    for (let queue = this.#findQueue(); queue; queue = this.#findQueue()) {
      const first = this.#state === 'reading' ? queue.findIndex(({ reads }) => reads) : 0;
      const waiter = first === 0 ? queue.shift() : queue.splice(first, 1)[0];
      if (waiter) this.#start(waiter, queue === this.#long);
      if (performance.now() > latest) break;
    }
    this.#schedule();
  }

  /** The queue whose first work may run now. */
  #findQueue(): Waiter[] | undefined {
    if (this.#state === 'lent' || this.#isInTransaction()) return undefined;
    if (this.#state === 'reading') return this.#short.some(({ reads }) => reads) ? this.#short : undefined;
    const [short] = this.#short;
    const [long] = this.#state === 'begun' ? [] : this.#long;
    if (!long) return short && this.#short;
    const isShortFirst = short && short.arrival <= Math.max(this.#lastBefore, long.arrival);
    return isShortFirst ? this.#short : this.#long;
  }

  #start({ run }: Waiter, isLong: boolean): void {
    const before = this.#state;
    this.#state = 'lent';
    const running = run(() => {
      this.#state = 'begun';
    });
    if (running)
      void running.finally(() => {
        this.#end(isLong);
      });
    else this.#state = before;
  }

  #end(isLong: boolean): void {
    this.#state = 'free';
    if (isLong) this.#lastBefore = this.#arrivals;
    this.#serve();
  }

  /** Nothing reports the end of a transaction of the application's own code. */
  #schedule(): void {
    if (this.#isScheduled || (this.#short.length === 0 && this.#long.length === 0)) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.#serve();
      removeLate(this.#short);
      removeLate(this.#long);
    }, 1);
  }
}

function limitWait(run: Waiter['run'], { bounds, arrival }: Place, reject: (error: Error) => void): Waiter {
  return {
    arrival,
    run: (begin) => {
      const cancellation = findCancellation(bounds);
      if (cancellation) reject(cancellation);
      else return run(begin);
    },
    leaveLate: () => {
      const lateness = findLateness(bounds);
      if (lateness) reject(lateness);
      return lateness !== undefined;
    },
  };
}

function insertByArrival(queue: Waiter[], waiter: Waiter): void {
  let at = queue.length;
  while (at > 0 && (queue[at - 1]?.arrival ?? 0) > waiter.arrival) at--;
  // Most come last, and `splice` is slow.
  if (at === queue.length) queue.push(waiter);
  else queue.splice(at, 0, waiter);
}

function removeLate(queue: Waiter[]): void {
  for (let at = queue.length - 1; at >= 0; at--) if (queue[at]?.leaveLate()) queue.splice(at, 1);
}

/** One per connection of a data source, so APIs that share it queue together. */
export function getTurns(resource: object, isInTransaction: () => boolean): ConnectionTurns {
  const known = getSharedTurns();
  const existing = known.get(resource);
  if (existing) return existing;
  const made = new ConnectionTurns(isInTransaction);
  known.set(resource, made);
  return made;
}

/** One map per process: the ES module and the CommonJS build each load their own copy of this file. */
function getSharedTurns(): WeakMap<object, ConnectionTurns> {
  const key = Symbol.for('decorest.turns');
  const existing = Reflect.get(globalThis, key) as WeakMap<object, ConnectionTurns> | undefined;
  if (existing) return existing;
  const made = new WeakMap<object, ConnectionTurns>();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}
