// Bounds every wait of a request: for a free connection, for its statements, for a database that is down.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../../execute/database-error.js';
import type { ConnectionSource, MonitoredSource } from './connection-source.js';
import { BoundedConnectionUse } from './connection-use.js';
import type { ConnectionUse } from './pooled-connection.js';

/**
 * Lends a connection for a piece of work. Throws what the work throws, classified. The work is interrupted when all of its
 * clients have gone, if it has any.
 */
export type WithConnection<C> = <T>(
  work: (use: ConnectionUse<C>) => Promise<T>,
  clients: readonly AbortSignal[],
) => Promise<T>;

/** How long a check of readiness waits, in milliseconds: probes of orchestrators give up after a second. */
const maxPingMs = 900;

/** The connections of one pool. */
export interface ConnectionPool<C> {
  readonly withConnection: WithConnection<C>;
  ping(): Promise<void>;
  /** Records whether the pool's database responds. */
  readonly circuitBreaker: CircuitBreaker;
}

/** Creates a pool over a source. `sharedBreaker`: the circuit breaker of another source of the same database. */
export function createConnectionPool<C>(
  source: ConnectionSource<C>,
  sharedBreaker?: CircuitBreaker,
): ConnectionPool<C> {
  const { acquireMs, statementMs } = source.timeouts;
  const monitored: MonitoredSource<C> = {
    ...source,
    recordSuccess: () => {
      breaker.recordSuccess();
    },
    recordFailure: (since) => {
      breaker.recordFailure(since);
    },
  };
  const ping = () =>
    new BoundedConnectionUse(monitored, { workMs: acquireMs, clients: [] }).run(({ pooledConnection }) =>
      pooledConnection.ping(),
    );
  const breaker = sharedBreaker ?? createCircuitBreaker(ping);
  return {
    withConnection: (work, clients) => {
      const refusal = breaker.findRefusal();
      if (refusal) return Promise.reject(refusal);
      return new BoundedConnectionUse(monitored, { workMs: statementMs, clients }).run(work);
    },
    ping: () => {
      const refusal = breaker.findRefusal();
      return refusal ? Promise.reject(refusal) : requireAnswer(ping, breaker);
    },
    circuitBreaker: breaker,
  };
}

/** Throws `unavailable` unless the database answers in time: the ping, or others where the pool is busy. */
async function requireAnswer(ping: () => Promise<unknown>, breaker: CircuitBreaker): Promise<void> {
  const since = performance.now();
  const answered = new AbortController();
  const late = sleep(maxPingMs, true, { signal: answered.signal, ref: false }).catch(() => false);
  try {
    const isLate = await Promise.race([ping().then(() => false), late]);
    if (isLate && !breaker.hasAnsweredSince(since))
      throw new DatabaseError('away', new Error('The database has not answered in time.'));
  } finally {
    answered.abort();
  }
}

/** Whether one pool's database responds. */
export interface CircuitBreaker {
  /** Why requests are refused while the database does not respond; null if it does. */
  findRefusal(): DatabaseError | null;
  /** Records an answer of the database. */
  recordSuccess(): void;
  hasAnsweredSince(since: number): boolean;
  /** Records that a request since `since` got no answer. Any answer since then counts for more. */
  recordFailure(since: number): void;
}

/** `ping` asks the database within a timeout; the database is back when the ping succeeds. */
function createCircuitBreaker(ping: () => Promise<unknown>): CircuitBreaker {
  let lastSuccess = -Infinity;
  let isOpen = false;
  let isPinging = false;
  const recordSuccess = () => {
    lastSuccess = performance.now();
    isOpen = false;
  };
  const pingAgain = () => {
    if (isPinging) return;
    isPinging = true;
    ping()
      .then(recordSuccess, () => undefined)
      .finally(() => (isPinging = false));
  };
  return {
    findRefusal: () => {
      if (!isOpen) return null;
      pingAgain();
      return new DatabaseError('away', new Error('The database is not responding.'));
    },
    recordSuccess,
    hasAnsweredSince: (since) => lastSuccess >= since,
    recordFailure: (since) => {
      if (lastSuccess < since) isOpen = true;
    },
  };
}
