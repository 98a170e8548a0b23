// Timeouts of many requests with one timer, which runs only while timeouts are pending: a request that is answered in time
// costs one member of a list. Callbacks come up to 50 ms late, never early.
import { LinkedList, type Link } from '../linked-list.js';

/** A request with a timeout. */
export interface PendingTimeout {
  /** Written by `setAt`, by the clock of `performance.now()`. */
  at: number;
  /** Its place in the queue; null outside of it. Written by the queue. */
  link: Link<PendingTimeout> | null;
  onTimeout(): void;
}

/** The pending timeouts of one executor. */
export interface TimeoutQueue {
  /** Calls `onTimeout` once, at a time of `performance.now()`, unless cleared before. A second call replaces the first. */
  setAt(at: number, deadline: PendingTimeout): void;
  clear(deadline: PendingTimeout): void;
}

const checkIntervalMs = 50;

export function createTimeoutQueue(): TimeoutQueue {
  const pending = new LinkedList<PendingTimeout>();
  let timer: NodeJS.Timeout | undefined;
  const checkAll = () => {
    const now = performance.now();
    for (const deadline of pending.toArray()) {
      // One that came before it may have cleared it.
      if (deadline.at > now || !deadline.link) continue;
      clear(deadline);
      deadline.onTimeout();
    }
    if (pending.first) return;
    clearInterval(timer);
    timer = undefined;
  };
  const clear = (deadline: PendingTimeout) => {
    if (deadline.link) pending.remove(deadline.link);
    deadline.link = null;
  };
  return {
    setAt: (at, deadline) => {
      deadline.at = at;
      deadline.link ??= pending.add(deadline);
      // The timer alone does not keep the process alive.
      timer ??= setInterval(checkAll, checkIntervalMs).unref();
    },
    clear,
  };
}
