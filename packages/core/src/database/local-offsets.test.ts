import { compileLocalToUtc, findOffsetPeriods } from './local-offsets.js';

/** Central European Time since 1996: an hour, and another one from the last Sunday of March to that of October, at 01:00 UTC. */
function offsetInBerlin(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  if (year < 1996) return 3_600_000;
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
  };
  return instant >= lastSunday(2) && instant < lastSunday(9) ? 7_200_000 : 3_600_000;
}

const spelling = {
  compileTime: (text: string) => `'${text}'`,
  compileInterval: (seconds: string) => `[${seconds}]`,
};

test('periods begin when clocks are changed, in local time', () => {
  const periods = findOffsetPeriods(offsetInBerlin);
  expect(periods[0]).toEqual({ from: '', seconds: 3_600 });
  // Skipped and repeated times belong to the period before.
  expect(periods.filter(({ from }) => from.startsWith('2026'))).toEqual([
    { from: '2026-03-29 03:00:00', seconds: 7_200 },
    { from: '2026-10-25 03:00:00', seconds: 3_600 },
  ]);
  expect(periods).toHaveLength(1 + 2 * (2099 - 1996 + 1));
});

test('a zone without an offset leaves the column as it is', () => {
  expect(
    compileLocalToUtc(
      'c',
      findOffsetPeriods(() => 0),
      spelling,
    ),
  ).toBe('c');
});

test('a zone with one offset subtracts it', () => {
  expect(
    compileLocalToUtc(
      'c',
      findOffsetPeriods(() => -3_600_000),
      spelling,
    ),
  ).toBe('(c - [-3600])');
});

test('the offset of a value is found by halves', () => {
  const periods = [
    { from: '', seconds: 1 },
    { from: 'B', seconds: 2 },
    { from: 'C', seconds: 3 },
  ];
  expect(compileLocalToUtc('c', periods, spelling)).toBe(
    "(c - [CASE WHEN c < 'B' THEN 1 ELSE CASE WHEN c < 'C' THEN 2 ELSE 3 END END])",
  );
});
