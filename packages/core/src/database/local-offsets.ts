// Offsets of the process's time zone from UTC, for columns that store local time. A CASE in SQL selects the offset of each
// value, so that the query does not depend on the time zones that the server knows.

/** An offset in seconds, from a local time on. */
interface OffsetPeriod {
  /** `YYYY-MM-DD HH:MM:SS`. Empty for the first period. */
  readonly from: string;
  readonly seconds: number;
}

/** The offset from UTC at an instant, in milliseconds. */
type OffsetAt = (instant: number) => number;

const first = Date.UTC(1900, 0, 1);
const last = Date.UTC(2100, 0, 1);
const week = 7 * 24 * 3_600_000;

/** All periods from 1900 to 2100. The first and the last period also apply to earlier and later times. */
export function findOffsetPeriods(offsetAt: OffsetAt = getLocalOffset): readonly OffsetPeriod[] {
  const periods: OffsetPeriod[] = [{ from: '', seconds: offsetAt(first) / 1_000 }];
  for (let start = first; start < last; start += week) {
    const [before, after] = [offsetAt(start), offsetAt(start + week)];
    if (before === after) continue;
    const change = findChange(start, start + week, offsetAt);
    // Local times that are skipped, or that come twice, belong to the period before, as in JavaScript.
    const from = new Date(change + Math.max(before, after)).toISOString();
    periods.push({ from: from.slice(0, 19).replace('T', ' '), seconds: after / 1_000 });
  }
  return periods;
}

/** The first instant with the new offset. */
function findChange(start: number, end: number, offsetAt: OffsetAt): number {
  const offset = offsetAt(start);
  let [before, after] = [start, end];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

function getLocalOffset(instant: number): number {
  const at = new Date(instant);
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  return Date.UTC(year, month, day, at.getHours(), at.getMinutes(), at.getSeconds()) - instant;
}

/** How a database spells a local time and an interval. */
interface OffsetSpelling {
  readonly compileTime: (text: string) => string;
  readonly compileInterval: (seconds: string) => string;
}

/** Converts a column with local time to UTC. */
export function compileLocalToUtc(
  column: string,
  periods: readonly OffsetPeriod[],
  { compileTime, compileInterval }: OffsetSpelling,
): string {
  if (periods.length === 1 && periods[0]?.seconds === 0) return column;
  // A binary tree: in a flat CASE, the database would compare all periods one by one.
  const compileOffset = (from: number, to: number): string => {
    if (to - from === 1) return String(periods[from]?.seconds ?? 0);
    const middle = Math.floor((from + to) / 2);
    const start = compileTime(periods[middle]?.from ?? '');
    return `CASE WHEN ${column} < ${start} THEN ${compileOffset(from, middle)} ELSE ${compileOffset(middle, to)} END`;
  };
  return `(${column} - ${compileInterval(compileOffset(0, periods.length))})`;
}
