// The rows of the harbour as plain records: random ones, how they get into a database, and how they are read out of it again.
import fc from 'fast-check';
import type { TestDatabase } from '../support/test-database.js';

/** In an order in which rows can be inserted. */
export const tableNames = ['Port', 'Sailor', 'Boat', 'Crane'] as const;
export type TableName = (typeof tableNames)[number];

/** Foreign keys by the name of the edge; a date is a text, or null. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export interface Link {
  readonly boat: number;
  readonly sailor: number;
}

/** All tables, each in the order of its ids. */
export type Tables = Readonly<Record<TableName, readonly Row[]>> & { readonly links: readonly Link[] };

/** The edges whose foreign key is in the row, where they lead to, and what becomes of the row when that is deleted. */
export const ownEdges: Readonly<
  Record<TableName, Readonly<Record<string, { readonly to: TableName; readonly onDelete: OnDelete }>>>
> = {
  Port: {},
  Sailor: { home: { to: 'Port', onDelete: 'refuse' } },
  Boat: { port: { to: 'Port', onDelete: 'set null' } },
  Crane: {
    port: { to: 'Port', onDelete: 'cascade' },
    operator: { to: 'Sailor', onDelete: 'set null' },
  },
};
export type OnDelete = 'refuse' | 'set null' | 'cascade';

const most = 6;
export const anyId = fc.constantFrom(1, 2, 3, 4, 5, 6);
export const anyTeam = fc.constantFrom('red', 'red', 'red', 'red', 'blue', 'green');
const reference = fc.option(anyId, { freq: 3 });
const date = fc.constantFrom(null, null, null, null, '2001-02-03 04:05:06');

function rowsOf(table: TableName, more: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc.array(fc.record({ team: anyTeam, ...more }), { minLength: 4, maxLength: most }).map((rows) =>
    rows.map((row, at): Row => ({
      id: at + 1,
      name: `n${at + 1}`,
      note: `secret-${table}-${at + 1}`,
      ...row,
    })),
  );
}

const version = fc.integer({ min: 1, max: 3 });

export const anyTables: fc.Arbitrary<Tables> = fc
  .record({
    Port: rowsOf('Port', {}),
    Sailor: rowsOf('Sailor', { version, home: reference }),
    Boat: rowsOf('Boat', { version, deletedAt: date, port: reference }),
    Crane: rowsOf('Crane', { deletedAt: date, port: reference, operator: reference }),
    links: fc.uniqueArray(fc.record({ boat: anyId, sailor: anyId }), {
      minLength: 6,
      maxLength: 16,
      selector: linkKey,
    }),
  })
  .map((tables) => withoutDangling({ ...tables, Crane: withOneCraneEach(tables.Crane) }));

function linkKey({ boat, sailor }: Link): string {
  return `${boat} ${sailor}`;
}

/** A sailor operates one crane: the foreign key is unique. */
function withOneCraneEach(cranes: readonly Row[]): readonly Row[] {
  const operators = cranes.map(({ operator }) => operator);
  return cranes.map((row, at) => (operators.indexOf(row.operator) < at ? { ...row, operator: null } : row));
}

/** All tables, each as a function makes it. */
export function mapTables(rowsFor: (table: TableName) => readonly Row[]): Omit<Tables, 'links'> {
  return { Port: rowsFor('Port'), Sailor: rowsFor('Sailor'), Boat: rowsFor('Boat'), Crane: rowsFor('Crane') };
}

/** Foreign keys that lead nowhere are null, and such links are left out. */
export function withoutDangling(tables: Tables): Tables {
  const ids = new Map(tableNames.map((name) => [name, new Set(tables[name].map(({ id }) => id))]));
  const exists = (name: TableName, id: unknown) => ids.get(name)?.has(id as number) === true;
  const clean = (name: TableName) =>
    tables[name].map((row): Row => {
      const dangling = Object.entries(ownEdges[name]).filter(([edge, { to }]) => !exists(to, row[edge]));
      return { ...row, ...Object.fromEntries(dangling.map(([edge]) => [edge, null])) };
    });
  return {
    ...mapTables(clean),
    links: tables.links.filter(({ boat, sailor }) => exists('Boat', boat) && exists('Sailor', sailor)),
  };
}

/** Replaces all rows, versions and dates included. Values are those of tests: they need no quoting. */
export async function replaceTables({ dataSource }: TestDatabase, tables: Tables): Promise<void> {
  const quote = (name: string) => dataSource.driver.escape(name);
  const insert = async (table: string, rows: readonly object[]) => {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first).map(quote).join(', ');
    const values = rows.map((row) => `(${Object.values(row).map(literalOf).join(', ')})`).join(', ');
    await dataSource.query(`INSERT INTO ${quote(table)} (${columns}) VALUES ${values}`);
  };
  for (const table of ['crew', ...[...tableNames].reverse().map(pathOf)])
    await dataSource.query(`DELETE FROM ${quote(table)}`);
  for (const name of tableNames)
    await insert(
      pathOf(name),
      tables[name].map((row) => toColumns(name, row)),
    );
  await insert('crew', tables.links);
}

function pathOf(name: TableName): string {
  return name.toLowerCase();
}

function literalOf(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'string') return 'NULL';
  // A date that was read is written as all databases take it.
  const text = String(value).replace(/^(\d{4}-\d\d-\d\d)T([\d:.]+)Z$/, '$1 $2');
  return typeof value === 'number' ? text : `'${text}'`;
}

function toColumns(table: TableName, row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name in ownEdges[table] ? `${name}Id` : name, value]),
  );
}

/** All rows, as stored. */
export async function readTables({ dataSource }: TestDatabase): Promise<Tables> {
  const quote = (name: string) => dataSource.driver.escape(name);
  const read = async (name: TableName) => {
    const rows = await dataSource.query<object[]>(`SELECT * FROM ${quote(pathOf(name))} ORDER BY id`);
    return rows.map((row) => toRow(name, row));
  };
  return {
    Port: await read('Port'),
    Sailor: await read('Sailor'),
    Boat: await read('Boat'),
    Crane: await read('Crane'),
    links: await dataSource
      .query<Link[]>('SELECT boat, sailor FROM crew ORDER BY boat, sailor')
      .then((links) => links.map(({ boat, sailor }) => ({ boat, sailor }))),
  };
}

function toRow(table: TableName, stored: object): Row {
  const entries = Object.entries(stored).map(([column, value]: [string, unknown]) => {
    const edge = column.replace(/Id$/, '');
    const shown = value instanceof Date ? value.toISOString() : value;
    return [edge in ownEdges[table] ? edge : column, shown] as const;
  });
  return Object.fromEntries(entries) as Row;
}
