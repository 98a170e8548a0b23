import { printNumber, printQuotedText, printTime, UnfitValue } from './json-text.js';

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

test('a time has a colon', () => {
  expect(printTime('-838:59:59')).toBe('"-838:59:59"');
  expect(() => printTime('5')).toThrow(UnfitValue);
});
