// Needs and catalogue -> advice: the smallest set of indexes that serves the needs without one.
import { createHash } from 'node:crypto';
import {
  createColumnKey,
  type Catalogue,
  type CatalogueIndex,
  type CatalogueTable,
  type IndexKey,
  type IndexNeed,
} from './catalogue.js';
import { isServedBy, type KeyedNeed } from './index-match.js';

/** A missing index, or a need that no index of the database can serve. */
export interface IndexAdvice {
  /** The class of the table; for a join table, the class that owns the edge. */
  readonly entity: string;
  /**
   * The requests that need it, such as `/pets` (the default sort), `/pets?sort=name`, `/pets?name.eq`, `/users/{id}/pets`. All
   * filters across an edge are one entry, `/pets?owner.*`; an edge without an endpoint is `User.pets`.
   */
  readonly for: readonly string[];
  /** The columns of the index, in order. */
  readonly columns: readonly string[];
  /** The statements that create it, each with a semicolon; null if no index helps. */
  readonly ddl: string | null;
  /** Why it is needed, or why no index helps: one sentence. */
  readonly reason: string;
}

/** One table whose needs are compared with its indexes. */
interface AdvisedTable {
  readonly catalogue: Catalogue;
  readonly table: CatalogueTable;
  readonly quoted: string;
}

/** Compares the needs with the catalogue. Needs of tables that the catalogue does not have are left out. */
export function compileAdvice(
  needs: readonly IndexNeed[],
  catalogue: Catalogue,
  quoteTable: (path: string) => string,
): readonly IndexAdvice[] {
  const paths = [...new Set(needs.map(({ table }) => table))];
  return paths.flatMap((path) => {
    const table = catalogue.tables.get(path);
    if (!table) return [];
    const advised = { catalogue, table, quoted: quoteTable(path) };
    const own = needs.filter((need) => need.table === path);
    return [...adviseMissing(own, advised), ...adviseUnserved(own, advised)];
  });
}

/** An index to create, and the needs that it serves. */
interface Proposal {
  readonly keys: readonly IndexKey[];
  /** The first one decided the keys. */
  readonly needs: [IndexNeed, ...IndexNeed[]];
}

function adviseMissing(needs: readonly IndexNeed[], advised: AdvisedTable): readonly IndexAdvice[] {
  const { catalogue, table } = advised;
  const unmet = needs.flatMap((need): readonly KeyedNeed[] => {
    const keys = catalogue.chooseKeys(need, table);
    if (typeof keys === 'string') return [];
    const keyed = { need, keys: orderAscending(keys) };
    return table.indexes.some((index) => isServedBy(keyed, index)) ? [] : [keyed];
  });
  const names = new Set(
    [...catalogue.tables.values()].flatMap(({ indexes }) => indexes.map(({ name }) => name)),
  );
  return proposeIndexes(unmet, table).map((proposal) => toAdvice(proposal, advised, names));
}

/** Makes the first key ascending: an index can be read in both directions. */
function orderAscending(keys: readonly IndexKey[]): readonly IndexKey[] {
  if (!keys[0]?.descending) return keys;
  return keys.map((key) => ({ ...key, descending: !key.descending, nullsFirst: !key.nullsFirst }));
}

/** Sorts orders first: an index with more keys may serve other needs, too. */
function proposeIndexes(unmet: readonly KeyedNeed[], table: CatalogueTable): readonly Proposal[] {
  const proposals: Proposal[] = [];
  for (const keyed of [...unmet].sort((a, b) => b.keys.length - a.keys.length)) {
    const known = proposals.find(({ keys }) => isServedBy(keyed, toIndex(keys, table)));
    if (known) known.needs.push(keyed.need);
    else proposals.push({ keys: dropAppended(keyed, table), needs: [keyed.need] });
  }
  return proposals;
}

