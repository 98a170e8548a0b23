// Hostile text: random code units, mostly those with a meaning for a parser, and long runs.

const longest = 40;
const rare = [
  '%00',
  '%ff',
  '%C3%A9',
  '%F0%9F%98%80',
  '%u0041',
  '\0',
  '\ud83d',
  '\u{1f600}',
  '__proto__',
  'é',
];

/** So many texts, the same for the same seed. Not fast-check's: a million of those takes minutes. */
export function* hostileTexts(seed: number, count: number, meaningful: string): Generator<string> {
  const next = xorshift(seed);
  const units = Array.from(meaningful);
  for (let at = 0; at < count; at++) {
    let text = '';
    for (let length = next() % longest; length > 0; length--) text += unitOf(units, next());
    yield text;
  }
}

function unitOf(units: readonly string[], random: number): string {
  const choice = (random >>> 8) % 16;
  if (choice === 0) return rare[random % rare.length] ?? '';
  if (choice === 1) return String.fromCharCode(random & 0xffff);
  if (choice < 4) return String.fromCharCode(32 + (random % 95));
  return units[random % units.length] ?? '';
}

function xorshift(seed: number): () => number {
  let state = seed === 0 ? 1 : seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Texts of any length that make a careless pattern go back and forth. */
export const repeatedTexts: Readonly<Record<string, (length: number) => string>> = {
  'nines, then a letter': (length) => `${'9'.repeat(length)}x`,
  'zeros, a point, zeros, a letter': (length) => `0.${'0'.repeat(length)}x`,
  'minus signs': (length) => '-'.repeat(length),
  'percent signs': (length) => '%'.repeat(length),
  escapes: (length) => '%41'.repeat(length / 3),
  ampersands: (length) => '&'.repeat(length),
  'equals signs': (length) => `a${'='.repeat(length)}`,
  terms: (length) => 'a=1&'.repeat(length / 4),
  slashes: (length) => '/'.repeat(length),
  'a path': (length) => `/exhibits/${'1'.repeat(length)}/x`,
  'a time with zeros': (length) => `12:00:00.${'0'.repeat(length)}1`,
  'a date-time with digits': (length) => `2020-01-01T00:00:00.${'1'.repeat(length)}Z`,
};

/** How much more processor time a text of 100,000 takes than one of 10,000; the best of several runs of each. */
export function growth(textOf: (length: number) => string, work: (text: string) => void): number {
  const [short, long] = [textOf(10_000), textOf(100_000)];
  // Below a tenth of a millisecond a clock tells nothing; and a collection of garbage is in few of the runs.
  const ratios = [1, 2, 3].map(() => best(long, work) / Math.max(best(short, work), 0.1));
  return Math.min(...ratios);
}

function best(text: string, work: (text: string) => void): number {
  let shortest = Infinity;
  for (let run = 0; run < 5; run++) {
    // What other programs do at the same time does not count.
    const start = process.cpuUsage();
    work(text);
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1_000);
  }
  return shortest;
}
