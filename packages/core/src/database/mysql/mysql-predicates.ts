// Predicates of MySQL and MariaDB. The collation of a column decides order and serves indexes. Equality and patterns are exact
// nevertheless: a second test compares the bytes. Case is folded by Unicode 5.2, the newest version that both support.
import type { CompilePredicate, Dialect, ValueBinder } from '../../sql/dialect.js';
import { compileIsNull, toContainsPattern, toPrefixPattern } from '../../sql/predicate-sql.js';
import { addSpellings } from '../../sql/spelling-sql.js';
import { listPredicates } from './mysql-documents.js';
import { asDecimal } from './mysql-position.js';
import { findSpellingTests } from './mysql-spellings.js';

const plainPredicates: Dialect['predicates'] = {
  eq: createValueTest((column, value) => `${column} = ${value}`, 'both'),
  neq: createValueTest((column, value) => `${column} <> ${value}`, 'bytes'),
  in: createValueTest((column, list) => `${column} IN (${list})`, 'both'),
  notIn: createValueTest((column, list) => `${column} NOT IN (${list})`, 'bytes'),
  gt: createValueTest((column, value) => `${column} > ${value}`, 'collation'),
  gte: createValueTest((column, value) => `${column} >= ${value}`, 'collation'),
  lt: createValueTest((column, value) => `${column} < ${value}`, 'collation'),
  lte: createValueTest((column, value) => `${column} <= ${value}`, 'collation'),
  null: compileIsNull,
  ieq: (column, value) => `${compileFoldedText(column)} = ${compileFoldedText(value())}`,
  // Both databases search for a text between two wildcards in one pass.
  has: (column, value) => compileLike(compileBytes(column), value({ as: toContainsPattern })),
  ihas: compileContainsFolded,
  // The first test can use an index on the column.
  prefix: (column, value) =>
    `(${compileLike(column, value({ as: toPrefixPattern }))} AND ${compileLike(compileBytes(column), value({ as: toPrefixPattern }))})`,
  suffix: (column, value) =>
    `RIGHT(${compileBytes(column)}, LENGTH(${compileBytes(value())})) = ${compileBytes(value())}`,
  words: compileContainsFolded,
  ...listPredicates,
};

/** The predicates of MySQL and MariaDB. */
export const predicates = addSpellings(plainPredicates, findSpellingTests);

/** How text is compared: by the column's collation, by its bytes, or by both. */
type TextComparison = 'collation' | 'bytes' | 'both';

function createValueTest(
  test: (column: string, value: string) => string,
  by: TextComparison,
): CompilePredicate {
  return (column, value, { columnKind }) => {
    if (columnKind === 'decimal') return test(column, value({ each: asDecimal }));
    if (columnKind !== 'string' || by === 'collation') return test(column, value());
    return by === 'bytes' ? test(compileBytes(column), value()) : compileIndexedAndExact(test, column, value);
  };
}

function compileIndexedAndExact(
  test: (column: string, value: string) => string,
  column: string,
  value: ValueBinder,
): string {
  return `(${test(column, value())} AND ${test(compileBytes(column), value())})`;
}

/** The UTF-8 bytes of a text, so that trailing spaces count, too. */
export function compileBytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

function compileFoldedText(text: string): string {
  return `CAST(LOWER(CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_unicode_520_ci) AS BINARY)`;
}

function compileContainsFolded(column: string, value: ValueBinder): string {
  return compileLike(compileFoldedText(column), compileFoldedText(value({ as: toContainsPattern })));
}

function compileLike(column: string, pattern: string): string {
  return `${column} LIKE ${pattern} ESCAPE '!'`;
}
