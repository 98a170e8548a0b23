// Random numbers that can be had again: FAULT_SEED is the seed of a run that failed.

export interface SeededRandom {
  readonly seed: number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** Mulberry32. */
export function seededRandom(given = process.env.FAULT_SEED): SeededRandom {
  const seed = Number(given ?? Math.floor(Math.random() * 2 ** 32));
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, random };
}
