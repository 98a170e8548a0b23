// Groups on PostgreSQL: exact sums, and units of time in UTC.
import type { TimeUnit } from '../../vocabulary/aggregate.js';
import type { Dialect } from '../../sql/dialect.js';
import { createNumberSum } from '../../sql/sum-sql.js';
import { compileLocalToUtc, findOffsetPeriods } from '../local-offsets.js';

/** NUMERIC is exact. The addend gives the quotient ten digits after the point, however large it is. */
const numericSum = createNumberSum({
  compileValue: (placeholder) => `CAST(${placeholder} AS numeric)`,
  compileDividend: (sum) => `(${sum} + 0.0000000000)`,
});

const floatSum = createNumberSum({
  compileValue: (placeholder) => `CAST(${placeholder} AS double precision)`,
  compileDividend: (sum) => sum,
});

const formats: Readonly<Record<TimeUnit, string>> = {
  year: 'YYYY',
  quarter: 'YYYY-"Q"Q',
  month: 'YYYY-MM',
  week: 'IYYY-"W"IW',
  day: 'YYYY-MM-DD',
  hour: 'YYYY-MM-DD"T"HH24',
};

let periods: ReturnType<typeof findOffsetPeriods> | undefined;

/** The part of the dialect that groups rows. */
export const groupTraits: Pick<Dialect, 'getSum' | 'compileTimeBucket' | 'compileGroupedText'> = {
  getSum: ({ columnKind }) => (columnKind === 'float' ? floatSum : numericSum),
  compileTimeBucket: (column, unit, { columnKind, zoned }) =>
    `to_char(${columnKind === 'date' ? column : compileUtc(column, zoned)}, '${formats[unit]}')`,
  compileGroupedText: null,
};

/** Without a time zone, the driver writes and reads the local time of the process. */
function compileUtc(column: string, zoned: boolean): string {
  if (zoned) return `${column} AT TIME ZONE 'UTC'`;
  periods ??= findOffsetPeriods();
  return compileLocalToUtc(column, periods, {
    compileTime: (text) => `timestamp '${text}'`,
    compileInterval: (seconds) => `make_interval(secs => ${seconds})`,
  });
}
