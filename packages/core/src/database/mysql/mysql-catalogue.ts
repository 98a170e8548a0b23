// The indexes of MySQL and MariaDB: read from information_schema, and created.
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
  type ReadCatalogue,
  type ReadRows,
} from '../../advice/catalogue.js';

type Rows = readonly (readonly unknown[])[];

/** Reads the indexes of tables, without those that the optimizer must not use. */
export const readMysqlCatalogue: ReadCatalogue = async (read, named, quote) => {
  const [[current] = []] = await read('SELECT DATABASE()', []);
  const places = named.map(({ path }) => [path, toPlace(path, String(current))] as const);
  const schemas = [...new Set(places.map(([, place]) => place.slice(0, place.indexOf('.'))))];
  const tableRows = groupRows(await readSchemas(read, schemas, selectTables), getPlace);
  const columnRows = groupRows(await readSchemas(read, schemas, selectColumns), getPlace);
  const keyRows = groupRows(await readSchemas(read, schemas, await composeKeySelect(read)), getPlace);
  const tables = places.flatMap(([path, place]) => {
    const [[, , engine] = []] = tableRows.get(place) ?? [];
    const columns = new Map((columnRows.get(place) ?? []).map(toColumn));
    const table = toTable(columns, keyRows.get(place) ?? [], String(engine));
    return columns.size === 0 || engine === null ? [] : [[path, table] as const];
  });
  return { tables: new Map(tables), chooseKeys, compileIndex: createIndexCompiler(quote) };
};

/** A path without a database is in the current one. */
function toPlace(path: string, current: string): string {
  return path.includes('.') ? path : `${current}.${path}`;
}

function getPlace([schema, table]: readonly unknown[]): string {
  return `${String(schema)}.${String(table)}`;
}

const selectTables = 'SELECT TABLE_SCHEMA, TABLE_NAME, ENGINE FROM information_schema.TABLES';
const selectColumns =
  'SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE, CHARACTER_OCTET_LENGTH FROM information_schema.COLUMNS';

function readSchemas(read: ReadRows, schemas: readonly string[], select: string): Promise<Rows> {
  const [text = '', order = ''] = select.split('\n');
  return read(`${text} WHERE TABLE_SCHEMA IN (${schemas.map(() => '?').join(', ')})${order}`, schemas);
}

/** Columns that only some versions have: MySQL's expressions and invisible indexes, MariaDB's ignored ones. */
async function composeKeySelect(read: ReadRows): Promise<string> {
  const rows = await read(
    "SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'STATISTICS'",
    [],
  );
  const known = new Set(rows.map(([name]) => String(name).toUpperCase()));
  const optional = [
    known.has('IS_VISIBLE') ? 'IS_VISIBLE' : "'YES'",
    known.has('IGNORED') ? 'IGNORED' : "'NO'",
  ];
  return `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, NON_UNIQUE, INDEX_TYPE, COLUMN_NAME, COLLATION, SUB_PART, ${optional.join(', ')} FROM information_schema.STATISTICS\n ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;
}

/** In bytes. All columns of an index together have at most 3,072; longer texts are indexed by a prefix. */
const maxWholeLength = 1_536;

const longTypes: ReadonlySet<string> = new Set(['tinytext', 'text', 'mediumtext', 'longtext']);

function toColumn([, , name, type, bytes]: readonly unknown[]): [string, CatalogueColumn] {
  const typeName = String(type).toLowerCase();
  const whole = !longTypes.has(typeName) && Number(bytes ?? 0) <= maxWholeLength;
  return [String(name), { type: typeName, collation: null, byteOrder: false, whole }];
}

/** InnoDB appends the primary key to each index. */
function toTable(columns: ReadonlyMap<string, CatalogueColumn>, rows: Rows, engine: string): CatalogueTable {
  const named = groupRows(rows, ([, , name]) => String(name));
  const primary = (named.get('PRIMARY') ?? []).map((row) => String(row[5]));
  const appended = engine.toLowerCase() === 'innodb' ? primary : [];
  const visible = [...named.values()].filter((own) => own.every(isUsable));
  return { columns, indexes: visible.map((own) => toIndex(own, appended)), appended };
}

function isUsable(row: readonly unknown[]): boolean {
  return row[8] === 'YES' && row[9] === 'NO';
}

const methods: ReadonlyMap<string, CatalogueIndex['method']> = new Map([
  ['BTREE', 'tree'],
  ['HASH', 'hash'],
]);

function toIndex(rows: Rows, appended: readonly string[]): CatalogueIndex {
  const [, , name, notUnique, method] = rows[0] ?? [];
  const keys = rows.map(toKey);
  const more = appended.filter((column) => keys.every((key) => key.column !== column));
  return {
    name: String(name),
    method: methods.get(String(method)) ?? 'inverted',
    keys: [...keys, ...more.map((column) => createColumnKey({ column, descending: false }))],
    uniqueKeys: Number(notUnique) === 0 ? keys.length : null,
    predicate: null,
  };
}

/** An expression has no column. */
function toKey([, , , , , column, direction, length]: readonly unknown[]): IndexKey {
  const key = { column: readText(column) ?? '', descending: direction === 'D' };
  return createColumnKey(key, {
    length: length === null ? null : Number(length),
    operators: column === null ? 'other' : 'order',
  });
}

/** In characters. */
const beginningLength = 255;

function chooseKeys(need: IndexNeed, { columns }: CatalogueTable): readonly IndexKey[] | string {
  const { use, columns: needed } = need;
  const known = needed.map(({ column }) => columns.get(column));
  if (known.includes(undefined)) return 'The table has no such column.';
  if (needed.some(({ inside }) => inside !== null))
    return 'MySQL and MariaDB cannot index values inside JSON for this.';
  const isWhole = known.every((column) => column?.whole);
  if (use === 'part') return describeTextSearch('MySQL and MariaDB');
  if (use === 'fold') return 'MySQL and MariaDB have no index that finds texts regardless of case.';
  if (use === 'order') {
    if (needed.some(({ cut }) => cut))
      return 'Lists sort texts that may be long by their first 255 characters, and MySQL and MariaDB have no index for that.';
    if (!isWhole) return 'MySQL and MariaDB have no index that sorts texts of more than 1,536 bytes.';
    if (!needed.every(isNullLowest)) return 'Indexes of MySQL and MariaDB have NULL lowest.';
    return needed.map((column) => createColumnKey(column));
  }
  return needed.map(({ column }) =>
    createColumnKey(
      { column, descending: false },
      { length: columns.get(column)?.whole ? null : beginningLength },
    ),
  );
}

function createIndexCompiler(quote: (identifier: string) => string): Catalogue['compileIndex'] {
  return ({ name, table, keys }) => {
    const written = keys.map(
      ({ column, length, descending }) =>
        `${quote(column)}${length === null ? '' : `(${length})`}${descending ? ' DESC' : ''}`,
    );
    return `CREATE INDEX ${quote(name)} ON ${table} (${written.join(', ')});`;
  };
}
