// Counts and names in messages.

/** Formats a count with its noun, such as `1 character` or `2 characters`. Give the plural if it is irregular. */
export function formatQuantity(count: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${count} ${Number(count) === 1 ? noun : plural}`;
}

/** Truncates a name that a client sent, to echo it. */
export function shortenName(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Puts the indefinite article before a noun: `an Owner`, `a Pet`. Follows the spelling, with `a` before `u`: `a User`. */
export function addArticle(noun: string): string {
  return `${/^[aeio]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
}
