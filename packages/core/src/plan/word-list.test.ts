// How a text is split into words and phrases, and how their number is padded.
import { padWords, splitWords } from './word-list.js';

test.each([
  ['ada cohen', ['ada', 'cohen']],
  ['  ada \t\n cohen  ', ['ada', 'cohen']],
  ['ada\u00a0cohen\u3000lovelace', ['ada', 'cohen', 'lovelace']],
  ['"ada cohen" x', ['ada cohen', 'x']],
  ['x "ada  cohen"', ['x', 'ada  cohen']],
  ['" ada "', [' ada ']],
  ['"ada', ['"ada']],
  ['5" pipe', ['5"', 'pipe']],
  ['5" 6" pipe', ['5"', '6"', 'pipe']],
  ['"ada"cohen', ['"ada"cohen']],
  ['""', ['""']],
  ['" "', ['"', '"']],
  ['', []],
  [' \t', []],
  ['naïve 😀 ß', ['naïve', '😀', 'ß']],
])('%j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 8],
  [8, 8],
])('%i words take %i places', (given, places) => {
  const words = Array.from({ length: given }, (_, at) => `w${at}`);
  const padded = padWords(words);
  expect(padded).toHaveLength(places);
  expect(padded.slice(0, given)).toEqual(words);
  expect(new Set(padded.slice(given - 1))).toEqual(new Set([words[given - 1]]));
});

test('a text full of quotes is split in one pass', () => {
  expect(splitWords('" a '.repeat(100_000))).toHaveLength(100_000);
  expect(splitWords(`"${' '.repeat(200_000)}`)).toEqual(['"']);
});
