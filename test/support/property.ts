// Runs properties so that every failure can be had again. PROPERTY_SEED replays a seed, PROPERTY_PATH one case of it
// (together with `-t`, as a path belongs to one property).
import fc from 'fast-check';

// Many cases in one test, on a machine that may be busy.
jest.setTimeout(300_000);

/** The seed of this run: the one given, or a new one. */
export const seed = seedOf(process.env.PROPERTY_SEED);

function seedOf(given: string | undefined): number {
  if (given === undefined || given === '') return (Date.now() ^ process.pid) | 0;
  if (!/^-?\d{1,10}$/.test(given)) throw new Error(`PROPERTY_SEED must be an integer, not "${given}".`);
  return Number(given) | 0;
}

process.stdout.write(`PROPERTY_SEED=${seed}\n`);

/** Checks a property of the examples and `runs` times. A failure prints the seed and the path of the smallest counterexample. */
export async function holds<T>(
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  runs: number,
  examples: T[] = [],
): Promise<void> {
  const path = process.env.PROPERTY_PATH;
  const numRuns = examples.length + runs;
  await fc.assert(property, { seed, numRuns, examples, ...(path ? { path } : {}) });
}

/** `count` values of an arbitrary, the same for the same seed and salt. */
export function samples<T>(arbitrary: fc.Arbitrary<T>, count: number, salt = 0): T[] {
  return fc.sample(arbitrary, { seed: seed + salt, numRuns: count });
}
