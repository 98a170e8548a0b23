// The workloads: requests that are sent again and again.
import type { AppName } from '../app-name.js';
import type { BenchDatabaseName } from '../data/database.js';
import { petCount, petOf, petTypes, userCount, usernameOf } from '../data/petstore.js';
import type { Ask } from './ask.js';

export interface Workload {
  /** `W1` ... */
  readonly id: `W${number}`;
  readonly title: string;
  readonly app: AppName;
  /** Sent in turn, from the first again after the last. */
  readonly asks: readonly Ask[];
}

const variety = 500;

/** Asks for many ids, spread over the table, always in the same order. */
export function forManyIds(rows: number, ask: (id: number) => Ask): Ask[] {
  return Array.from({ length: variety }, (_, n) => ask(idAmong(rows, n)));
}

function idAmong(rows: number, n: number): number {
  return ((n * 7_919) % rows) + 1;
}

const onePet = forManyIds(petCount, (id) => ({ kind: 'read', of: 'pets', id }));

export const readWorkloads: readonly Workload[] = [
  { id: 'W1', title: 'one pet with its owner', app: 'petstore', asks: onePet },
  {
    id: 'W4',
    title: 'one user with its 10 pets',
    app: 'user-pets',
    asks: forManyIds(userCount, (id) => ({ kind: 'read', of: 'users', id })),
  },
];

const dogs = { name: 'type.eq', value: 'DOG' } as const;
const tenDogs: Ask = { kind: 'list', of: 'pets', filter: dogs, page: 3, perPage: 10 };
const hundredDogs: Ask = { ...tenDogs, perPage: 100 };

export const listWorkloads: readonly Workload[] = [
  { id: 'W2', title: 'page 3 of 10 dogs with owners', app: 'petstore', asks: [tenDogs] },
  { id: 'W3', title: 'page 3 of 100 dogs with owners', app: 'petstore', asks: [hundredDogs] },
  {
    id: 'W7',
    title: 'users by the group `search`',
    app: 'petstore',
    asks: ['ADA1', 'hana3', 'Cohen', '@example.com', 'jun'].map((value) => ({
      kind: 'list',
      of: 'users',
      filter: { name: 'search.ihas', value },
      page: 1,
      perPage: 10,
    })),
  },
  {
    id: 'W8',
    title: 'pets by the username of their owner',
    app: 'petstore',
    asks: forManyIds(userCount, (id) => ({
      kind: 'list',
      of: 'pets',
      filter: { name: 'owner.username.eq', value: usernameOf(id) },
      page: 1,
      perPage: 10,
    })),
  },
  { id: 'W12', title: 'W2 without owners', app: 'no-owner', asks: [tenDogs] },
  { id: 'W13', title: 'W3 without owners', app: 'no-owner', asks: [hundredDogs] },
];

const createPet = forManyIds(userCount, (owner) => ({
  kind: 'create',
  of: 'pets',
  values: { name: `Pet of ${owner}`, age: owner % 18, type: petTypes[owner % petTypes.length], owner },
}));
const agesPerPet = 10;

/** Another age for each pet each time, since SQLite writes nothing where a row stays the same. */
function updates(count: number): Ask[] {
  const ids = Array.from({ length: count / agesPerPet }, (_, n) => idAmong(petCount, n));
  return Array.from({ length: agesPerPet }, (_, age) =>
    ids.map((id) => updateOf(id, (id + age) % 20)),
  ).flat();
}

function updateOf(id: number, age: number): Ask {
  return { kind: 'update', of: 'pets', id, values: { age }, whole: { ...petOf(id), age } };
}

export const writeWorkloads: readonly Workload[] = [
  { id: 'W5', title: 'create a pet', app: 'petstore', asks: createPet },
  { id: 'W6', title: 'update one field of a pet', app: 'petstore', asks: updates(variety) },
  { id: 'W14', title: 'nine reads to one write', app: 'petstore', asks: mixed(9) },
  { id: 'W15', title: 'a read to a write', app: 'petstore', asks: mixed(1) },
];

/** So many reads of W1, then a write: creates of W5 and updates of W6 in turn. */
function mixed(reads: number): Ask[] {
  const writes = updates(variety / 2).flatMap((update, at) => [createPet[at] ?? update, update]);
  return writes.flatMap((write, at) => {
    const read = (n: number) => onePet[(at * reads + n) % onePet.length] ?? write;
    return [...Array.from({ length: reads }, (_, n) => read(n)), write];
  });
}

export const workloads: readonly Workload[] = [...readWorkloads, ...listWorkloads, ...writeWorkloads].sort(
  (a, b) => numberOf(a) - numberOf(b),
);

/** What is run on a database that nobody asked for by name: its settings matter to writes only. */
export function workloadsByDefault(database: BenchDatabaseName, asked: readonly Workload[]): Workload[] {
  return asked.filter((workload) => database !== 'sqlite-default' || writeWorkloads.includes(workload));
}

function numberOf({ id }: Workload): number {
  return Number(id.slice(1));
}
