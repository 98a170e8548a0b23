// Decides whether an index serves a need: its keys must start with those of the need.
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

/** A partial index lacks rows, unless its condition is part of every request. */
function coversRows({ deletedAt }: IndexNeed, { predicate }: CatalogueIndex): boolean {
  if (predicate === null) return true;
  return deletedAt !== null && normalizeExpression(predicate) === normalizeExpression(`${deletedAt} IS NULL`);
}

/** For equality, the first keys may be in any order. A hash index needs all its keys. */
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

/** Whether the index returns rows in the order of the keys, forwards or backwards. After unique keys, no further key matters. */
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

/** Databases normalize the brackets, quotes and casts in the expressions of an index. */
function normalizeExpression(text: string): string {
  return text
    .toLowerCase()
    .replace(/::(?:text|numeric)\b|\belse null\b|\bcast\b|\bas numeric\b/g, '')
    .replace(/["`[\]()\s]/g, '');
}
