// Something to look at: the same 60 users and 300 pets every time, written only into an empty database.
import type { DataSource, EntityManager } from 'typeorm';
import { Pet, PetType } from './pet.js';
import { User, UserType } from './user.js';

const firstNames = 'Ada Boris Chioma Dana Emil Farah Goran Hana Ivo Jun Kemal Lena'.split(' ');
const lastNames = 'Abbot Bergström Cohen Duarte Eriksen'.split(' ');
const petNames = 'Rex Mia Coco Nala Otto Pixel Riley Smokey Tofu Waffles Yoshi Ziggy Bella'.split(' ');
const petTypes = Object.values(PetType);

const userCount = firstNames.length * lastNames.length;
const petCount = 300;

/** Fills an empty database; leaves one that holds a user or a pet alone. All or nothing. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (await isEmpty(manager)) await fill(manager);
  });
}

async function isEmpty(manager: EntityManager): Promise<boolean> {
  return !(await manager.exists(User)) && !(await manager.exists(Pet));
}

async function fill(manager: EntityManager): Promise<void> {
  await manager.insert(User, numbered(userCount, user));
  const owners = await manager.find(User, { select: { id: true }, order: { id: 'ASC' } });
  await manager.insert(
    Pet,
    numbered(petCount, (n) => ({ ...pet(n), owner: ownerOf(n, owners) })),
  );
}

function numbered<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function user(n: number): Omit<User, 'id' | 'pets'> {
  const first = pick(firstNames, n);
  const last = pick(lastNames, Math.floor(n / firstNames.length));
  const username = `${first.charAt(0)}${last}${String(n + 1)}`.toLowerCase().replace('ö', 'o');
  return {
    username,
    displayName: `${first} ${last}`,
    email: `${username}@example.com`,
    type: n === 0 ? UserType.System : UserType.User,
  };
}

/** The shift from one round of owners to the next gives each owner pets of several types. */
function pet(n: number): Omit<Pet, 'id' | 'owner'> {
  const round = Math.floor(n / userCount);
  return { name: pick(petNames, n), age: (n * 7) % 18, type: pick(petTypes, n + round) };
}

/** Every tenth pet is a stray. */
function ownerOf(n: number, owners: readonly User[]): User | null {
  return n % 10 === 9 ? null : pick(owners, n * 7);
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new RangeError('Nothing to pick from.');
  return picked;
}
