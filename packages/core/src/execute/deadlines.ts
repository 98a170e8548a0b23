// Calls back when times have passed. One timer for all of them, which runs only while there are any: a request that is
// answered in time costs a set's entry. Within 50 ms of the time, never before it.

/** Somebody for whom a time is set. */
export interface Deadline {
  /** Written by `set`, by the clock of `performance.now()`. */
  at: number;
  passed(): void;
}

/** The times of one executor. */
export interface Deadlines {
  /** Calls `passed` once, `ms` milliseconds from now, unless cleared before. A second time takes the place of the first. */
  set(ms: number, deadline: Deadline): void;
  clear(deadline: Deadline): void;
}

const lookEveryMs = 50;

export function createDeadlines(): Deadlines {
  const pending = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
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
      // It does not keep a process alive that has nothing else to wait for.
      timer ??= setInterval(look, lookEveryMs).unref();
    },
    clear: (deadline) => {
      pending.delete(deadline);
    },
  };
}
