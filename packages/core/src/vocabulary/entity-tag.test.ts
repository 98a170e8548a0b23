// Lists of entity tags, and the parts of a tag.
import { hashAnswer, joinVersion, parseTagList, splitVersion } from './entity-tag.js';

test.each([
  ['"a"', ['a']],
  ['W/"a"', ['a']],
  ['"a","b"', ['a', 'b']],
  [' "a" ,\t"b" ', ['a', 'b']],
  [',, "a", ,', ['a']],
  ['"a,b", "c"', ['a,b', 'c']],
  ['""', ['']],
  ['"*"', ['*']],
  ['"W/"', ['W/']],
  ['"\u00e9\\"', ['é\\']],
  ['', []],
  [',', []],
])('%j lists %j', (header, tags) => {
  expect(parseTagList(header)).toEqual({ isAny: false, tags });
});

test.each(['*', ' * '])('%j lists any', (header) => {
  expect(parseTagList(header)).toEqual({ isAny: true, tags: [] });
});

test.each([
  'a',
  '"a',
  'a"',
  '"a" "b"',
  '"a"b',
  'w/"a"',
  'W/ "a"',
  '*, "a"',
  '"a", *',
  '"a b"',
  '"\u007f"',
  '"\u0100"',
])('%j is malformed', (header) => {
  expect(parseTagList(header)).toBeNull();
});

test('the time to parse a list grows with its length alone', () => {
  const lists = [
    ' '.repeat(200_000) + 'x',
    '"' + 'a'.repeat(200_000),
    ',W/'.repeat(70_000),
    ', '.repeat(100_000),
  ];
  const since = performance.now();
  for (const list of lists) parseTagList(list);
  expect(performance.now() - since).toBeLessThan(1_000);
});

test('a version is the part before the first dot, or the whole', () => {
  expect(splitVersion(joinVersion('3', 'x.y'))).toBe('3');
  expect(splitVersion('3')).toBe('3');
  expect(splitVersion('.3')).toBe('');
});

test('a hash is 22 characters of SHA-256 over UTF-8', () => {
  expect(hashAnswer('')).toBe('47DEQpj8HBSa-_TImW-5JA');
  expect(hashAnswer('é')).not.toBe(hashAnswer('e'));
});
