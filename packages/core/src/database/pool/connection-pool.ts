// Bounds every wait of a request: for a free connection, for its statements, for a database that is down.
import type { ConnectionUse } from './pooled-connection.js';
import {
  ConnectionTimeoutError,
  BoundedConnectionUse,
  type ConnectionSource,
  type MonitoredSource,
} from './connection-use.js';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.js';

/** Lends a connection for a piece of work. Throws what the work throws, classified. */
export type WithConnection<C> = <T>(
  work: (use: ConnectionUse<C>) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** The connections of one pool. */
export interface ConnectionPool<C> {
  readonly withConnection: WithConnection<C>;
  ping(): Promise<void>;
  /** Records whether the pool's database responds. */
  readonly circuitBreaker: CircuitBreaker;
}

/** `sharedPulse`: that of another source on the same pool. */
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
  };
  const ping = () =>
    new BoundedConnectionUse(monitored, { workMs: acquireMs }).run(({ pooledConnection: lease }) =>
      lease.ping(),
    );
  const breaker = sharedBreaker ?? createCircuitBreaker(ping);
  const withBreaker = async <T>(attempt: () => Promise<T>): Promise<T> => {
    breaker.assertClosed();
    const startedAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConnectionTimeoutError) breaker.recordFailure(startedAt);
      throw error;
    }
  };
  return {
    withConnection: (work, signal) =>
      withBreaker(() => new BoundedConnectionUse(monitored, { workMs: statementMs, signal }).run(work)),
    ping: async () => {
      await withBreaker(ping);
    },
    circuitBreaker: breaker,
  };
}
