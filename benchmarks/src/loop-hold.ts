// How long the event loop of this process is held: nothing is measured until that is asked for the first time.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoopHold } from './serve.js';

/** Of the ticks that are measured, and of the wait before they are read: the tick after a hold must have come. */
const tickMilliseconds = 1;
const nanosecondsPerMillisecond = 1e6;

let ticks: ReturnType<typeof monitorEventLoopDelay> | undefined;

/** Tells the longest hold since the last call; of the first call that is 0. */
export function loopHold(tell: (hold: LoopHold) => void): void {
  ticks ??= startTicks();
  const measured = ticks;
  setTimeout(() => {
    const longest = measured.count === 0 ? 0 : measured.max / nanosecondsPerMillisecond - tickMilliseconds;
    measured.reset();
    tell({ longestHold: Math.max(0, longest) });
  }, 2 * tickMilliseconds);
}

function startTicks(): ReturnType<typeof monitorEventLoopDelay> {
  const made = monitorEventLoopDelay({ resolution: tickMilliseconds });
  made.enable();
  return made;
}
