// Creates and updates. Each contestant has a database of its own, so nobody sees the writes of another.
import { petCount, petOf, petTypes, userCount } from '../data/rows.js';
import { forManyIds, type Workload } from './workload.js';

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
