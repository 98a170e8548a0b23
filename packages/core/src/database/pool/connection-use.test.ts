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

/** In milliseconds: until a connection is free. */
const waits = [0, 2_000, 4_900];

test.each(waits)('a request that waits %d ms for its connection ends in time, too', async (waitMs) => {
  const source: MonitoredSource<undefined> = {
    classify: (error) => error as Error,
    timeouts,
    timeoutQueue: createTimeoutQueue(),
    acquire: () =>
      new Promise((resolve) => {
        setTimeout(resolve, waitMs, createSilentConnection());
      }),
    recordSuccess: () => undefined,
    recordFailure: () => undefined,
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

test('half of the time for statements is left after a long wait', async () => {
  const source: MonitoredSource<undefined> = {
    classify: (error) => error as Error,
    timeouts: { acquireMs: 5_000, statementMs: 1_000 },
    timeoutQueue: createTimeoutQueue(),
    acquire: () =>
      new Promise((resolve) => {
        setTimeout(resolve, 4_000, createSilentConnection());
      }),
    recordSuccess: () => undefined,
    recordFailure: () => undefined,
  };
  const work = () => new Promise((resolve) => setTimeout(resolve, 400, 'done'));
  const ended = new BoundedConnectionUse(source, { workMs: 1_000, clients: [] }).run(work);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await ended).toBe('done');
});
