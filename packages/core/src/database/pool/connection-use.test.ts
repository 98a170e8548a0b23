// A use of a connection whose server is silent: no statement ends, and no cancel request is accepted.
import { BoundedConnectionUse } from './connection-use.js';
import type { MonitoredSource } from './connection-source.js';
import type { PooledConnection } from './pooled-connection.js';
import { createTimeoutQueue } from './timeout-queue.js';

const timeouts = { acquireMs: 5_000, statementMs: 10_000 };
const never = () => new Promise<never>(() => undefined);

function createSilentConnection(): PooledConnection<undefined> {
  return {
    connection: undefined,
    release: () => undefined,
    destroy: () => undefined,
    cancel: never,
    ping: never,
    hasUnconfirmedCommit: () => false,
    isLost: () => false,
    idleMs: () => 0,
    closeIdle: () => undefined,
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a request ends a second after its statement should have ended, at the latest', async () => {
  const source: MonitoredSource<undefined> = {
    classify: (error) => error as Error,
    timeouts,
    timeoutQueue: createTimeoutQueue(),
    acquire: () => Promise.resolve(createSilentConnection()),
    recordSuccess: () => undefined,
  };
  const startedAt = performance.now();
  const ended = new BoundedConnectionUse(source, { workMs: timeouts.statementMs, clients: [] })
    .run(never)
    .catch(() => performance.now() - startedAt);
  await jest.advanceTimersByTimeAsync(20_000);
  const tookMs = await ended;
  expect(tookMs).toBeGreaterThanOrEqual(timeouts.statementMs);
  // What is left is for the network and the answer itself.
  expect(tookMs).toBeLessThanOrEqual(timeouts.statementMs + 900);
});
