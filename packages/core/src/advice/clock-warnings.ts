// Warns after the start of a server whose clock or time zone is not that of the driver: times that the server fills in are then shown
// hours away from those that clients set.
import type { Executor } from '../execute/executor.js';
import type { Logger } from '../options.js';
import { runAfterStart } from './after-start.js';
import { createRowReader } from './row-reader.js';

/** How a database fills in times without a zone. database/ reads it. */
export interface ClockSettings {
  /** Selects the server's time in seconds since 1970, and the offset of its session's time zone from UTC in seconds. */
  readonly selectClock: string;
  /** The offset of the zone in which the driver reads and writes such times, now, in seconds. */
  readonly getDriverOffset: () => number;
}

/** Smaller differences are those of the network, and of clocks that no protocol sets. */
const maxSkewSeconds = 60;

/** Logs a difference once. `columns`: those without a zone that the server fills in; without any, the server is not asked. */
export function warnOfClocks(
  { selectClock, getDriverOffset }: ClockSettings,
  columns: readonly string[],
  executor: Executor,
  logger: Logger,
): void {
  if (columns.length === 0) return;
  runAfterStart(async () => {
    const read = createRowReader(executor);
    // A server that does not answer is logged by requests.
    const [row] = await read(selectClock, []).catch(() => []);
    if (!row) return;
    const [seconds, offset] = [Number(row[0]), Number(row[1])];
    const skew = Math.round(seconds - Date.now() / 1_000);
    const zones = offset - getDriverOffset();
    if (zones !== 0)
      await logger.warn(
        { columns, serverOffset: offset, driverOffset: getDriverOffset() },
        'The sessions of the database have another time zone than the driver: times that the database fills in are shown wrong by the difference, given in seconds. Set the time zone of both to UTC.',
      );
    if (Math.abs(skew) > maxSkewSeconds)
      await logger.warn(
        { columns, skew },
        'The clock of the database differs from that of this process, by seconds as given. Set both by NTP.',
      );
  });
}

/** The offset of the process's time zone from UTC, now, in seconds. */
export function getProcessOffset(): number {
  return -new Date().getTimezoneOffset() * 60;
}
