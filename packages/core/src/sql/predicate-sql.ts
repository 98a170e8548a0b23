// Tests that are spelled alike on every database.
import type { Encode, PredicateSql } from './dialect.js';

/** Compares the stored value with the bound one. */
export function comparison(operator: string): PredicateSql {
  return (column, value) => `${column} ${operator} ${value()}`;
}

/** The only test without a value; `filter-sql.ts` negates it. */
export const isNull: PredicateSql = (column) => `${column} IS NULL`;

/** Patterns of LIKE around a text whose wildcards are ordinary characters. */
export const containing: Encode = (text) => `%${likeText(text)}%`;
export const startingWith: Encode = (text) => `${likeText(text)}%`;
export const endingWith: Encode = (text) => `%${likeText(text)}`;

/** A test by a pattern of LIKE. All databases take `!` as its escape; a backslash they do not. */
export function likeTest(pattern: Encode, operator = 'LIKE'): PredicateSql {
  return (column, value) => `${column} ${operator} ${value({ as: pattern })} ESCAPE '!'`;
}

/** Escapes the wildcards of LIKE. */
function likeText(text: unknown): string {
  return String(text).replace(/[!%_]/g, '!$&');
}
