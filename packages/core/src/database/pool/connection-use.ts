// One use of a pooled connection, from waiting for it to its return: in good order, or closed.
import { DatabaseError } from '../../execute/database-error.js';
import { isOutage } from '../../execute/failure-kinds.js';
import { addAbortListener, removeAbortListener, type AbortListener } from './abort-listeners.js';
import type { MonitoredSource } from './connection-source.js';
import { exchangeSilent, maxUncheckedMs } from './idle-check.js';
import {
  ConnectionTimeoutError,
  createInterruption,
  isUnknown,
  toConnectError,
  UnconfirmedCommitError,
} from './use-errors.js';
import { cancelMs, limitWork, maxCancelRequests, type UseLimits } from './use-limits.js';
import type { PendingTimeout } from './timeout-queue.js';
import type { PooledConnection, ConnectionUse } from './pooled-connection.js';

/**
 * `idle`: waits for a connection. `running`: the work has one. `cancelling`: the server was asked to cancel its statement.
 * `done`: the result is settled, and timeouts no longer matter.
 */
type UseState = 'idle' | 'running' | 'cancelling' | 'done';

/** Waits for a connection, lends it, takes it back. One deadline at a time: of the wait, the work or its cancellation. */
export class BoundedConnectionUse<C> implements ConnectionUse<C>, PendingTimeout, AbortListener {
  at = Infinity;
  link: PendingTimeout['link'] = null;
  readonly #source: MonitoredSource<C>;
  readonly #bounds: UseLimits;
  #state: UseState = 'idle';
  #pooled: PooledConnection<C> | undefined;
  #interruption: DatabaseError | undefined;
  /** Settles when the server has handled all cancel requests. */
  #cancelling: Promise<unknown> | undefined;
  #cancelRequests = 0;
  /** The server accepted a cancel request: it is alive. */
  #isAcknowledged = false;
  #isBroken = false;
  readonly #startedAt = performance.now();
  #reject: (error: DatabaseError) => void = () => undefined;

  constructor(source: MonitoredSource<C>, bounds: UseLimits) {
    this.#source = source;
    this.#bounds = bounds;
  }

