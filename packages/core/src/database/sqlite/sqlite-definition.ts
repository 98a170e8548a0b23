// Parses the text of CREATE TABLE and CREATE INDEX, which SQLite stores: PRAGMAs return neither the collation of a column nor
// the expressions and the condition of an index.

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|[^\s]/gu;

/** The definitions between the outermost brackets, as tokens, and what follows them. */
export interface Definition {
  readonly parts: readonly (readonly string[])[];
  readonly rest: readonly string[];
}

/** Splits the text of a definition at the commas between its outermost brackets. */
export function splitDefinition(sql: string): Definition {
  const parts: string[][] = [[]];
  const rest: string[] = [];
  let depth = 0;
  let closed = false;
  for (const [text] of sql.matchAll(token)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    if (closed) rest.push(text);
    else if (text === ',' && depth === 1) parts.push([]);
    else if (depth > 1 || (depth === 1 && text !== ')')) parts.at(-1)?.push(text);
    if (text === '(') depth++;
    if (text === ')') closed = --depth === 0 || closed;
  }
  return { parts, rest };
}

/** The collations of the columns of a table, by name in lower case. Others have BINARY. */
export function readCollations({ parts }: Definition): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap(([name, ...more]): [string, string][] => {
      const collation = findCollation(more);
      return name === undefined || collation === null ? [] : [[unquote(name).toLowerCase(), collation]];
    }),
  );
}

/** Brackets hold the tests of a CHECK, which may name a collation, too. */
function findCollation(tokens: readonly string[]): string | null {
  let depth = 0;
  for (const [at, text] of tokens.entries()) {
    if (text === '(') depth++;
    if (text === ')') depth--;
    if (depth === 0 && text.toUpperCase() === 'COLLATE') return unquote(tokens[at + 1] ?? '').toUpperCase();
  }
  return null;
}

/** The n-th expression of an index, from 0, without its collation and direction. */
export function readExpression({ parts }: Definition, at: number): string {
  const tokens = [...(parts[at] ?? [])];
  if (/^(?:ASC|DESC)$/i.test(tokens.at(-1) ?? '')) tokens.pop();
  if (/^COLLATE$/i.test(tokens.at(-2) ?? '')) tokens.splice(-2);
  return tokens.join(' ');
}

/** The condition of a partial index. */
export function readPredicate({ rest }: Definition): string | null {
  const [first = '', ...tokens] = rest;
  return first.toUpperCase() === 'WHERE' ? tokens.join(' ') : null;
}

/** Whether a table has no rowid. */
export function hasRowid({ rest }: Definition): boolean {
  return !/\bWITHOUT ROWID\b/i.test(rest.join(' '));
}

function unquote(name: string): string {
  const [quote = ''] = name;
  if (quote === '[') return name.slice(1, -1);
  return /["'`]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}
