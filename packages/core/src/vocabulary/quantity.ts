// A number and what it counts, as people say it.

/** `1 character`, `2 characters`; the plural is given where it is irregular. */
export function quantityOf(count: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${count} ${Number(count) === 1 ? noun : plural}`;
}
