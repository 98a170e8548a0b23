// The syntax of `Prefer` (RFC 7240, 2).
import { parseReturn } from './prefer-header.js';

test.each<[string, string | readonly string[] | undefined, ReturnType<typeof parseReturn>]>([
  ['no header', undefined, null],
  ['an empty header', '', null],
  ['a token', 'return=minimal', 'minimal'],
  ['the default', 'return=representation', 'representation'],
  ['any case', 'RETURN=Minimal', 'minimal'],
  ['white space', ' \treturn \t= \tminimal\t ', 'minimal'],
  ['a quoted string', 'return="minimal"', 'minimal'],
  ['an escape', 'return="min\\imal"', 'minimal'],
  ['other preferences', 'respond-async, wait=100, return=minimal', 'minimal'],
  ['empty elements', ', ,return=minimal,', 'minimal'],
  ['parameters', 'return=minimal; foo="some, thing";bar', 'minimal'],
  ['two lines', ['handling=lenient', 'return=minimal'], 'minimal'],
  ['the first mention wins', 'return=representation, return=minimal', 'representation'],
  ['the first mention wins, across lines', ['return=minimal', 'return=representation'], 'minimal'],
  ['the first mention wins, known or not', 'return=nothing, return=minimal', null],
  ['no value', 'return', null],
  ['an empty value', 'return=""', null],
  ['another name', 'returns=minimal', null],
  ['a mention inside a quoted string', 'foo="return=minimal, return=minimal"', null],
  ['a mention in a parameter', 'foo; return=minimal', null],
  ['a malformed element before', '"x" = @, return=minimal', 'minimal'],
  ['a malformed value', 'return=@', null],
  ['a quoted string without an end', 'foo="x, return=minimal', null],
])('%s', (_, header, expected) => {
  expect(parseReturn(header)).toBe(expected);
});

// In quadratic time, these would run into the time limit of tests.
test.each(['"', ',', 'a', '"\\', 'a=', ';', ' '])('a long header of %j is read to its end', (part) => {
  expect(parseReturn(part.repeat(1_000_000))).toBeNull();
});
