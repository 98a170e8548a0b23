// Tests that several databases spell alike.
import type { Encode, PredicateSql } from './dialect.js';

/** Compares the column with the bound value. */
export function comparison(operator: string): PredicateSql {
  return (column, value) => `${column} ${operator} ${value()}`;
}

/** The only test without a value. */
export const isNull: PredicateSql = (column) => `${column} IS NULL`;

/** Patterns of LIKE for a text, with its wildcards escaped. */
export const containing: Encode = (text) => `%${likeText(text)}%`;
export const startingWith: Encode = (text) => `${likeText(text)}%`;
export const endingWith: Encode = (text) => `%${likeText(text)}`;

/** Tests by a pattern of LIKE. All databases accept `!` as the escape character, but not a backslash. */
export function likeTest(pattern: Encode, operator = 'LIKE'): PredicateSql {
  return (column, value) => `${column} ${operator} ${value({ as: pattern })} ESCAPE '!'`;
}

/** Escapes the wildcards of LIKE. */
function likeText(text: unknown): string {
  return String(text).replace(/[!%_]/g, '!$&');
}
