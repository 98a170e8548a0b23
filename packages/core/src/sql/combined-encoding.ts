// Two encodings of a value, one after the other, as one function.
import type { Encode } from './dialect.js';

const combined = new WeakMap<Encode, WeakMap<Encode, Encode>>();

/** Encodes by the one, then by the other: one function for each pair, so that a value that is tested twice is bound once. */
export function combineEncodings(encode: Encode, as: Encode): Encode {
  const known = combined.get(encode) ?? new WeakMap<Encode, Encode>();
  combined.set(encode, known);
  const both = known.get(as) ?? ((value) => as(encode(value)));
  known.set(as, both);
  return both;
}

/** Encodes each value of a list, then makes one value of them. */
export function combinePick(encode: Encode, pick: (values: readonly unknown[]) => unknown): Encode {
  return (values) => pick((values as readonly unknown[]).map(encode));
}
