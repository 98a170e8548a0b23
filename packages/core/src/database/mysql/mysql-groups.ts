// Groups on MySQL and MariaDB: exact sums, and units of time in UTC.
import type { TimeUnit } from '../../vocabulary/aggregate.js';
import type { Dialect } from '../../sql/dialect.js';
import { createNumberSum } from '../../sql/sum-sql.js';
import { compileLocalToUtc, findOffsetPeriods } from '../local-offsets.js';

/** The 65 digits of DECIMAL suffice for a value times the count of a group. */
const decimalSum = createNumberSum({
  // A driver option may return decimals as numbers.
  compileSelected: (sum) => `CAST(${sum} AS CHAR)`,
  compileValue: (placeholder) => `CAST(${placeholder} AS DECIMAL(45, 15))`,
  compileDividend: (sum) => `CAST(${sum} AS DECIMAL(65, 10))`,
});

const floatSum = createNumberSum({
  compileValue: (placeholder) => placeholder,
  compileDividend: (sum) => sum,
});

const formats: Readonly<Record<Exclude<TimeUnit, 'quarter'>, string>> = {
  year: '%Y',
  month: '%Y-%m',
  week: '%x-W%v',
  day: '%Y-%m-%d',
  hour: '%Y-%m-%dT%H',
};

/** The part of the dialect that groups rows. `offset` is that of the date-times: `Z`, such as `+02:00`, or '' for local time. */
export function createGroupTraits(offset: string): Pick<Dialect, 'getSum' | 'compileTimeBucket'> {
  let periods: ReturnType<typeof findOffsetPeriods> | undefined;
  const getPeriods = () => (periods ??= offset === '' ? findOffsetPeriods() : [parseOffset(offset)]);
  return {
    getSum: ({ columnKind }) => (columnKind === 'float' ? floatSum : decimalSum),
    compileTimeBucket: (column, unit, { columnKind }) => {
      const time = columnKind === 'date' ? column : compileLocalToUtc(column, getPeriods(), spelling);
      if (unit === 'quarter') return `CONCAT(DATE_FORMAT(${time}, '%Y'), '-Q', QUARTER(${time}))`;
      return `DATE_FORMAT(${time}, '${formats[unit]}')`;
    },
  };
}

const spelling = {
  compileTime: (text: string) => `TIMESTAMP '${text}'`,
  compileInterval: (seconds: string) => `INTERVAL ${seconds} SECOND`,
};

function parseOffset(offset: string): { readonly from: string; readonly seconds: number } {
  const [, sign = '', hours = '0', minutes = '0'] = /^([+-])([0-9]{2}):?([0-9]{2})$/.exec(offset) ?? [];
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60;
  return { from: '', seconds: sign === '-' ? -seconds : seconds };
}
