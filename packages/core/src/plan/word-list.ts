// The value of `words`: one text -> its words and phrases, padded to a few sizes to limit the number of shapes.

/** The maximum number of words in one value. */
export const maxWords = 8;

/**
 * A phrase in quotes, or a word between white space. A phrase is not blank and has white space or an end of the text on both
 * sides; any other quote is an ordinary character.
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
