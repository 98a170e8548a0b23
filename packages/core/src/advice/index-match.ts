// Whether an index serves a need: its keys begin with those of the need.
import type { CatalogueIndex, IndexKey, IndexNeed } from './catalogue.js';

/** A need, and the keys that an index must begin with. */
export interface KeyedNeed {
  readonly need: IndexNeed;
  readonly keys: readonly IndexKey[];
}

/** Whether the database can use the index for the need. */
export function isServedBy(keyed: KeyedNeed, index: CatalogueIndex): boolean {
  return coversRows(keyed.need, index) && servesUse[keyed.need.use](keyed, index);
}

type Serves = (keyed: KeyedNeed, index: CatalogueIndex) => boolean;

const servesUse: Readonly<Record<IndexNeed['use'], Serves>> = {
  equality: hasKeysFirst,
  fold: hasKeysFirst,
  range: ({ keys }, { method, keys: found }) => method === 'tree' && isFirstKey(keys, found, ['order']),
  order: (keyed, index) => index.method === 'tree' && isInOrder(keyed, index),
  prefix: ({ keys }, { method, keys: found }) =>
    method === 'tree' && isFirstKey(keys, found, [keys[0]?.operators ?? 'order', 'pattern']),
  part: ({ keys: [key] }, { method, keys: found }) =>
    method === 'inverted' &&
    found.some((each) => key !== undefined && isSameValue(key, each) && each.operators === 'trigram'),
};

/** A partial index has no other rows, unless its condition is one of every request. */
function coversRows({ deletedAt }: IndexNeed, { predicate }: CatalogueIndex): boolean {
  if (predicate === null) return true;
  return deletedAt !== null && normalizeExpression(predicate) === normalizeExpression(`${deletedAt} IS NULL`);
}

/** Equality serves the first keys in any order. A hash has no first keys. */
function hasKeysFirst({ keys }: KeyedNeed, { method, keys: found }: CatalogueIndex): boolean {
  if (method === 'inverted' || (method === 'hash' && found.length !== keys.length)) return false;
  const first = found.slice(0, keys.length);
  return keys.every((key) =>
    first.some(
      (each) => isSameValue(key, each) && (each.operators === 'order' || each.operators === 'pattern'),
    ),
  );
}

function isFirstKey(
  [key]: readonly IndexKey[],
  [found]: readonly IndexKey[],
  operators: readonly IndexKey['operators'][],
): boolean {
  return (
    key !== undefined && found !== undefined && isSameValue(key, found) && operators.includes(found.operators)
  );
}

/** The rows are in the order of the keys, forwards or backwards. Values that are unique need no further key. */
function isInOrder({ need, keys }: KeyedNeed, { keys: found, uniqueKeys }: CatalogueIndex): boolean {
  const ends = uniqueKeys !== null && need.columns.slice(0, uniqueKeys).every(({ nullable }) => !nullable);
  const needed = ends ? keys.slice(0, uniqueKeys) : keys;
  return [false, true].some((reversed) =>
    needed.every((key, at) => {
      const each = found[at];
      return each?.length === null && isSameOrder(key, each, reversed);
    }),
  );
}

function isSameOrder(key: IndexKey, found: IndexKey, reversed: boolean): boolean {
  return (
    isSameValue(key, found) &&
    found.operators === 'order' &&
    (key.descending !== found.descending) === reversed &&
    (key.nullsFirst !== found.nullsFirst) === reversed
  );
}

function isSameValue(key: IndexKey, found: IndexKey): boolean {
  if (key.collation !== found.collation) return false;
  if (key.expression === null) return found.expression === null && key.column === found.column;
  return (
    found.expression !== null && normalizeExpression(key.expression) === normalizeExpression(found.expression)
  );
}

/** Databases print the expressions of an index with other brackets, quotes and casts than its author. */
function normalizeExpression(text: string): string {
  return text
    .toLowerCase()
    .replace(/::(?:text|numeric)\b|\belse null\b|\bcast\b|\bas numeric\b/g, '')
    .replace(/["`[\]()\s]/g, '');
}
