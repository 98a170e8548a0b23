// The rows: the same every time, on every database. 1,000 users own 10 pets each.
import { wideColumns, type WideKind } from './wide-columns.js';

export type Value = string | number | boolean | Date | null;

export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export const userCount = 1_000;
export const petCount = 10_000;
export const petTypes = ['DOG', 'CAT', 'BIRD', 'FISH', 'REPTILE', 'OTHER'] as const;
const visitCount = 2_000;
const treatmentsPerVisit = 3;
const wideCount = 500;

const firstNames = 'Ada Boris Chioma Dana Emil Farah Goran Hana Ivo Jun'.split(' ');
const lastNames = 'Abbot Bergström Cohen Duarte Eriksen Fischer Gupta'.split(' ');
const petNames = 'Rex Mia Coco Nala Otto Pixel Riley Smokey Tofu Waffles Yoshi "Ziggy"'.split(' ');
const labels = ['vaccination', 'check-up', 'dental', 'surgery', 'x-ray'];

/** The username of the user with this id. */
export function usernameOf(id: number): string {
  return `${pick(firstNames, id - 1).toLowerCase()}${id - 1}`;
}

/** What is given for the pet with this id. */
export function petOf(id: number) {
  const n = id - 1;
  return { name: pick(petNames, n), age: n % 18, type: pick(petTypes, n), owner: (n % userCount) + 1 };
}

/** Every table, parents first; ids are the positions from 1. */
export function allRows(pets: number): TableRows[] {
  return [users(), petRows(pets), visits(), treatments(), wides()];
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

function petRows(count: number): TableRows {
  const columns = ['name', 'age', 'type', 'owner_id'];
  const rows = numbered(count, (n) => Object.values(petOf(n + 1)));
  return { table: 'pets', columns, rows };
}

function visits(): TableRows {
  const columns = ['reason', 'pet_id', 'vet_id'];
  const rows = numbered(visitCount, (n) => [pick(labels, n), ((n * 7) % petCount) + 1, (n % userCount) + 1]);
  return { table: 'visits', columns, rows };
}

function treatments(): TableRows {
  const rows = numbered(visitCount * treatmentsPerVisit, (n) => [pick(labels, n), (n % visitCount) + 1]);
  return { table: 'treatments', columns: ['label', 'visit_id'], rows };
}

function wides(): TableRows {
  const rows = numbered(wideCount, (n) => wideColumns.map(({ kind }, at) => wideValue(kind, n, at)));
  return { table: 'wides', columns: wideColumns.map(({ name }) => name), rows };
}

function wideValue(kind: WideKind, n: number, at: number): Value {
  const values: Record<WideKind, () => Value> = {
    text: () => `${pick(labels, n + at)} ${n}`,
    integer: () => n * 31 + at,
    float: () => n + at / 4 + 0.125,
    boolean: () => (n + at) % 2 === 0,
    instant: () => new Date(Date.UTC(2024, 0, 1 + at, n % 24, n % 60, at, n)),
  };
  return values[kind]();
}

function numbered<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new RangeError('Nothing to pick from.');
  return picked;
}
