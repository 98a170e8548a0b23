// What policies mean for the harbour, said without a database: which rows are hidden, and what the database is without them.
import { notNull } from '@decorest/core';
import {
  mapTables,
  ownEdges,
  tableNames,
  withoutDangling,
  type Row,
  type TableName,
  type Tables,
} from './policed-rows.js';

/** A condition of any shape, by the class its policy is for. */
export type Conditions = Readonly<Record<TableName, unknown>>;

/** `Boat 7`. */
export type RowName = string;

export function nameOf(table: TableName, { id }: { readonly id: unknown }): RowName {
  return `${table} ${String(id)}`;
}

/** All rows with their names. */
export function listRows(tables: Tables): readonly (readonly [RowName, TableName, Row])[] {
  return tableNames.flatMap((table) => tables[table].map((row) => [nameOf(table, row), table, row] as const));
}

export function findHidden(tables: Tables, conditions: Conditions): ReadonlySet<RowName> {
  const hidden = listRows(tables).filter(([, table, row]) => !passes(tables, table, row, conditions[table]));
  return new Set(hidden.map(([name]) => name));
}

/** The tables without some rows: nothing refers to them. */
export function withoutRows(tables: Tables, names: ReadonlySet<RowName>): Tables {
  const left = (table: TableName) => tables[table].filter((row) => !names.has(nameOf(table, row)));
  return withoutDangling({ ...mapTables(left), links: tables.links });
}

/** The tables after a database has deleted some rows: foreign keys to them are null, or their rows gone with them. */
export function afterDelete(tables: Tables, names: ReadonlySet<RowName>): Tables {
  const cascaded = listRows(tables).filter(
    ([name, table, row]) =>
      !names.has(name) &&
      Object.entries(ownEdges[table]).some(
        ([edge, { to, onDelete }]) => onDelete === 'cascade' && names.has(nameOf(to, { id: row[edge] })),
      ),
  );
  if (cascaded.length > 0) return afterDelete(tables, new Set([...names, ...cascaded.map(([name]) => name)]));
  return withoutRows(tables, names);
}

/** The edges that are not in the row: the ids that they lead to. */
const otherEdges: Readonly<
  Record<string, { readonly to: TableName; readonly idsOf: (row: Row, tables: Tables) => readonly unknown[] }>
> = {
  'Port.boats': { to: 'Boat', idsOf: referring('Boat', 'port') },
  'Port.sailors': { to: 'Sailor', idsOf: referring('Sailor', 'home') },
  'Port.cranes': { to: 'Crane', idsOf: referring('Crane', 'port') },
  'Sailor.crane': { to: 'Crane', idsOf: referring('Crane', 'operator') },
  'Sailor.boats': {
    to: 'Boat',
    idsOf: ({ id }, { links }) => links.filter(({ sailor }) => sailor === id).map(({ boat }) => boat),
  },
  'Boat.crew': {
    to: 'Sailor',
    idsOf: ({ id }, { links }) => links.filter(({ boat }) => boat === id).map(({ sailor }) => sailor),
  },
};

function referring(table: TableName, edge: string) {
  return ({ id }: Row, tables: Tables) =>
    tables[table].filter((row) => row[edge] === id).map((row) => row.id);
}

function passes(tables: Tables, table: TableName, row: Row, condition: unknown): boolean {
  if (typeof condition === 'boolean') return condition;
  if (Array.isArray(condition)) return condition.some((each) => passes(tables, table, row, each));
  return Object.entries(condition as object).every(([member, wanted]) => {
    const alternatives: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return alternatives.some((each) => memberPasses(tables, [table, row, member], each));
  });
}

type Member = readonly [table: TableName, row: Row, member: string];

function memberPasses(tables: Tables, [table, row, member]: Member, wanted: unknown): boolean {
  const own = ownEdges[table][member];
  const other = otherEdges[`${table}.${member}`];
  // The id of a related row is compared where it is stored.
  if (!other && wanted !== null && typeof wanted !== 'object')
    return wanted === notNull ? row[member] !== null : row[member] === wanted;
  if (!other && wanted === null) return row[member] === null;
  const to = own?.to ?? other?.to ?? table;
  const ids = other ? other.idsOf(row, tables) : [row[member]];
  const isLink = member === 'boats' ? table === 'Sailor' : member === 'crew';
  if (isLink && typeof wanted === 'number') return ids.includes(wanted);
  const related = tables[to].filter(({ id, deletedAt }) => ids.includes(id) && (deletedAt ?? null) === null);
  return typeof wanted === 'number'
    ? related.some(({ id }) => id === wanted)
    : related.some((each) => passes(tables, to, each, wanted));
}

/** The tables without the dates of deletes, which differ by database: that there is one is left. */
export function withoutDates(tables: Tables): Tables {
  const plain = (row: Row): Row =>
    'deletedAt' in row ? { ...row, deletedAt: row.deletedAt === null ? null : 'deleted' } : row;
  return { ...mapTables((table) => tables[table].map(plain)), links: tables.links };
}

/** The rows that are there afterwards and were not the same before. */
export function findChanged(before: Tables, after: Tables): ReadonlySet<RowName> {
  const stored = new Map(listRows(withoutDates(before)).map(([name, , row]) => [name, JSON.stringify(row)]));
  const changed = listRows(withoutDates(after)).filter(
    ([name, , row]) => stored.get(name) !== JSON.stringify(row),
  );
  return new Set(changed.map(([name]) => name));
}

/** The rows that are there no longer. */
export function findGone(before: Tables, after: Tables): ReadonlySet<RowName> {
  const left = new Set(listRows(after).map(([name]) => name));
  return new Set(listRows(before).flatMap(([name]) => (left.has(name) ? [] : [name])));
}
