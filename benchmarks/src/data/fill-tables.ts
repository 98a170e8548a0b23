// Rows for every table of a data source, made inside the database: children as many as asked for, parents a tenth.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** Parents a child may have, by the number of the child: neighbours have parents far apart. */
const stride = 7_919;

/** Fills all tables; `analysed` gives the planner its statistics. */
export async function fillTables(dataSource: DataSource, children: number, analysed: boolean): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const { type } = dataSource.options;
  try {
    // It checks foreign keys row by row, and a genre's parent may come after it.
    if (type === 'mariadb') await runner.query(`SET sql_mode = 'ANSI', foreign_key_checks = 0`);
    for (const table of tablesOf(dataSource)) {
      const casts = type === 'postgres' ? await columnTypes(dataSource, table) : undefined;
      const columns = columnsOf(table, children, casts);
      const names = columns.map(([name]) => `"${name}"`).join(', ');
      const values = columns.map(([, value]) => value).join(', ');
      const numbers = numbersSql(type, rowsOf(table, children));
      await runner.query(`INSERT INTO "${table.tableName}" (${names}) SELECT ${values} FROM ${numbers}`);
      if (type === 'postgres') await advanceSequences(dataSource, table);
      if (analysed && type === 'mariadb') await runner.query(`ANALYZE TABLE "${table.tableName}"`);
    }
    if (analysed && type !== 'mariadb') await runner.query('ANALYZE');
    if (type === 'mariadb') await runner.query('SET sql_mode = DEFAULT, foreign_key_checks = 1');
  } finally {
    await runner.release();
  }
}

/** Parents before children. The classes of one table are one table. */
function tablesOf(dataSource: DataSource): EntityMetadata[] {
  const left = dataSource.entityMetadatas.filter(({ tableType }) => tableType !== 'entity-child');
  const ordered: EntityMetadata[] = [];
  while (left.length > 0) {
    const at = left.findIndex((table) =>
      ownersOf(table).every((owner) => !left.some((other) => other.tableName === owner.tableName)),
    );
    const [next] = left.splice(at, 1);
    if (at < 0 || !next) throw new Error('The tables refer to each other in a circle.');
    ordered.push(next);
  }
  return ordered;
}

/** The tables that its foreign keys refer to, itself left out. */
function ownersOf(table: EntityMetadata): EntityMetadata[] {
  return table.foreignKeys
    .map(({ referencedEntityMetadata }) => referencedEntityMetadata)
    .filter(({ tableName }) => tableName !== table.tableName);
}

function rowsOf(table: EntityMetadata, children: number): number {
  const single = table.relations.find(({ isOneToOneOwner }) => isOneToOneOwner);
  if (single) return rowsOf(single.inverseEntityMetadata, children);
  const isReferredTo = table.dataSource.entityMetadatas.some((other) => ownersOf(other).includes(table));
  return isReferredTo && ownersOf(table).length === 0 ? Math.ceil(children / 10) : children;
}

type ColumnSql = [name: string, value: string];

function columnsOf(
  table: EntityMetadata,
  children: number,
  casts: ReadonlyMap<string, string> | undefined,
): ColumnSql[] {
  const own = [table, ...table.childEntityMetadatas].flatMap(({ columns }) => columns);
  const byName = new Map(own.map((column) => [column.databaseName, column]));
  return [...byName.values()].flatMap((column): ColumnSql[] => {
    const value = columnSql(table, column, children);
    const cast = casts?.get(column.databaseName);
    if (value === undefined) return [];
    return [[column.databaseName, cast === undefined ? value : `CAST(${value} AS ${cast})`]];
  });
}

function columnSql(table: EntityMetadata, column: ColumnMetadata, children: number): string | undefined {
  if (column.isDiscriminator) return discriminatorSql(table);
  const at = table.primaryColumns.indexOf(column);
  if (table.primaryColumns.length > 1 && at >= 0) return pairSql(table, at, children);
  const { referencedColumn } = column;
  if (referencedColumn) {
    const rows = rowsOf(referencedColumn.entityMetadata, children);
    const isSingle = column.relationMetadata?.isOneToOneOwner === true;
    const key = keySql(referencedColumn, isSingle ? 'n' : `(1 + (n % ${rows}) * ${stride} % ${rows})`);
    return column.isNullable && !isSingle ? `CASE WHEN n % 10 = 0 THEN NULL ELSE ${key} END` : key;
  }
  if (column.isPrimary) return keySql(column, 'n');
  return valueSql(column, isUnique(table, column));
}

/** The key of the row with a number. */
function keySql(column: ColumnMetadata, number: string): string {
  const value =
    column.isGenerated && column.generationStrategy === 'increment' ? 'n' : valueSql(column, true);
  if (value === undefined) throw new Error(`There is no key for ${column.propertyName}.`);
  return value.replace(/\bn\b/g, number);
}

/** Two halves of a key of which no two are alike: the second moves on when the first begins again. */
function pairSql(table: EntityMetadata, at: number, children: number): string {
  const [first, second] = table.primaryColumns.map(({ referencedColumn }) => ({
    column: referencedColumn,
    rows: referencedColumn ? rowsOf(referencedColumn.entityMetadata, children) : Math.ceil(children / 10),
  }));
  if (!first || !second) throw new Error(`${table.name} has no pair as its key.`);
  const number =
    at === 0
      ? `(1 + n % ${first.rows})`
      : `(1 + (n + (n - n % ${first.rows}) / ${first.rows}) % ${second.rows})`;
  const { column } = at === 0 ? first : second;
  return column ? keySql(column, number) : number;
}

