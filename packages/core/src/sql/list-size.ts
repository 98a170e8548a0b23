// The sizes of lists whose items are placeholders, so that a few statements serve lists of all lengths.

/** The number of items up to which all lists of a statement have the size of the longest. */
const maxPaddedItems = 8_192;
/**
 * Chooses the sizes of a statement's lists, for the lengths of all its parameters; a single value has the length 1. All lists
 * have the size of the longest, a power of two, and empty ones 0: that keeps the number of texts small. Lists that would be
 * long together have a size each: a statement of MySQL has at most 65,535 placeholders.
 */
export function chooseSizes(lengths: readonly number[]): readonly number[] {
  const longest = chooseSize(Math.max(...lengths));
  if (longest * lengths.length > maxPaddedItems) return lengths.map(chooseSize);
  return lengths.map((length) => (length === 0 ? 0 : longest));
}

function chooseSize(length: number): number {
  return length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
}

/** The text of a list of items. */
export function repeatItem(item: string, size: number): string {
  return new Array<string>(size).fill(item).join(', ');
}

/** The items of a list; the last one is repeated up to the size. */
export function padToSize(items: readonly unknown[], size: number): unknown[] {
  return Array.from({ length: size }, (_, at) => items[Math.min(at, items.length - 1)]);
}
