// Timeouts that share a timer.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTimeoutQueue, type PendingTimeout } from './timeout-queue.js';

function createPending(onTimeout: () => void): PendingTimeout {
  return { at: Infinity, link: null, onTimeout };
}

test('a timeout comes once, unless it was cleared or set again', async () => {
  const queue = createTimeoutQueue();
  const seen: string[] = [];
  const [first, cleared, later] = ['first', 'cleared', 'later'].map((name) =>
    createPending(() => void seen.push(name)),
  ) as [PendingTimeout, PendingTimeout, PendingTimeout];
  queue.setAt(performance.now() + 1, first);
  queue.setAt(performance.now() + 1, cleared);
  queue.setAt(performance.now() + 1, later);
  queue.setAt(performance.now() + 60_000, later);
  queue.clear(cleared);
  await sleep(150);
  expect(seen).toEqual(['first']);
  queue.clear(later);
  queue.clear(later);
  queue.setAt(performance.now() + 1, first);
  await sleep(150);
  expect(seen).toEqual(['first', 'first']);
});

test('a timeout may clear others that are due', async () => {
  const queue = createTimeoutQueue();
  const seen: string[] = [];
  const other = createPending(() => void seen.push('other'));
  queue.setAt(
    performance.now() + 1,
    createPending(() => {
      seen.push('one');
      queue.clear(other);
    }),
  );
  queue.setAt(performance.now() + 1, other);
  queue.setAt(
    performance.now() + 1,
    createPending(() => void seen.push('last')),
  );
  await sleep(150);
  expect(seen).toEqual(['one', 'last']);
});
