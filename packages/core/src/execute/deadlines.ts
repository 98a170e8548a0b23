// Timeouts of many requests with one timer, which runs only while timeouts are pending: a request that is answered in time
// costs one entry of a set. Callbacks come up to 50 ms late, never early.

/** A request with a timeout. */
export interface Deadline {
  /** Written by `set`, by the clock of `performance.now()`. */
  at: number;
  passed(): void;
}

/** The pending timeouts of one executor. */
export interface Deadlines {
  /** Calls `passed` once, `ms` milliseconds from now, unless cleared before. A second call replaces the first. */
  set(ms: number, deadline: Deadline): void;
  clear(deadline: Deadline): void;
}

const checkIntervalMs = 50;

export function createDeadlines(): Deadlines {
  const pending = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;
  const checkAll = () => {
    const now = performance.now();
    for (const deadline of pending) {
      if (deadline.at > now) continue;
      pending.delete(deadline);
      deadline.passed();
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
