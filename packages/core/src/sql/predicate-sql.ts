// Tests that several databases spell alike.
import type { Encode, CompilePredicate } from './dialect.js';

/** Compares the column with the bound value. */
export function createComparison(operator: string): CompilePredicate {
  return (column, value) => `${column} ${operator} ${value()}`;
}

/** The only test without a value. */
export const compileIsNull: CompilePredicate = (column) => `${column} IS NULL`;

/** Patterns of LIKE for a text, with its wildcards escaped. */
export const toContainsPattern: Encode = (text) => `%${escapeLike(text)}%`;
export const toPrefixPattern: Encode = (text) => `${escapeLike(text)}%`;
export const toSuffixPattern: Encode = (text) => `%${escapeLike(text)}`;

/** Tests by a pattern of LIKE. All databases accept `!` as the escape character, but not a backslash. */
export function createLikeTest(pattern: Encode, operator = 'LIKE'): CompilePredicate {
  return (column, value) => `${column} ${operator} ${value({ as: pattern })} ESCAPE '!'`;
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: unknown): string {
  return String(text).replace(/[!%_]/g, '!$&');
}
