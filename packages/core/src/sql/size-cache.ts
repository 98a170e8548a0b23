// The texts of one statement for lists of several sizes, of which a bounded amount is kept.
import { LRUCache } from 'lru-cache';

/** How many sizes of a statement are kept. */
const maxSizes = 64;

/** The length of the texts that are kept for one statement: those of a list of up to a thousand values fit. */
export function getMaxSizedLength(text: string): number {
  return 16 * (1_024 + text.length);
}

/** Keeps what is made of a statement, by the sizes of its lists. */
export function createSizeCache<S extends { readonly text: string }>(text: string): LRUCache<string, S> {
  return new LRUCache<string, S>({
    max: maxSizes,
    maxSize: getMaxSizedLength(text),
    sizeCalculation: (sized) => sized.text.length,
  });
}
