// The value of `words`: one text -> its words and phrases, padded so that shapes stay few.

/** The most words of one value. */
export const maxWords = 8;

/**
 * A phrase between quotes, or what stands between white space. The quotes of a phrase stand at its ends, and it is not blank;
 * any other quote is a character like others.
 */
const wordOrPhrase = /"(\s*[^\s"][^"]*)"(?!\S)|\S+/g;

/** The words and phrases of a text, in its order. */
export function splitWords(text: string): string[] {
  return Array.from(text.matchAll(wordOrPhrase), ([word, phrase]) => phrase ?? word);
}

/** The words, the last one repeated until there are 1, 2, 4 or 8. Each shape has one of these numbers. */
export function padWords(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (last === undefined) return words;
  const size = 2 ** Math.ceil(Math.log2(words.length));
  return [...words, ...new Array<string>(size - words.length).fill(last)];
}
