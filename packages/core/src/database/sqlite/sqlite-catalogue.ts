// The indexes of SQLite: read by PRAGMA index_list and index_xinfo, and created.
import {
  createColumnKey,
  describeTextSearch,
  groupRows,
  isNullLowest,
  readText,
  type Catalogue,
  type CatalogueColumn,
  type CatalogueIndex,
  type CatalogueTable,
  type IndexKey,
  type IndexNeed,
  type NeededColumn,
  type ReadCatalogue,
} from '../../advice/catalogue.js';
import {
  hasRowid,
  readCollations,
  readExpression,
  readPredicate,
  splitDefinition,
  type Definition,
} from './sqlite-definition.js';

type Rows = readonly (readonly unknown[])[];

const selectColumns = `SELECT named.value, part.name, part.type, part.pk, held.sql
FROM json_each(?) AS named
JOIN sqlite_master AS held ON held.type = 'table' AND lower(held.name) = lower(named.value) AND held.sql NOT LIKE 'CREATE VIRTUAL%'
JOIN pragma_table_xinfo(named.value) AS part`;

const selectKeys = `SELECT named.value, entry.name, entry."unique", entry.partial, part.cid, part.name, part."desc", part.coll, part."key", held.sql
FROM json_each(?) AS named
JOIN pragma_index_list(named.value) AS entry
JOIN pragma_index_xinfo(entry.name) AS part
LEFT JOIN sqlite_master AS held ON held.type = 'index' AND held.name = entry.name
ORDER BY named.value, entry.seq, part.seqno`;

/** Reads the indexes of tables in the main database. Virtual tables have none. */
export const readSqliteCatalogue: ReadCatalogue = async (read, named, quote) => {
  const names = [JSON.stringify(named.map(({ path }) => path))];
  const columnRows = groupRows(await read(selectColumns, names), getPath);
  const keyRows = groupRows(await read(selectKeys, names), getPath);
  const tables = [...columnRows].map(
    ([path, rows]) => [path, toTable(rows, keyRows.get(path) ?? [])] as const,
  );
  return {
    tables: new Map(tables),
    chooseKeys,
    compileIndex: createIndexCompiler(quote, new Map(tables)),
  };
};

function getPath([path]: readonly unknown[]): string {
  return String(path);
}

function toTable(columnRows: Rows, keyRows: Rows): CatalogueTable {
  const [[, , , , sql] = []] = columnRows;
  const definition = splitDefinition(String(sql));
  const columns = readColumns(columnRows, definition);
  const alias = hasRowid(definition) ? findRowidAlias(columnRows) : null;
  const keyed = groupRows(keyRows, ([, name]) => String(name));
  const indexes = [...keyed.values()].map((rows) => toIndex(rows, alias));
  const primary = columnRows.filter(([, , , place]) => Number(place) > 0);
  return {
    columns,
    indexes: alias === null ? indexes : [createRowidIndex(alias), ...indexes],
    appended: hasRowid(definition) ? (alias === null ? [] : [alias]) : orderByPlace(primary),
  };
}

function readColumns(rows: Rows, definition: Definition): ReadonlyMap<string, CatalogueColumn> {
  const collations = readCollations(definition);
  return new Map(
    rows.map(([, name, type]) => [
      String(name),
      {
        type: String(type).toLowerCase(),
        collation: collations.get(String(name).toLowerCase()) ?? 'BINARY',
        byteOrder: true,
        whole: true,
      },
    ]),
  );
}

/** The key of a table in which it is the row's own number. */
function findRowidAlias(rows: Rows): string | null {
  const [first, ...others] = rows.filter(([, , , place]) => Number(place) > 0);
  return first && others.length === 0 && /^integer$/i.test(String(first[2])) ? String(first[1]) : null;
}

function orderByPlace(rows: Rows): readonly string[] {
  return [...rows].sort(([, , , a], [, , , b]) => Number(a) - Number(b)).map(([, name]) => String(name));
}

/** The table itself, which no PRAGMA lists. */
function createRowidIndex(column: string): CatalogueIndex {
  const key = createColumnKey({ column, descending: false }, { collation: 'BINARY' });
  return { name: 'rowid', method: 'tree', keys: [key], uniqueKeys: 1, predicate: null };
}

function toIndex(rows: Rows, alias: string | null): CatalogueIndex {
  const [, name, unique, partial, , , , , , sql] = rows[0] ?? [];
  const definition = splitDefinition(readText(sql) ?? '');
  const keyCount = rows.filter((row) => Number(row[8]) === 1).length;
  return {
    name: String(name),
    method: 'tree',
    keys: rows.map((row, at) => toKey(row, alias, () => readExpression(definition, at))),
    uniqueKeys: Number(unique) === 1 ? keyCount : null,
    predicate: Number(partial) === 1 ? (readPredicate(definition) ?? '') : null,
  };
}

/** Numbers in place of a column: the row's own number, and an expression. */
const rowidColumn = -1;
const expressionColumn = -2;

function toKey(
  [, , , , id, name, descending, collation]: readonly unknown[],
  alias: string | null,
  getExpression: () => string,
): IndexKey {
  const column = Number(id) === rowidColumn ? (alias ?? '') : (readText(name) ?? '');
  return createColumnKey(
    { column, descending: Number(descending) === 1 },
    {
      collation: String(collation).toUpperCase(),
      expression: Number(id) === expressionColumn ? getExpression() : null,
    },
  );
}

function chooseKeys(
  { use, columns: needed }: IndexNeed,
  { columns }: CatalogueTable,
): readonly IndexKey[] | string {
  const [first] = needed;
  if (!first || needed.some(({ column }) => !columns.has(column))) return 'The table has no such column.';
  if (first.inside?.kind === 'datetime') return 'SQLite has no index that serves date-times inside JSON.';
  if (first.inside && use === 'prefix')
    return 'SQLite has no index that finds prefixes of texts inside JSON.';
  const toKeyOf = (column: NeededColumn) =>
    createColumnKey(column, {
      expression: column.inside?.sql ?? null,
      collation: column.inside ? 'BINARY' : (columns.get(column.column)?.collation ?? null),
    });
  if (use === 'part') return describeTextSearch('SQLite');
  if (use === 'prefix') return [createColumnKey(first, { collation: 'BINARY' })];
  if (use === 'fold') return [{ ...toKeyOf(first), collation: 'NOCASE' }];
  if (use === 'order' && !needed.every(isNullLowest)) return 'Indexes of SQLite have NULL lowest.';
  return needed.map(toKeyOf);
}

function createIndexCompiler(
  quote: (identifier: string) => string,
  tables: ReadonlyMap<string, CatalogueTable>,
): Catalogue['compileIndex'] {
  const own = new Map([...tables].map(([path, { columns }]) => [quote(path), columns]));
  return ({ name, table, keys }) => {
    const written = keys.map(({ column, expression, collation, descending }) => {
      const usual = expression === null ? own.get(table)?.get(column)?.collation : 'BINARY';
      const collated = collation === null || collation === usual ? '' : ` COLLATE ${collation}`;
      return `${expression ?? quote(column)}${collated}${descending ? ' DESC' : ''}`;
    });
    return `CREATE INDEX ${quote(name)} ON ${table} (${written.join(', ')});`;
  };
}
