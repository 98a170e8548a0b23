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

test('long lists that a careless pattern would try in many ways are malformed', () => {
  const lists = [
    ' '.repeat(200_000) + 'x',
    '"' + 'a'.repeat(200_000),
    ',W/'.repeat(70_000),
    ', '.repeat(100_000) + 'x',
  ];
  for (const list of lists) expect(parseTagList(list)).toBeNull();
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
