import {
  printDate,
  printInstant,
  printInteger,
  printNumber,
  printQuotedText,
  printSpelledUuid,
  printTime,
  printTimeSpan,
  printUuid,
  UnfitValue,
} from './json-text.js';

describe('numberText', () => {
  test.each([
    [5, '5'],
    [-0.5, '-0.5'],
    [9007199254740993n, '9007199254740993'],
    ['9007199254740993', '9007199254740993'],
    ['12.50', '12.50'],
    ['-0.25', '-0.25'],
    ['1e+300', '1e+300'],
    ['00042', '42'],
    ['0000', '0'],
    ['-007.50', '-7.50'],
  ])('%p is %s', (value, text) => {
    expect(printNumber(value)).toBe(text);
    expect(JSON.parse(text)).toBe(Number(value));
  });

  test.each([
    NaN,
    Infinity,
    '',
    'a',
    '1.',
    '.5',
    '0x1',
    ' 1',
    '1\n',
    true,
    null,
    Buffer.from('1'),
    `${'0'.repeat(1e6)}x`,
  ])('of %p there is none', (value) => {
    expect(() => printNumber(value)).toThrow(UnfitValue);
  });
});

test('a text is escaped, whatever its column was to hold', () => {
  expect(printQuotedText('a"b\\')).toBe('"a\\"b\\\\"');
  expect(printQuotedText(5)).toBe('"5"');
  expect(() => printQuotedText(Buffer.from('a'))).toThrow(UnfitValue);
});

test.each([
  ['03:04:05', '"03:04:05"'],
  ['03:04', '"03:04:00"'],
  ['03:04:05.100000', '"03:04:05.1"'],
  ['03:04:00.000', '"03:04:00"'],
  ['24:00:00', '"24:00:00"'],
])('a time of day: %s', (stored, text) => {
  expect(printTime(stored)).toBe(text);
});

test.each(['5', '25:00:00', '-01:00:00', '3:04:05', 'noon', 5])('no time of day: %p', (stored) => {
  expect(() => printTime(stored)).toThrow(UnfitValue);
});

test('a time span of MySQL', () => {
  expect(printTimeSpan('-838:59:59')).toBe('"-838:59:59"');
  expect(() => printTimeSpan('5')).toThrow(UnfitValue);
});

test.each(['2026-01-02', '2024-02-29', '0001-01-01', '9999-12-31'])('a date: %s', (stored) => {
  expect(printDate(stored)).toBe(`"${stored}"`);
});

test.each([
  '2026-02-30',
  '2026-00-01',
  '0000-00-00',
  '0000-01-01',
  '12345-01-01',
  'infinity',
  '2026-01-02 00:00',
])('no date: %s', (stored) => {
  expect(() => printDate(stored)).toThrow(UnfitValue);
});

test('an instant of a year that filters accept', () => {
  expect(printInstant(new Date('9999-12-31T23:59:59.999Z'))).toBe('"9999-12-31T23:59:59.999Z"');
  for (const time of [8.64e15, -8.64e15, Number.NaN])
    expect(() => printInstant(new Date(time))).toThrow(UnfitValue);
});

test('a UUID, by the texts that a column may have for it', () => {
  const shown = '"0000000b-0000-4000-8000-00000000000a"';
  const plain = '0000000b00004000800000000000000a';
  expect(printUuid('0000000B-0000-4000-8000-00000000000A')).toBe(shown);
  for (const stored of [plain, plain.toUpperCase(), JSON.parse(shown), JSON.parse(shown.toUpperCase())])
    expect(printSpelledUuid(stored)).toBe(shown);
  for (const stored of ['0000000b-0000-4000-8000-00000000000A', 'abc', '', 5])
    expect(() => printSpelledUuid(stored)).toThrow(UnfitValue);
});

test('an integer, without a fraction of zeros', () => {
  expect([-0, 5, '5', '-7', '5.00', '-0.0', '007', 9n].map(printInteger)).toEqual([
    '0',
    '5',
    '5',
    '-7',
    '5',
    '0',
    '7',
    '9',
  ]);
  for (const stored of [1.5, 2 ** 53, '1.5', '1e300', 'x', ''])
    expect(() => printInteger(stored)).toThrow(UnfitValue);
});
