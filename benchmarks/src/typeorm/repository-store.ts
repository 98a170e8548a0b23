// The hand-written servers' store, on TypeORM's repositories: the same answers, by find, findAndCount and save.
import { type DataSource, type DeepPartial, type FindOptionsWhere, ILike } from 'typeorm';
import type { AppName } from '../app-name.js';
import { Pet, User } from '../entities/petstore.js';
import { envelope, offsetOf, type Page, type PetInput } from '../hand/requests.js';
import type { PetFilter, PetStore, Store } from '../hand/store.js';

/** The store of an app whose data source is initialised. */
export function repositoryStore(dataSource: DataSource, app: AppName): Store {
  return {
    pets: repositoryPets(dataSource, app !== 'no-owner'),
    user: (id) => oneUser(dataSource, id, app === 'user-pets'),
    searchUsers: (text, page) => searchUsers(dataSource, text, page),
  };
}

async function oneUser(dataSource: DataSource, id: number, withPets: boolean) {
  const users = dataSource.getRepository(User);
  const user = await users.findOne({
    where: { id },
    relations: { pets: withPets },
    order: { pets: { id: 'ASC' } },
  });
  return user ? { ...bareUser(user), edges: withPets ? { pets: user.pets.map(barePet) } : {} } : undefined;
}

async function searchUsers(dataSource: DataSource, text: string, page: Page) {
  const holding = ILike(`%${text}%`);
  const [users, total] = await dataSource.getRepository(User).findAndCount({
    where: [{ username: holding }, { displayName: holding }, { email: holding }],
    ...windowOf(page),
  });
  return envelope(page, total, users.map(bareUser));
}

function windowOf(page: Page) {
  return { order: { id: 'ASC' as const }, skip: offsetOf(page), take: page.perPage };
}

export function repositoryPets(dataSource: DataSource, withOwner: boolean): PetStore {
  const pets = dataSource.getRepository(Pet);
  const relations = { owner: withOwner };
  const json = withOwner ? petWithOwner : barePet;
  const read = async (id: number) => {
    const pet = await pets.findOne({ where: { id }, relations });
    return pet ? json(pet) : undefined;
  };
  return {
    read,
    list: async (filter, page) => {
      const where = filter ? conditions(filter) : {};
      const window = { order: { id: 'ASC' }, skip: offsetOf(page), take: page.perPage } as const;
      const [rows, total] = await pets.findAndCount({ where, relations, ...window });
      return envelope(page, total, rows.map(json));
    },
    create: async (input) => {
      const { id } = await pets.save(pets.create(entityOf(input)));
      const pet = await read(id);
      if (!pet) throw new Error('The pet just saved is gone.');
      return pet;
    },
    update: async (id, changes) => {
      const pet = await pets.findOneBy({ id });
      if (!pet) return undefined;
      await pets.save(pets.merge(pet, entityOf(changes)));
      return read(id);
    },
  };
}

function conditions({ name, value }: PetFilter): FindOptionsWhere<Pet> {
  return name === 'type.eq' ? { type: value as Pet['type'] } : { owner: { username: value } };
}

/** The owner is given by its id. */
function entityOf({ owner, ...fields }: Partial<PetInput>): DeepPartial<Pet> {
  const given = owner === undefined ? {} : { owner: owner === null ? null : { id: owner } };
  return { ...fields, ...given } as DeepPartial<Pet>;
}

interface UserJson {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly type: string;
  readonly edges: object;
}

interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly edges: { readonly owner?: UserJson | null };
}

/** A user that brings nothing along. */
export function bareUser({ id, username, displayName, email, type }: User): UserJson {
  return { id, username, display_name: displayName, email, type, edges: {} };
}

/** A pet that brings nothing along. */
export function barePet({ id, name, age, type }: Pet): PetJson {
  return { id, name, age, type, edges: {} };
}

/** A pet that brings its owner along. */
export function petWithOwner(pet: Pet): PetJson {
  return { ...barePet(pet), edges: { owner: pet.owner && bareUser(pet.owner) } };
}
