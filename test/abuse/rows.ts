// The rows every test of the abuse suite starts from: 40 users, 400 pets and 1,500 more of user 2, 20 categories.
import type { DataSource, EntityTarget } from 'typeorm';
import { AuditLog, Category, hiddenChip, hiddenHash, Pet, User } from './entities.js';

/** Of the first users: each holds what means something to LIKE, to a collation, or to a careless parser. */
const oddNames = ['ada', 'ben', '50%off', 'a_b', 'back\\slash', 'bang!', 'x[a]y', 'trail ', 'Örger', 'a,,b'];

/** By id less one. */
export const usernames: readonly string[] = Array.from(
  { length: 40 },
  (_, at) => oddNames[at] ?? `user${String(at + 1)}`,
);

export const petCount = 400;
/** More than an eager edge shows. */
export const petsOfUser2 = 1_500;
export const categoryCount = 20;

/** Fills empty tables whose generated ids start from 1. */
export async function fillRows(dataSource: DataSource): Promise<void> {
  const pets = numbers(petCount).map(pet);
  const many = numbers(petsOfUser2).map((n) => ({ ...pet(n), name: `many ${n}`, owner: { id: 2 } }));
  await insert(dataSource, User, usernames.map(user));
  await insert(
    dataSource,
    Category,
    numbers(categoryCount).map((n) => ({ name: `category ${n}` })),
  );
  await insert(dataSource, Pet, [...pets, ...many]);
  await insert(dataSource, AuditLog, [{ message: `${hiddenHash}-audit`, user: { id: 1 } }]);
}

/** Without reading back what the database made of it. */
async function insert(dataSource: DataSource, entity: EntityTarget<object>, rows: object[]): Promise<void> {
  await dataSource.createQueryBuilder().insert().into(entity).values(rows).updateEntity(false).execute();
}

function user(username: string, at: number) {
  const id = at + 1;
  return {
    username,
    displayName: `Display ${id}`,
    email: `user${id}@example.com`,
    type: id === 1 ? ('SYSTEM' as const) : ('USER' as const),
    passwordHash: `${hiddenHash}-${id}`,
  };
}

/** Users 3 to 40 own ten or eleven each; every fortieth has no owner. */
function pet(n: number) {
  return {
    name: `pet ${n}`,
    age: n % 30,
    type: n % 2 === 0 ? ('DOG' as const) : ('CAT' as const),
    owner: n % 40 === 0 ? null : { id: 3 + (n % 38) },
    chipCode: `${hiddenChip}-${n}`,
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