function discriminatorSql(table: EntityMetadata): string {
  const values = table.childEntityMetadatas.map(({ discriminatorValue }) => discriminatorValue);
  return `CASE n % ${values.length} ${values.map((value, at) => `WHEN ${at} THEN '${value}'`).join(' ')} END`;
}

/** Alone or together with others. */
function isUnique(table: EntityMetadata, column: ColumnMetadata): boolean {
  const unique = [...table.uniques, ...table.indices.filter((index) => index.isUnique)];
  return unique.some(({ columns }) => columns.includes(column));
}

function numbersSql(type: DataSource['options']['type'], count: number): string {
  // With 32 bits, the number times the stride would overflow at three million rows.
  if (type === 'postgres') return `generate_series(CAST(1 AS bigint), ${count}) AS n`;
  if (type === 'mariadb') return `(SELECT seq AS n FROM seq_1_to_${count}) AS numbers`;
  const step = `SELECT n + 1 FROM numbers WHERE n < ${count}`;
  return `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL ${step}) SELECT n FROM numbers)`;
}

/** PostgreSQL takes a text for nothing but a text: every value is cast to what its column is. */
async function columnTypes(dataSource: DataSource, table: EntityMetadata): Promise<Map<string, string>> {
  const rows = await dataSource.query<{ name: string; type: string }[]>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = '"${table.tableName}"'::regclass AND attnum > 0`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Ids that are made by themselves go on after those that were given. */
async function advanceSequences(dataSource: DataSource, table: EntityMetadata): Promise<void> {
  const generated = table.primaryColumns.filter(
    ({ generationStrategy }) => generationStrategy === 'increment',
  );
  for (const { databaseName } of generated)
    await dataSource.query(
      `SELECT setval(pg_get_serial_sequence('"${table.tableName}"', '${databaseName}'),
        (SELECT MAX("${databaseName}") FROM "${table.tableName}"))`,
    );
}

/**
 * So many values are shared by all rows. At 50,000 children each of them leads to 20 parents, at 100,000 to 40: both fill
 * a page, and so both need a second statement for the total.
 */
const sharedValues = 250;

/** A text that many rows have, and that filters ask for: `text(7)`. */
export function sharedText(n: number): string {
  return `Name ${n % sharedValues}`;
}

/** The id of row `n` where ids are UUIDs: its last twelve digits are the row's number above a billion of hundreds. */
export function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${100_000_000_000 + n}`;
}

const uuidSql = `'00000000-0000-4000-8000-' || (100000000000 + n)`;
const dateSql = `(2000 + n % 30) || '-' || (10 + n % 3) || '-' || (10 + n % 18)`;
const timeSql = `(10 + n % 14) || ':' || (10 + n % 50) || ':' || (10 + n % 50)`;

/** Undefined: the column keeps its default, or null. Every third row has none of a value that may be missing. */
export function valueSql(column: ColumnMetadata, isUnique: boolean): string | undefined {
  const value = presentSql(column, isUnique);
  if (value === undefined || !column.isNullable || column.isPrimary) return value;
  return `CASE WHEN n % 3 = 0 THEN NULL ELSE ${value} END`;
}

function presentSql(column: ColumnMetadata, isUnique: boolean): string | undefined {
  if (column.isDeleteDate) return undefined;
  if (column.isVersion) return '1';
  const type = typeNameOf(column);
  if (column.generationStrategy === 'uuid' || type === 'uuid') return uuidSql;
  if (column.enum) return enumSql(column.enum);
  if (column.isArray || !(type in kinds)) return undefined;
  return kinds[type]?.(isUnique);
}

function typeNameOf({ type }: ColumnMetadata): string {
  return typeof type === 'function' ? type.name.toLowerCase() : type;
}

function enumSql(values: readonly unknown[]): string {
  const cases = values.map((value, at) => `WHEN ${at} THEN '${String(value)}'`);
  return `CASE n % ${values.length} ${cases.join(' ')} END`;
}

type Kind = (isUnique: boolean) => string;

const text: Kind = (isUnique) => (isUnique ? `'Name ' || n` : `'Name ' || (n % ${sharedValues})`);
const integer: Kind = (isUnique) => (isUnique ? 'n' : `n % ${sharedValues}`);
const small: Kind = () => 'n % 100';
const decimal: Kind = () => `n % ${sharedValues} + 0.25`;
const date: Kind = () => dateSql;
const instant: Kind = () => `${dateSql} || ' ' || ${timeSql} || '.123'`;

/** By TypeORM's name of the type; columns of other types stay empty. */
const kinds: Readonly<Record<string, Kind | undefined>> = {
  string: text,
  varchar: text,
  text,
  longtext: text,
  clob: text,
  number: integer,
  int: integer,
  integer,
  bigint: integer,
  mediumint: integer,
  smallint: small,
  tinyint: small,
  decimal,
  numeric: decimal,
  float: decimal,
  double: decimal,
  real: decimal,
  'double precision': decimal,
  boolean: () => 'n % 3 = 1',
  date,
  time: () => timeSql,
  datetime: instant,
  timestamp: instant,
  timestamptz: instant,
  'timestamp without time zone': instant,
  'timestamp with time zone': instant,
};