/** The index as the catalogue would have it. */
function toIndex(keys: readonly IndexKey[], { appended, columns }: CatalogueTable): CatalogueIndex {
  const more = appended.filter((column) => keys.every((key) => key.column !== column));
  const tail = more.map((column) =>
    createColumnKey({ column, descending: false }, { collation: columns.get(column)?.collation ?? null }),
  );
  return {
    name: '',
    method: keys[0]?.operators === 'trigram' ? 'inverted' : 'tree',
    keys: [...keys, ...tail],
    uniqueKeys: null,
    predicate: null,
  };
}

/** Omits trailing keys that the database appends itself. */
function dropAppended({ need, keys }: KeyedNeed, { appended }: CatalogueTable): readonly IndexKey[] {
  const kept = keys.slice(0, keys.length - appended.length);
  const tail = keys.slice(kept.length);
  const isAppended = tail.every(({ column, descending }, at) => !descending && column === appended[at]);
  return need.use === 'order' && appended.length > 0 && kept.length > 0 && isAppended ? kept : keys;
}

function toAdvice(
  { keys, needs }: Proposal,
  { catalogue, quoted }: AdvisedTable,
  names: Set<string>,
): IndexAdvice {
  const [first] = needs;
  const columns = keys.map(({ column }) => column);
  return {
    entity: first.entity,
    for: listRequests(needs),
    columns,
    ddl: catalogue.compileIndex({ name: chooseName(first, columns, names), table: quoted, keys }),
    reason: describeMissing(first, columns),
  };
}

function listRequests(needs: readonly IndexNeed[]): readonly string[] {
  return [...new Set(needs.map(({ by }) => by))];
}

/** What a missing index would provide. */
const gaps: Readonly<Record<IndexNeed['use'], (columns: string) => string>> = {
  equality: (columns) => `starts with ${columns}`,
  range: (columns) => `starts with ${columns}`,
  order: (columns) => `has the order ${columns}`,
  prefix: (column) => `finds texts in ${column} by their prefix`,
  fold: (column) => `finds texts in ${column} regardless of case`,
  part: (column) => `finds parts of texts in ${column}`,
};

function describeMissing(first: IndexNeed, columns: readonly string[]): string {
  const work = first.use === 'order' ? 'read or sort' : 'read';
  return `No index of ${first.table} ${gaps[first.use](columns.join(', '))}: these requests ${work} all its rows.`;
}

/** The longest name that all databases accept, in bytes. */
const maxNameLength = 60;

/** A name that no index of the tables has. */
function chooseName({ table, use }: IndexNeed, columns: readonly string[], names: Set<string>): string {
  const parts = [table.slice(table.lastIndexOf('.') + 1), ...columns];
  const wanted = shortenIndexName(`idx_${parts.join('_')}${suffixes[use]}`);
  let name = wanted;
  for (let next = 2; names.has(name); next++) name = `${wanted}_${next}`;
  names.add(name);
  return name;
}

/** Several indexes may have the same column. */
const suffixes: Readonly<Record<IndexNeed['use'], string>> = {
  equality: '',
  range: '',
  order: '',
  prefix: '_prefix',
  fold: '_fold',
  part: '_part',
};

function shortenIndexName(name: string): string {
  if (Buffer.byteLength(name) <= maxNameLength) return name;
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 8);
  let kept = name;
  while (Buffer.byteLength(kept) > maxNameLength - hash.length - 1) kept = kept.slice(0, -1);
  return `${kept}_${hash}`;
}

/** Merges the needs of the same columns that no index can serve for the same reason. */
function adviseUnserved(
  needs: readonly IndexNeed[],
  { catalogue, table }: AdvisedTable,
): readonly IndexAdvice[] {
  const notes = new Map<string, { readonly note: Omit<IndexAdvice, 'for'>; readonly needs: IndexNeed[] }>();
  for (const need of needs) {
    const reason = catalogue.chooseKeys(need, table);
    if (typeof reason !== 'string') continue;
    const columns = need.columns.map(({ column }) => column);
    const key = JSON.stringify([columns, reason]);
    const known = notes.get(key);
    if (known) known.needs.push(need);
    else notes.set(key, { note: { entity: need.entity, columns, ddl: null, reason }, needs: [need] });
  }
  return [...notes.values()].map(({ note, needs: noted }) => ({ ...note, for: listRequests(noted) }));
}
