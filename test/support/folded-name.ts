// How generators of clients see names: without case and punctuation.

/** What is left of a name in the languages of clients. */
export function foldName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
