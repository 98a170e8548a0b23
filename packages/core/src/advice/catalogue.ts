// The catalogue of a database: its tables and indexes, and the statements that create indexes. database/ implements it.
import type { DocumentStorage } from '../model/document-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

/** How a request uses the columns of an index. `fold` is equality that ignores case, `part` a search within texts. */
export type IndexUse = 'equality' | 'range' | 'order' | 'prefix' | 'fold' | 'part';

/** A value inside a JSON column. */
export interface NestedValue {
  /** Its expression, given the quoted column. */
  readonly sql: string;
  readonly kind: FieldKind;
  readonly storage: DocumentStorage;
}

/** A column that requests find or sort rows by. */
export interface NeededColumn {
  readonly column: string;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** NULL comes first. Irrelevant if the column is NOT NULL. */
  readonly nullsFirst: boolean;
  /** Lists are sorted by the beginning of the value. */
  readonly cut: boolean;
  /** The value inside the column; null for the column itself. */
  readonly inside: NestedValue | null;
}

/** Columns that a request finds or sorts rows by. */
export interface IndexNeed {
  /** The class of the table; for a join table, the class that owns the edge. */
  readonly entity: string;
  /** Table path as TypeORM writes it. */
  readonly table: string;
  readonly use: IndexUse;
  readonly columns: readonly NeededColumn[];
  /** Column of the delete date: requests never return rows that have one. */
  readonly deletedAt: string | null;
  /** The requests, such as `/pets?name.eq`. */
  readonly by: string;
}

/** One key of an index. */
export interface IndexKey {
  /** The column, or the one that the expression uses. */
  readonly column: string;
  /** SQL of an expression; null for the column itself. */
  readonly expression: string | null;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** The database's name of the collation; null if the index uses that of its column. */
  readonly collation: string | null;
  /** What the key serves: order and comparisons, only prefixes, parts of texts, or something unknown. */
  readonly operators: 'order' | 'pattern' | 'trigram' | 'other';
  /** The number of characters of a prefix index; null if the index contains the whole value. */
  readonly length: number | null;
}

/** An index in the catalogue, including the columns that the database appends. */
export interface CatalogueIndex {
  readonly name: string;
  readonly method: 'tree' | 'hash' | 'inverted';
  readonly keys: readonly IndexKey[];
  /** The number of leading keys that are unique together; null for an index that is not unique. */
  readonly uniqueKeys: number | null;
  /** The condition of a partial index. */
  readonly predicate: string | null;
}

/** A column in the catalogue. */
export interface CatalogueColumn {
  /** Name of the type, in lower case. */
  readonly type: string;
  readonly collation: string | null;
  /** Texts are ordered by their bytes, so that a default index serves prefixes. */
  readonly byteOrder: boolean;
  /** An index contains whole values. */
  readonly whole: boolean;
}

/** A table in the catalogue. */
export interface CatalogueTable {
  readonly columns: ReadonlyMap<string, CatalogueColumn>;
  readonly indexes: readonly CatalogueIndex[];
  /** Columns that the database appends to each index. */
  readonly appended: readonly string[];
}

/** An index to create. */
interface NewIndex {
  readonly name: string;
  /** The quoted table. */
  readonly table: string;
  readonly keys: readonly IndexKey[];
}

/** The catalogue of some tables. Tables that do not exist, and views, are absent. */
export interface Catalogue {
  /** By table path. */
  readonly tables: ReadonlyMap<string, CatalogueTable>;
  /** The keys that an index must start with, or a sentence that says why no index helps. */
  chooseKeys(need: IndexNeed, table: CatalogueTable): readonly IndexKey[] | string;
  /** Returns the statements that create an index. */
  compileIndex(index: NewIndex): string;
}

/** Runs one SELECT; returns its rows. */
export type ReadRows = (
  text: string,
  parameters: readonly unknown[],
) => Promise<readonly (readonly unknown[])[]>;

/** A table to look up: its path, and the quoted path. */
export interface TableName {
  readonly path: string;
  readonly quoted: string;
}

/** Reads the catalogue of tables. Does not change the database. */
export type ReadCatalogue = (
  read: ReadRows,
  tables: readonly TableName[],
  quote: (identifier: string) => string,
) => Promise<Catalogue>;

/** Creates a key for the column itself, in the order of the need. NULL is lowest by default. */
export function createColumnKey(
  { column, descending }: Pick<NeededColumn, 'column' | 'descending'>,
  facts: Partial<IndexKey> = {},
): IndexKey {
  return {
    column,
    expression: null,
    descending,
    nullsFirst: !descending,
    collation: null,
    operators: 'order',
    length: null,
    ...facts,
  };
}

/** Whether an index that sorts NULL lowest can serve the order: reading it in reverse puts NULL last. */
export function isNullLowest({ nullable, nullsFirst, descending }: NeededColumn): boolean {
  return !nullable || nullsFirst !== descending;
}

/** The reason for texts that can only be searched row by row. */
export function describeTextSearch(database: string): string {
  return `No index of ${database} finds parts of texts.`;
}

/** A value of a row as a text; null where the database has none. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

/** Groups the rows of a statement, in their order, by a text. */
export function groupRows(
  rows: readonly (readonly unknown[])[],
  keyOf: (row: readonly unknown[]) => string,
): ReadonlyMap<string, readonly (readonly unknown[])[]> {
  const groups = new Map<string, (readonly unknown[])[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
