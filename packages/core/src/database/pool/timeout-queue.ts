// Timeouts of many requests with one timer, which runs only while timeouts are pending: a request that is answered in time
// costs one entry of a set. Callbacks come up to 50 ms late, never early.

/** A request with a timeout. */
export interface PendingTimeout {
  /** Written by `set`, by the clock of `performance.now()`. */
  at: number;
  onTimeout(): void;
}

/** The pending timeouts of one executor. */
export interface TimeoutQueue {
  /** Calls `onTimeout` once, `ms` milliseconds from now, unless cleared before. A second call replaces the first. */
  set(ms: number, deadline: PendingTimeout): void;
  clear(deadline: PendingTimeout): void;
}

const checkIntervalMs = 50;

export function createTimeoutQueue(): TimeoutQueue {
  const pending = new Set<PendingTimeout>();
  let timer: NodeJS.Timeout | undefined;
  const checkAll = () => {
    const now = performance.now();
    for (const deadline of pending) {
      if (deadline.at > now) continue;
      pending.delete(deadline);
      deadline.onTimeout();
    }
    if (pending.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    set: (ms, deadline) => {
      deadline.at = performance.now() + ms;
      pending.add(deadline);
      // The timer alone does not keep the process alive.
      timer ??= setInterval(checkAll, checkIntervalMs).unref();
    },
    clear: (deadline) => {
      pending.delete(deadline);
    },
  };
}
