// Search texts that are hard for those who try the rest of a pattern at each place of a text, and texts to search.
import type { TextRow } from '../data/filled-database.js';
import type { DocumentedRequest } from './documented-requests.js';

/** Most characters of a value. */
const longest = 1024;
const bytes = 1024 * 1024;

const patterns: Readonly<Record<string, string>> = {
  'a...ab': `${'a'.repeat(longest - 1)}b`,
  'ba...a': `b${'a'.repeat(longest - 1)}`,
  'abab...c': `${'ab'.repeat(longest / 2 - 1)}c`,
  'a%a%...b': `${'a%'.repeat(longest / 2 - 1)}b`,
  '%a%a...b': `${'%a'.repeat(longest / 2 - 1)}b`,
  'a_a_...b': `${'a_'.repeat(longest / 2 - 1)}b`,
  'a*a*...b': `${'a*'.repeat(longest / 2 - 1)}b`,
  '[a][a]...b': `${'[a]'.repeat(longest / 3 - 1)}b`,
  '\\\\\\...b': `${'\\'.repeat(longest - 1)}b`,
  '32 a, b': `${'a'.repeat(32)}b`,
};

/** Three texts of so many megabytes that hold nearly what is looked for, over and over. */
export function searchedTexts(megabytes: number): TextRow[] {
  return ['a', 'ab', '\\'].map((pattern) => ({
    pattern,
    times: Math.floor((megabytes * bytes) / pattern.length),
    rows: 1,
    parent: 1,
  }));
}

/** Every text operator on the long text, each with every pattern. */
export function patternRequests(requests: readonly DocumentedRequest[]): DocumentedRequest[] {
  const searching = requests.filter(({ asks }) =>
    /^(pets\.)?note\.\w*(eq|has|prefix|suffix)\w*$/i.test(asks),
  );
  return searching.flatMap(({ path, asks }) =>
    Object.entries(patterns).map(([title, value]) => ({
      path,
      asks: `${asks}=${title}`,
      // One character less each time is another value, and as hard.
      query: (turn: number) => [[asks, value.slice(turn)] as const],
    })),
  );
}
