// The text of an array of PostgreSQL -> its items ("Array Input and Output Syntax", 8.15.6): `{1,NULL,"a b"}`, nested for each
// dimension, after bounds if these do not start at 1.

/** An item as text; null for NULL; a list in an array of several dimensions. */
export type ArrayItem = string | null | readonly ArrayItem[];

/** A quoted item with its escapes, an item without quotes, or one of the three signs. */
const tokens = /"([^"\\]*(?:\\.[^"\\]*)*)"|([^"\\{},]+)|([{},])/gsy;

/** The items of an array; undefined for any other text. */
export function parseArrayText(text: string): readonly ArrayItem[] | undefined {
  const open: ArrayItem[][] = [[]];
  tokens.lastIndex = text.startsWith('[') ? text.indexOf('{') : 0;
  if (tokens.lastIndex < 0) return undefined;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [, quoted, plain, sign] = token;
    if (sign === '{') open.push([]);
    else if (sign === '}') closeList(open);
    else if (sign === undefined) open.at(-1)?.push(readItem(quoted, plain));
    if (open.length < 2) return token.index === text.length - 1 ? toList(open[0]?.[0]) : undefined;
  }
  return undefined;
}

/** Puts the innermost list that is open into the one around it. */
function closeList(open: ArrayItem[][]): void {
  const list = open.pop();
  if (list) open.at(-1)?.push(list);
}

function readItem(quoted: string | undefined, plain = ''): ArrayItem {
  if (quoted !== undefined) return quoted.includes('\\') ? quoted.replace(/\\(.)/gs, '$1') : quoted;
  return plain === 'NULL' ? null : plain;
}

function toList(item: ArrayItem | undefined): readonly ArrayItem[] | undefined {
  return typeof item === 'object' && item !== null ? item : undefined;
}
