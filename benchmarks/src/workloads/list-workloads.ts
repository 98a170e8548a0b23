// Pages of lists, filtered in several ways.
import { userCount, usernameOf } from '../data/rows.js';
import type { Ask } from './ask.js';
import { forManyIds, type Workload } from './workload.js';

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
  {
    id: 'W9',
    title: 'page 3 of 10 visits with three edges',
    app: 'visits',
    asks: [{ kind: 'list', of: 'visits', page: 3, perPage: 10 }],
  },
  {
    id: 'W11',
    title: 'page 2 of 100 rows of 30 columns',
    app: 'wide',
    asks: [{ kind: 'list', of: 'wides', page: 2, perPage: 100 }],
  },
  { id: 'W12', title: 'W2 without owners', app: 'no-owner', asks: [tenDogs] },
  { id: 'W13', title: 'W3 without owners', app: 'no-owner', asks: [hundredDogs] },
];
