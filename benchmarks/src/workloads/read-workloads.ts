// One entity with what comes along.
import { petCount, userCount } from '../data/rows.js';
import { forManyIds, type Workload } from './workload.js';

const onePet = forManyIds(petCount, (id) => ({ kind: 'read', of: 'pets', id }));

export const readWorkloads: readonly Workload[] = [
  { id: 'W1', title: 'one pet with its owner', app: 'petstore', asks: onePet },
  {
    id: 'W4',
    title: 'one user with its 10 pets',
    app: 'user-pets',
    asks: forManyIds(userCount, (id) => ({ kind: 'read', of: 'users', id })),
  },
  { id: 'W10', title: 'W1 beside 200 further entities', app: 'crowd', asks: onePet },
];
