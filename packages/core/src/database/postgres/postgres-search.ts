// Searches in texts. LIKE and ILIKE can use a trigram index, but may backtrack from every position of a text. They therefore
// search for the beginning of a long text only; another test searches for all of it.
import type { CompilePredicate } from '../../sql/dialect.js';
import { createLikeTest, toContainsPattern, toSuffixPattern } from '../../sql/predicate-sql.js';

type Padded = Parameters<CompilePredicate>[2];

/**
 * A `char(n)` as clients see it, with its padding: casts, comparisons and most functions remove that, but LIKE does not.
 * `concat` keeps it, but turns NULL into an empty text.
 */
export function compileShownText(column: string): string {
  return `CASE WHEN ${column} IS NULL THEN NULL ELSE concat(${column}) END`;
}

export function compileText(column: string, { padded }: Padded): string {
  return padded ? compileShownText(column) : column;
}

/** In characters. At worst LIKE compares this many for each character of a text. */
const maxLikeLength = 32;

const takeFirst = (text: unknown) => Array.from(String(text)).slice(0, maxLikeLength).join('');
const takeLast = (text: unknown) => Array.from(String(text)).slice(-maxLikeLength).join('');
const isShort = (text: unknown) => Array.from(String(text)).length <= maxLikeLength;
const toPartPattern = (text: unknown) => toContainsPattern(takeFirst(text));

export const compileContains = createSearch(
  createLikeTest(toPartPattern),
  (column, text) => `position(${text} IN ${column}) > 0`,
);

export const compileSuffix = createSearch(
  createLikeTest((text) => toSuffixPattern(takeLast(text))),
  (column, text) => `right(${column}, length(${text})) = ${text}`,
);

/** Tests by a part of the text, and rows that pass by the whole text if it is longer. */
function createSearch(
  part: CompilePredicate,
  whole: (column: string, text: string) => string,
): CompilePredicate {
  return (column, value, field) => {
    const found = part(column, value, field);
    const short = value({ as: isShort });
    const text = compileText(column, field);
    return `(${found} AND (CAST(${short} AS boolean) OR ${whole(text, `CAST(${value({ as: String })} AS text)`)}))`;
  };
}

const compilePartFolded = createLikeTest(toPartPattern, 'ILIKE');

/**
 * A trigram index serves ILIKE only. Without one, ILIKE would fold the text that it searches for with each row: it comes
 * second, and a subquery folds the text once.
 */
export function compileContainsFolded(...given: Parameters<CompilePredicate>): string {
  const [column, value, field] = given;
  const text = `(SELECT lower(CAST(${value({ as: String })} AS text)))`;
  const isFound = `position(${text} IN lower(${compileText(column, field)})) > 0`;
  return `(${isFound} AND ${compilePartFolded(...given)})`;
}
