// Everything a hand-written server reads and writes, for the app it was started as.
import { both, connect, type Connection } from './connection.js';
import {
  barePets,
  type PetJson,
  type PetRow,
  petStore,
  type PetStore,
  userJson,
  type UserJson,
  type UserRow,
} from './pet-store.js';
import { envelope, type Envelope, offsetOf, type Page } from './requests.js';
import type { Job } from '../serve.js';

export interface Store {
  readonly pets: PetStore;
  /** Reads a user, with its pets in the app that embeds them. */
  readonly user: (id: number) => Promise<object | undefined>;
  readonly searchUsers: UserStore['search'];
}

export async function openStore({ app, databaseUrl }: Job): Promise<Store> {
  const connection = await connect(databaseUrl);
  const users = userStore(connection);
  return {
    pets: petStore(connection, app !== 'no-owner'),
    user: app === 'user-pets' ? users.readWithPets : users.read,
    searchUsers: users.search,
  };
}

export interface UserStore {
  readonly read: (id: number) => Promise<UserJson | undefined>;
  readonly readWithPets: (id: number) => Promise<UserJson<{ pets: PetJson[] }> | undefined>;
  /** Users whose username, display name or email holds the text, in either case. */
  readonly search: (text: string, page: Page) => Promise<Envelope<UserJson>>;
}

const columns = 'id, username, display_name, email, type';

export function userStore(connection: Connection): UserStore {
  const one = connection.prepare<UserRow>('user', `SELECT ${columns} FROM users WHERE id = ?1`);
  const pets = connection.prepare<PetRow>(
    'user_pets',
    'SELECT id, name, age, type FROM pets WHERE owner_id = ?1 ORDER BY id LIMIT 1000',
  );
  return {
    read: async (id) => {
      const [user] = await one(id);
      return user && bareUserJson(user);
    },
    readWithPets: async (id) => {
      const [[user], rows] = await both(one(id), pets(id));
      return user && { ...user, edges: { pets: rows.map(barePets.json) } };
    },
    search: userSearch(connection),
  };
}

function userSearch(connection: Connection): UserStore['search'] {
  const like = connection.database === 'sqlite' ? 'LIKE' : 'ILIKE';
  const where = ['username', 'display_name', 'email']
    .map((name) => `${name} ${like} ?1 ESCAPE '!'`)
    .join(' OR ');
  const page = connection.prepare<UserRow>(
    'user_search',
    `SELECT ${columns} FROM users WHERE ${where} ORDER BY id LIMIT ?2 OFFSET ?3`,
  );
  const count = connection.prepare<{ total: number }>(
    'user_search_count',
    `SELECT CAST(count(*) AS integer) AS total FROM users WHERE ${where}`,
  );
  return async (text, asked) => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
    const [rows, [counted]] = await both(page(pattern, asked.perPage, offsetOf(asked)), count(pattern));
    return envelope(asked, counted?.total ?? 0, rows.map(bareUserJson));
  };
}

function bareUserJson({ id, username, display_name, email, type }: UserRow): UserJson {
  return userJson(id, username, display_name, email, type);
}
