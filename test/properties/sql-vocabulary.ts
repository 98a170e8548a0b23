// The words that statements may be made of. A statement with another word is reviewed here, or is a hole.

const keywords = new Set(
  `SELECT FROM WHERE AND OR NOT AS ON IN IS NULL NULLS FIRST LAST EXISTS COUNT SUM COALESCE CAST TEXT REAL NUMERIC LEFT JOIN ORDER
  BY ASC DESC typeof x LIMIT OFFSET GROUP UNION INTERSECT ALL boolean text position right instr coalesce substr length lower BLOB RIGHT LENGTH LIKE ILIKE GLOB ESCAPE COLLATE NOCASE ANY ALL RANDOM ROW_NUMBER OVER PARTITION CASE WHEN
  THEN ELSE END lower json_each value json_quote ifnull strftime group_concat entity entities shown total ranked place related related_link
  sorted sorted_link t o k v f p l part e0 e1 USING CONVERT CHAR BINARY DECIMAL utf8mb4 utf8mb4_unicode_520_ci LOWER RAND DATE_FORMAT
  INTERVAL MICROSECOND schema_version data_version total_changes pragma_schema_version pragma_data_version
  pragma_database_list sqlite_schema sqlite_temp_master name type sql BEGIN COMMIT ISOLATION LEVEL REPEATABLE READ ONLY SET START TRANSACTION id
  upper replace ltrim rtrim date unlikely printf julianday REPLACE ascii BETWEEN
  WITH MATERIALIZED DISTINCT decorest_few0 decorest_few1 decorest_few2 u n
  pg_backend_pid set_config current_setting LEAST NULLIF EXTRACT EPOCH int8 interval true`.split(/\s+/),
);

const literals = new Set([
  '!',
  'null',
  'integer',
  'ff',
  '-',
  'true',
  'false',
  '%Y-%m-%d %H:%M:%f',
  '%Y-%m-%dT%H:%M:%fZ',
  '%Y-%m-%dT%H:%i:%s.%f',
  'temp',
  'view',
  'CREATE VIRTUAL%',
  // Settings of a transaction of PostgreSQL.
  'statement_timeout',
  'jit',
  'off',
  // What SQLite stores of booleans, UUIDs, dates, times and date-times, and the parts of their normal form.
  'real',
  't',
  'f',
  '*[^0-9A-Fa-f-]*',
  '*[^0-9a-f-]*',
  '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]',
  '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][ T][0-9][0-9]:[0-9]*',
  '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-2][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]',
  '[0-2][0-9]:[0-5][0-9]',
  '[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9]*',
  '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]',
  '[12][0-9][0-9][0-9]-0[1-9]-[0-2][0-9] [01][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]',
  '[12][0-9][0-9][0-9]-0[1-9]-[0-2][0-9] 2[0-3]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]',
  '[12][0-9][0-9][0-9]-1[0-2]-[0-2][0-9] [01][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]',
  '[12][0-9][0-9][0-9]-1[0-2]-[0-2][0-9] 2[0-3]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]',
  '[01][0-9]:[0-5][0-9]:[0-5][0-9]',
  '2[0-3]:[0-5][0-9]:[0-5][0-9]',
  '*[^0-9]*',
  '0001-',
  '24',
  '24:00',
  '24:00:00',
  '.[0-9][0-9][0-9]',
  '0123456789',
  '01',
  '12',
  '28',
  '29',
  '0',
  '.',
  ' ',
  ':00',
  'T',
  'Z"',
  // Sums of SQLite that are sorted.
  '%020d%010d',
]);

/**
 * `SELECT 1`, whether there is any row or offset, the one constant that limits an eager edge, where the digits of a date
 * end (`typeof` and `x'ff'` tell and refuse values that do not fit, too), those of MariaDB's decimals and milliseconds, and how
 * many rows of a union are few.
 */
const numbers = new Set(['0', '1', '1001', '2', '3', '5', '65', '30', '1000', '8388608', '5000', '5001']);
/** Where the parts of UUIDs, dates and date-times begin, and how long they are. */
const places = new Set([
  '4',
  '6',
  '8',
  '9',
  '10',
  '12',
  '13',
  '15',
  '17',
  '20',
  '21',
  '23',
  '24',
  '32',
  '36',
]);
/** The Julian day of SQLite's first date. */
const firstDay = new Set(['1721425']);
/** The halves of SQLite's exact sums. */
const halves = new Set(['4294967295', '4611686018427387904']);

const memberNames = new Set(['edges', 'truncated_edges']);

const tokens = /\s+|"[^"]*"|`[^`]*`|'(?:[^']|'')*'|\$\d+|[A-Za-z_][A-Za-z_0-9]*|\d+|::|<>|<=|>=|\|\||[^]/gy;

/** Begins a set that is an alternative. */
const hint = '/*+ SUBQUERY(MATERIALIZATION) */';

/** What of a statement is none of our words, a name of the model, or a placeholder. */
export function foreignWords(statement: string, names: ReadonlySet<string>): string[] {
  return [...statement.replaceAll(hint, '').matchAll(tokens)].flatMap(([token]) =>
    isOurs(token, names) ? [] : [token],
  );
}

function isOurs(token: string, names: ReadonlySet<string>): boolean {
  if (/^["`]/.test(token)) return names.has(token.slice(1, -1));
  if (token.startsWith("'")) return isOurLiteral(token.slice(1, -1), names);
  if (/^[A-Za-z_]/.test(token)) return keywords.has(token) || /^[ckops]\d*$/.test(token);
  if (/^\d/.test(token))
    return numbers.has(token) || places.has(token) || firstDay.has(token) || halves.has(token);
  return /^(\s+|\$\d+|::|<>|<=|>=|\|\||[?(),.*+=<>%&|-])$/.test(token);
}

/** A constant, or the punctuation and the member names of the JSON that SQLite prints, with the places of its values. */
function isOurLiteral(text: string, names: ReadonlySet<string>): boolean {
  if (literals.has(text)) return true;
  const punctuation = text.replace(/"(\w+)"/g, (member, name: string) =>
    names.has(name) || memberNames.has(name) ? '' : member,
  );
  return /^(?:[{}[\],:"]|%s)*$/.test(punctuation);
}