  /** Exists from the beginning of the work. */
  get pooledConnection(): PooledConnection<C> {
    if (!this.#pooled) throw new Error('No connection is held.');
    return this.#pooled;
  }

  get connection(): C {
    return this.pooledConnection.connection;
  }

  throwIfInterrupted(): void {
    if (this.#interruption) throw this.#interruption;
  }

  confirmCommit(): void {
    if (!this.#interruption && !this.#pooled?.hasUnconfirmedCommit()) return;
    this.#isBroken = true;
    throw new UnconfirmedCommitError();
  }

  remainingMs(): number {
    return Math.max(1, Math.ceil(this.at - performance.now()));
  }

  markBroken(): void {
    this.#isBroken = true;
  }

  cancelStatement(): Promise<unknown> {
    return this.#awaitCancel(this.#pooled?.cancel());
  }

  /** Settles with the result of the work, or when a timeout or an abort ends the wait for it. */
  run<T>(work: (use: BoundedConnectionUse<C>) => Promise<T>): Promise<T> {
    if (this.#isAbandoned()) return Promise.reject(createInterruption('cancelled'));
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#serve(work).then(resolve, reject);
    });
  }

  /** The deadline of the current state was reached. */
  onTimeout(): void {
    switch (this.#state) {
      case 'idle':
        this.#abandon(
          new ConnectionTimeoutError(
            'unavailable',
            new Error('Timed out waiting for a database connection.'),
          ),
        );
        break;
      case 'running':
        this.#interrupt('timeout');
        break;
      case 'cancelling':
        this.#repeatCancelRequest();
        break;
      case 'done':
    }
  }

  /** A client disconnected: if it was the last one, nothing waits for the answer. */
  onAbort(): void {
    if (!this.#isAbandoned()) return;
    if (this.#state === 'idle') this.#abandon(createInterruption('cancelled'));
    else if (this.#state === 'running') this.#interrupt('cancelled');
  }

  #isAbandoned(): boolean {
    const { clients } = this.#bounds;
    return clients.length > 0 && clients.every(({ aborted }) => aborted);
  }

  async #serve<T>(work: (use: BoundedConnectionUse<C>) => Promise<T>): Promise<T> {
    const { timeoutQueue, timeouts } = this.#source;
    timeoutQueue.setAt(this.#startedAt + timeouts.acquireMs, this);
    for (const client of this.#bounds.clients) addAbortListener(client, this);
    try {
      const lent = await this.#source.acquire();
      // Without an await where nothing is to be asked: every request comes this way.
      this.#start(lent.idleMs() >= maxUncheckedMs ? await exchangeSilent(lent, this.#source) : lent);
      const result = await work(this);
      this.#state = 'done';
      this.#source.recordSuccess();
      const releasing = this.#release();
      if (releasing) await releasing;
      return result;
    } catch (error) {
      throw await this.#handleFailure(error);
    } finally {
      this.#stopListening();
    }
  }

  /** A connection that comes too late goes straight back. */
  #start(pooled: PooledConnection<C>): void {
    this.#pooled = pooled;
    if (this.#state === 'done') throw createInterruption('cancelled');
    this.#state = 'running';
    const endsAt = limitWork(this.#bounds.workMs, this.#startedAt, performance.now());
    this.#source.timeoutQueue.setAt(endsAt, this);
  }

  /** Has the server cancel the statement that runs. */
  #interrupt(kind: 'timeout' | 'cancelled'): void {
    this.#state = 'cancelling';
    this.#interruption = createInterruption(kind);
    this.#requestCancel();
  }

  /** Repeats the cancel request; closes the connection when repeating it has not helped. */
  #repeatCancelRequest(): void {
    const reason = this.#interruption ?? createInterruption('timeout');
    if (this.#cancelRequests < maxCancelRequests) this.#requestCancel();
    // The server confirmed the cancel, so what still runs is a listener or hook, not a statement.
    else if (this.#isAcknowledged) this.#abandon(reason);
    else
      this.#abandon(
        new ConnectionTimeoutError(
          reason.kind,
          new Error('The database did not cancel the statement in time.'),
        ),
      );
  }

  #requestCancel(): void {
    this.#cancelRequests++;
    const acknowledge = () => {
      this.#isAcknowledged = true;
    };
    void this.#awaitCancel(this.#pooled?.cancel().then(acknowledge));
    this.#source.timeoutQueue.setAt(performance.now() + cancelMs / maxCancelRequests, this);
  }

  /** A request without an answer may still arrive: the connection has no other use. */
  #awaitCancel(cancelling: Promise<unknown> | undefined): Promise<unknown> {
    const settled = cancelling?.catch(() => {
      this.#isBroken = true;
    });
    this.#cancelling = Promise.all([this.#cancelling, settled]);
    return this.#cancelling;
  }

  /** Stops waiting for a connection, or for the work, which finds its connection closed. */
  #abandon(error: DatabaseError): void {
    this.#state = 'done';
    this.#recordFailure(error);
    this.#pooled?.destroy(error);
    this.#pooled = undefined;
    this.#stopListening();
    this.#reject(error);
  }

  /** After a failure: what to throw, and where the connection goes. */
  async #handleFailure(error: unknown): Promise<Error> {
    const classified = this.#classify(error);
    this.#recordFailure(classified);
    const broken = classified instanceof DatabaseError && isOutage(classified.kind);
    // Any error reply, even "statement cancelled", proves the server is alive, unless we had already given up on it.
    if (this.#state !== 'done' && !broken && classified !== this.#interruption) this.#source.recordSuccess();
    this.#state = 'done';
    if (this.#isBroken || broken) this.#pooled?.destroy(error);
    else await this.#release();
    return classified instanceof UnconfirmedCommitError ? classified : (this.#interruption ?? classified);
  }

  #recordFailure(error: Error): void {
    if (error instanceof ConnectionTimeoutError) this.#source.recordFailure(this.#startedAt);
  }

  /**
   * Whatever keeps the process from connecting, a request has no database. The driver and TypeORM have errors of their own for
   * what is done with a connection that has ended.
   */
  #classify(error: unknown): Error {
    if (!this.#pooled) return error instanceof DatabaseError ? error : toConnectError(error);
    const classified = this.#source.classify(error);
    return isUnknown(classified) && this.#pooled.isLost()
      ? new DatabaseError('unavailable', error)
      : classified;
  }

  /** Not before the server has handled the cancel requests: one could hit the next user of the connection. */
  #release(): Promise<unknown> | undefined {
    return this.#cancelling ? this.#cancelling.then(() => this.#return()) : this.#return();
  }

  #return(): Promise<unknown> | undefined {
    if (!this.#isBroken) return this.#pooled?.release();
    this.#pooled?.destroy(new Error('The connection is in an unknown state.'));
    return undefined;
  }

  #stopListening(): void {
    this.#source.timeoutQueue.clear(this);
    for (const client of this.#bounds.clients) removeAbortListener(client, this);
  }
}
