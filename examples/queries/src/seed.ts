// The same 40 owners, 200 pets and 1,000 visits every time, written only into an empty database.
import type { DataSource } from 'typeorm';
import { Owner } from './owner.js';
import { Pet, PetType } from './pet.js';
import { Visit } from './visit.js';

const names = 'Ada Boris Chioma Dana Emil Farah Goran Hana'.split(' ');
const surnames = 'Abbot Bergström Cohen Duarte Eriksen'.split(' ');
const cities = 'Bergen Lagos Lisbon Tartu'.split(' ');
const petNames = 'Rex Mia Coco Nala Otto Pixel Riley Smokey Tofu Waffles Yoshi'.split(' ');
const colours = ['black', 'white', 'brown', ''];
const tags = ['shy', 'vaccinated', 'chipped', 'senior'];
const reasons = ['check-up', 'vaccination', 'surgery'];
const dayMs = 86_400_000;

/** Fills an empty database; leaves one that has an owner alone. All or nothing. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (await manager.exists(Owner)) return;
    const owners = await manager.save(Owner, createNumbered(40, createOwner));
    const pets = await manager.save(
      Pet,
      createNumbered(200, (n) => ({ ...createPet(n), owner: n % 10 === 9 ? null : pick(owners, n * 7) })),
    );
    const visits = createNumbered(1000, (n) => ({ ...createVisit(n), pet: pick(pets, n * 13) }));
    await manager.save(Visit, visits, { chunk: 100 });
  });
}

function createOwner(n: number): Omit<Owner, 'id' | 'pets'> {
  const [name, surname] = [pick(names, n), pick(surnames, n)];
  return {
    name: `${name} ${surname}`,
    email: `${name.toLowerCase()}${n}@example.com`,
    city: pick(cities, n),
  };
}

function createPet(n: number): Omit<Pet, 'id' | 'owner' | 'visits'> {
  const colour = pick(colours, n);
  return {
    name: pick(petNames, n),
    age: n % 8 === 7 ? null : (n * 7) % 18,
    type: pick(Object.values(PetType), n),
    bornOn: new Date(Date.UTC(2010, 0, 1) + n * 23 * dayMs).toISOString().slice(0, 10),
    attributes: { ...(colour && { colour }), ...(n % 5 === 4 ? {} : { size: { height: 10 + (n % 60) } }) },
    tags: tags.filter((_, at) => n % (at + 2) === 0),
  };
}

function createVisit(n: number): Omit<Visit, 'id' | 'pet'> {
  return {
    reason: pick(reasons, n),
    cost: ((n * 37) % 500).toFixed(2),
    at: new Date(Date.UTC(2025, 0, 1, 9) + n * 13 * 3_600_000),
  };
}

function createNumbered<T>(count: number, create: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => create(n));
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new RangeError('Nothing to pick from.');
  return picked;
}
