// The workloads: requests of one kind, sent again and again.
import type { AppName } from '../app-name.js';
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
  return Array.from({ length: variety }, (_, n) => ask(((n * 7_919) % rows) + 1));
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

export const writeWorkloads: readonly Workload[] = [
  {
    id: 'W5',
    title: 'create a pet',
    app: 'petstore',
    asks: forManyIds(userCount, (owner) => ({
      kind: 'create',
      of: 'pets',
      values: { name: `Pet of ${owner}`, age: owner % 18, type: petTypes[owner % petTypes.length], owner },
    })),
  },
  {
    id: 'W6',
    title: 'update one field of a pet',
    app: 'petstore',
    asks: forManyIds(petCount, (id) => {
      const values = { age: (id * 3) % 20 };
      return { kind: 'update', of: 'pets', id, values, whole: { ...petOf(id), ...values } };
    }),
  },
];

export const workloads: readonly Workload[] = [...readWorkloads, ...listWorkloads, ...writeWorkloads].sort(
  (a, b) => numberOf(a) - numberOf(b),
);

function numberOf({ id }: Workload): number {
  return Number(id.slice(1));
}
