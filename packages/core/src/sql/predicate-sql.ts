// Tests that are spelled alike on every database.
import type { BoundValue, PredicateSql } from './dialect.js';
import { likeText } from './dialect.js';

/** Compares the stored value with the bound one. */
export function comparison(operator: string): PredicateSql {
  return { sql: (column, value) => `${column} ${operator} ${value()}`, encode: ({ encode }) => encode };
}

/** A test against a list that is one parameter. */
export function listTest(sql: (column: string, list: string) => string): PredicateSql {
  return { sql: (column, list) => sql(column, list()), encode: ({ encode }) => encode };
}

/** A test by pattern; `pattern` gets the stored text. */
export function patternTest(
  sql: (column: string, value: BoundValue) => string,
  pattern: (text: unknown) => string,
): PredicateSql {
  return {
    sql,
    encode:
      ({ encode }) =>
      (value) =>
        pattern(encode(value)),
  };
}

/** The only test without a value; `filter-sql.ts` negates it. */
export const isNull: PredicateSql = { sql: (column) => `${column} IS NULL`, encode: ({ encode }) => encode };

/** Patterns of LIKE around a text whose wildcards are ordinary characters. */
export const containing = (text: unknown): string => `%${likeText(text)}%`;
export const startingWith = (text: unknown): string => `${likeText(text)}%`;
export const endingWith = (text: unknown): string => `%${likeText(text)}`;
