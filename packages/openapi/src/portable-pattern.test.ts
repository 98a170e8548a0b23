import { toPortablePattern } from './portable-pattern.js';

test.each([
  ['^[a-z-]+$', '^[a-z-]+$'],
  ['^\\d{3}\\w$', '^[0-9]{3}[A-Za-z0-9_]$'],
  ['[\\w.-]', '[A-Za-z0-9_.-]'],
  ['[\\W]', '[^A-Za-z0-9_]'],
  ['[^\\D]', '[0-9]'],
  ['[\\s\\S]', '[^\\x00]'],
  ['(?<year>[0-9]{4})/', '(?:[0-9]{4})/'],
  ['a\\/b', 'a/b'],
  ['^a.*$', '^a[^\\n\\r\u2028\u2029]*$'],
  ['a\\.[.]', 'a\\.[.]'],
  ['\\u{1F600}\\u00e9\\uD83D\\uDE00', '😀é😀'],
  ['\\cA\\v\\0', '\\x01\\x0b\\x00'],
  ['[[&&~|]', '[\\[\\x26\\x26\\x7e\\x7c]'],
  ['[\\b\\-z]', '[\\x08\\-z]'],
  ['^(?:a|b)*?$', '^(?:a|b)*?$'],
  ['^[a-z]{0,1000}$', '^[a-z]{0,1000}$'],
])('%s is %s', (pattern, portable) => {
  expect(toPortablePattern(pattern)).toBe(portable);
  expect(() => new RegExp(portable, 'u')).not.toThrow();
});

test.each([
  '(?!a)',
  '(?<=a)b',
  '(a)\\1',
  '\\bword',
  '\\p{L}',
  '[\\p{L}]',
  '[^\\D.]',
  '[^]',
  '[]',
  'a{1001}',
  '(a{500}){3}',
  '\\uD83D',
  '(',
])('%s has no portable form', (pattern) => {
  expect(toPortablePattern(pattern)).toBeNull();
});

test('white space is written out', () => {
  const words = new RegExp(toPortablePattern('^\\S+$') ?? '', 'u');
  for (const code of [9, 10, 13, 32, 0xa0, 0x2003, 0x3000, 0xfeff])
    expect(words.test(String.fromCharCode(code))).toBe(false);
  expect(words.test('word')).toBe(true);
});
