// The hand-written servers' store, on TypeORM's repositories: the same answers, by find, findAndCount and save.
import { ILike, type DataSource } from 'typeorm';
import { User } from '../entities/petstore.js';
import { Visit } from '../entities/visits.js';
import { Wide } from '../entities/wide.js';
import { envelope, offsetOf, type Page } from '../hand/page.js';
import type { Store } from '../hand/store.js';
import type { AppName } from '../app-name.js';
import { barePet, bareUser, visitJson, wideJson } from './entity-json.js';
import { repositoryPets } from './repository-pets.js';

/** The store of an app whose data source is initialised. */
export function repositoryStore(dataSource: DataSource, app: AppName): Store {
  return {
    pets: repositoryPets(dataSource, app !== 'no-owner'),
    user: (id) => oneUser(dataSource, id, app === 'user-pets'),
    searchUsers: (text, page) => searchUsers(dataSource, text, page),
    visits: { list: (page) => visits(dataSource, page) },
    wides: { list: (page) => wides(dataSource, page) },
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

async function visits(dataSource: DataSource, page: Page) {
  const [found, total] = await dataSource.getRepository(Visit).findAndCount({
    relations: { pet: true, vet: true, treatments: true },
    ...windowOf(page),
  });
  return envelope(page, total, found.map(visitJson));
}

async function wides(dataSource: DataSource, page: Page) {
  const [found, total] = await dataSource.getRepository(Wide).findAndCount(windowOf(page));
  return envelope(page, total, found.map(wideJson));
}

function windowOf(page: Page) {
  return { order: { id: 'ASC' as const }, skip: offsetOf(page), take: page.perPage };
}
