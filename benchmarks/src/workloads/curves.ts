// What the cost of a request is measured against.
import type { AppName } from '../app-name.js';
import { petCount } from '../data/rows.js';
import type { Ask } from './ask.js';
import { forManyIds } from './workload.js';

export interface Point {
  /** Where on the curve, such as `100 rows`. */
  readonly at: string;
  readonly app: AppName;
  readonly asks: readonly Ask[];
  readonly pets: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

const dogs = { name: 'type.eq', value: 'DOG' } as const;
const onePet = forManyIds(petCount, (id) => ({ kind: 'read', of: 'pets', id }));

export const curves: readonly Curve[] = [
  {
    name: 'page size',
    points: [1, 10, 25, 50, 100].map((perPage) => point(`${perPage} rows`, 'petstore', dogsOf(perPage))),
  },
  {
    name: 'table size',
    points: [10_000, 30_000, 100_000].map((pets) => ({
      ...point(`${pets} pets`, 'petstore', dogsOf(10)),
      pets,
    })),
  },
  {
    name: 'eager edges',
    points: [
      point('none', 'no-owner', dogsOf(10)),
      point('1 to-one', 'petstore', dogsOf(10)),
      point('2 to-one, 1 to-many', 'visits', { kind: 'list', of: 'visits', page: 3, perPage: 10 }),
    ],
  },
  {
    name: 'entities',
    points: [
      { ...point('2 entities', 'petstore'), asks: onePet },
      { ...point('202 entities', 'crowd'), asks: onePet },
    ],
  },
];

function point(at: string, app: AppName, ...asks: Ask[]): Point {
  return { at, app, asks, pets: petCount };
}

function dogsOf(perPage: number): Ask {
  return { kind: 'list', of: 'pets', filter: dogs, page: 3, perPage };
}
