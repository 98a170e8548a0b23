// The patterns of numbers against those that they replace, which had look-aheads.
import { buildDecimalPattern, type DecimalSize } from './number-pattern.js';

const sizes: readonly DecimalSize[] = [
  { whole: 1, fraction: 0, total: null },
  { whole: 2, fraction: 2, total: null },
  { whole: 0, fraction: 3, total: null },
  { whole: 3, fraction: 1, total: 3 },
  { whole: 2, fraction: 4, total: 4 },
  { whole: 0, fraction: 4, total: 4 },
  { whole: -2, fraction: 4, total: null },
  { whole: 5, fraction: -3, total: null },
  { whole: null, fraction: null, total: null },
  { whole: null, fraction: null, total: 4 },
];

const lookAheads = {
  any: '',
  notNegative: '(?!-.*[1-9])',
  positive: '(?!-)(?=.*[1-9])',
  negative: '(?=-.*[1-9])',
} as const;

/** The former pattern, and the look-aheads of the number of digits and of the sign. */
function buildWithLookAhead({ whole, fraction, total }: DecimalSize, sign: keyof typeof lookAheads): RegExp {
  const exact = total === null ? '' : `(?!(?:[0-9]\\.?){${total + 1}})`;
  return new RegExp(`^${lookAheads[sign]}-?${exact}${buildDigits(whole ?? 1000, fraction ?? 1000)}$`, 'u');
}

function buildDigits(whole: number, fraction: number): string {
  if (fraction < 0) return `(0|[1-9][0-9]{0,${whole + fraction - 1}}0{${-fraction}})`;
  if (whole < 0) return `0(\\.0{1,${-whole}}|\\.0{${-whole}}[0-9]{1,${fraction + whole}})?`;
  const integer = whole === 0 ? '0' : `(0|[1-9][0-9]{0,${whole - 1}})`;
  return fraction === 0 ? integer : `${integer}(\\.[0-9]{1,${fraction}})?`;
}

/** All texts of up to five of these signs, and longer ones of zeros. */
function listTexts(): readonly string[] {
  const signs = ['0', '1', '9', '.', '-'];
  let texts = [''];
  const all: string[] = [];
  for (let length = 0; length <= 5; length++) {
    all.push(...texts);
    texts = texts.flatMap((text) => signs.map((sign) => text + sign));
  }
  return [
    ...all,
    '12000',
    '-12000',
    '120000',
    '0.0001',
    '-0.0010',
    '0.00001',
    '1234.5678',
    '+1',
    '1e3',
    '00.1',
  ];
}

test.each(sizes)('%j takes the texts that the pattern with look-aheads took', (size) => {
  for (const sign of ['any', 'notNegative', 'positive', 'negative'] as const) {
    const before = buildWithLookAhead(size, sign);
    const now = new RegExp(buildDecimalPattern(size, sign) ?? 'none', 'u');
    const differing = listTexts().filter((text) => before.test(text) !== now.test(text));
    expect({ sign, differing }).toEqual({ sign, differing: [] });
  }
});

test('the contract of a number that is not negative, without a bound', () => {
  expect(buildDecimalPattern({ whole: null, fraction: null, total: null }, 'notNegative')).toBe(
    '^(-0(\\.0+)?|(0|[1-9][0-9]*)(\\.[0-9]+)?)$',
  );
});

test('a sign that would take too long a pattern has none', () => {
  expect(buildDecimalPattern({ whole: 5, fraction: 31, total: null }, 'positive')).toBeNull();
});
