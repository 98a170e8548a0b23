// The tables and rows that all contestants work on: plain SQL, and the same 1,000 users with 10 pets each.
import type { DatabaseName } from './database.js';

export type Value = string | number;

export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export const userCount = 1_000;
export const petCount = 10_000;
export const petTypes = ['DOG', 'CAT', 'BIRD', 'FISH', 'REPTILE', 'OTHER'] as const;

const firstNames = 'Ada Boris Chioma Dana Emil Farah Goran Hana Ivo Jun'.split(' ');
const lastNames = 'Abbot Bergström Cohen Duarte Eriksen Fischer Gupta'.split(' ');
const petNames = 'Rex Mia Coco Nala Otto Pixel Riley Smokey Tofu Waffles Yoshi "Ziggy"'.split(' ');

/** The username of the user with this id. */
export function usernameOf(id: number): string {
  return `${pick(firstNames, id - 1).toLowerCase()}${id - 1}`;
}

/** The values of the pet with this id. */
export function petOf(id: number) {
  const n = id - 1;
  return { name: pick(petNames, n), age: n % 18, type: pick(petTypes, n), owner: (n % userCount) + 1 };
}

/** Every table, parents first; ids are the positions from 1. */
export function allRows(): TableRows[] {
  return [users(), pets()];
}

function users(): TableRows {
  const columns = ['username', 'display_name', 'email', 'type'];
  const rows = numbered(userCount, (n) => {
    const username = usernameOf(n + 1);
    const displayName = `${pick(firstNames, n)} ${pick(lastNames, n)}`;
    return [username, displayName, `${username}@example.com`, n % 50 === 0 ? 'SYSTEM' : 'USER'];
  });
  return { table: 'users', columns, rows };
}

function pets(): TableRows {
  const columns = ['name', 'age', 'type', 'owner_id'];
  const rows = numbered(petCount, (n) => Object.values(petOf(n + 1)));
  return { table: 'pets', columns, rows };
}

function numbered<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new RangeError('Nothing to pick from.');
  return picked;
}

const keys: Readonly<Record<DatabaseName, string>> = {
  sqlite: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL',
  postgres: 'serial PRIMARY KEY',
};

/** The statements that create the tables, in order. */
export function tablesOf(database: DatabaseName): string[] {
  const key = keys[database];
  return [
    `CREATE TABLE users (id ${key}, username varchar(80) NOT NULL UNIQUE, display_name varchar(120) NOT NULL,
      email varchar(254) NOT NULL UNIQUE, type varchar(20) NOT NULL DEFAULT 'USER')`,
    `CREATE TABLE pets (id ${key}, name varchar(80) NOT NULL, age integer NOT NULL, type varchar(20) NOT NULL,
      owner_id integer REFERENCES users (id))`,
  ];
}

/** Created after the rows. */
export const indexes: readonly string[] = [
  'CREATE INDEX pets_owner ON pets (owner_id)',
  'CREATE INDEX pets_type_id ON pets (type, id)',
];
