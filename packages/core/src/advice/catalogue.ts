// What a database tells of its tables and their indexes, and how it makes new ones. database/ reads and spells it.
import type { DocumentStorage } from '../model/document-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

/** What a request does with the columns of an index. `fold` is equality without regard to case, `part` a search in texts. */
export type IndexUse = 'equality' | 'range' | 'order' | 'prefix' | 'fold' | 'part';

/** A value inside a JSON column. */
export interface JsonValue {
  /** Its expression, of the quoted column. */
  readonly sql: string;
  readonly kind: FieldKind;
  readonly storage: DocumentStorage;
}

/** A column that requests find or sort rows by. */
export interface NeededColumn {
  readonly column: string;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** NULL comes first; of no meaning where it may not be NULL. */
  readonly nullsFirst: boolean;
  /** Filters compare the value cut to milliseconds, as answers show it. */
  readonly cut: boolean;
  /** The value inside the column; null where the column itself is meant. */
  readonly inside: JsonValue | null;
}

/** Columns that a request finds or sorts rows by. */
export interface IndexNeed {
  /** The class whose table it is; of a join table, the class that has the edge. */
  readonly entity: string;
  /** Table path as TypeORM writes it. */
  readonly table: string;
  readonly use: IndexUse;
  readonly columns: readonly NeededColumn[];
  /** Column of the delete date: every request leaves out rows that have one. */
  readonly deletedAt: string | null;
  /** The requests, such as `/pets?name.eq`. */
  readonly by: string;
}

/** One key of an index. */
export interface IndexKey {
  /** The column, or the one that the expression computes with. */
  readonly column: string;
  /** SQL of an expression; null for the column itself. */
  readonly expression: string | null;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** The database's name of the collation; null where an index has that of its column. */
  readonly collation: string | null;
  /** What the key serves: order and comparisons; prefixes alone; parts of texts; or something unknown. */
  readonly operators: 'order' | 'pattern' | 'trigram' | 'other';
  /** The index holds only the first characters: their number. Null where it holds the whole value. */
  readonly length: number | null;
}

/** An index as the catalogue has it, with the columns that the database appends to each. */
export interface CatalogueIndex {
  readonly name: string;
  readonly method: 'tree' | 'hash' | 'inverted';
  readonly keys: readonly IndexKey[];
  /** Number of the keys that are unique together; null where they are not. */
  readonly uniqueKeys: number | null;
  /** The condition of a partial index. */
  readonly predicate: string | null;
}

/** A column as the catalogue has it. */
export interface CatalogueColumn {
  /** Name of the type, in lower case. */
  readonly type: string;
  readonly collation: string | null;
  /** Texts have the order of their bytes, so that an ordinary index serves prefixes. */
  readonly byteOrder: boolean;
  /** An index holds whole values. */
  readonly whole: boolean;
}

/** A table as the catalogue has it. */
export interface CatalogueTable {
  readonly columns: ReadonlyMap<string, CatalogueColumn>;
  readonly indexes: readonly CatalogueIndex[];
  /** Columns that the database appends to each index. */
  readonly appended: readonly string[];
}

/** An index to create. */
export interface NewIndex {
  readonly name: string;
  /** The quoted table. */
  readonly table: string;
  readonly keys: readonly IndexKey[];
}

/** What the database tells of some tables. Tables that do not exist, and views, are missing. */
export interface Catalogue {
  /** By table path. */
  readonly tables: ReadonlyMap<string, CatalogueTable>;
  /** The keys that an index must begin with; or why no index helps. */
  chooseKeys(need: IndexNeed, table: CatalogueTable): readonly IndexKey[] | string;
  /** The statements that create an index. */
  compileIndex(index: NewIndex): string;
}

/** Runs one SELECT; returns its rows. */
export type ReadRows = (
  text: string,
  parameters: readonly unknown[],
) => Promise<readonly (readonly unknown[])[]>;

/** A table to read about: its path, and the path quoted. */
export interface TableName {
  readonly path: string;
  readonly quoted: string;
}

/** Reads what the database tells of tables. Writes nothing. */
export type ReadCatalogue = (
  read: ReadRows,
  tables: readonly TableName[],
  quote: (identifier: string) => string,
) => Promise<Catalogue>;

/** A key that is the column itself, in the order that a need asks for. NULL is lowest unless the caller says more. */
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

/** Whether an index whose NULLs are lowest can have the order: read in reverse, it has NULL last. */
export function isNullLowest({ nullable, nullsFirst, descending }: NeededColumn): boolean {
  return !nullable || nullsFirst !== descending;
}

/** Says that texts are searched row by row. */
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
