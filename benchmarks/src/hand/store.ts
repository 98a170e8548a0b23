// Everything a hand-written server reads and writes, for the app it was started as.
import { type Awaitable, connect, type Connection, whenDone } from './connection.js';
import { jsonSqlOf } from './json-sql.js';
import { type Answer, barePetJson, firstOf, petStore, type PetStore, userJson } from './pet-store.js';
import { envelopeText, offsetOf, type Page } from './requests.js';
import type { Job } from '../serve.js';

export interface Store {
  readonly pets: PetStore;
  /** Reads a user, with its pets in the app that embeds them. */
  readonly user: (id: number) => Awaitable<Answer | undefined>;
  /** Users whose username, display name or email holds the text, in either case. */
  readonly searchUsers: (text: string, page: Page) => Awaitable<Answer>;
}

export async function openStore({ app, databaseUrl }: Job): Promise<Store> {
  const connection = await connect(databaseUrl);
  return {
    pets: petStore(connection, app !== 'no-owner'),
    user: userRead(connection, app === 'user-pets'),
    searchUsers: userSearch(connection),
  };
}

function userRead(connection: Connection, withPets: boolean): Store['user'] {
  const sql = jsonSqlOf[connection.database];
  const pets = '(SELECT * FROM pets WHERE owner_id = u.id ORDER BY id LIMIT 1000) p';
  const edges = withPets ? { pets: sql.array(barePetJson(sql), pets, 'p.id') } : {};
  const one = connection.prepareOne<[string]>(
    'user',
    `SELECT ${userJson(sql, 'u', edges)} FROM users u WHERE u.id = ?1`,
  );
  return (id) => whenDone(one(id), firstOf);
}

function userSearch(connection: Connection): Store['searchUsers'] {
  const sql = jsonSqlOf[connection.database];
  const like = connection.database === 'sqlite' ? 'LIKE' : 'ILIKE';
  const where = ['username', 'display_name', 'email']
    .map((name) => `${name} ${like} ?1 ESCAPE '!'`)
    .join(' OR ');
  const page = `(SELECT * FROM users WHERE ${where} ORDER BY id LIMIT ?2 OFFSET ?3) u`;
  const run = connection.prepareOne<[total: number, content: string]>(
    'user_search',
    `SELECT (SELECT CAST(count(*) AS integer) FROM users WHERE ${where}),
      ${sql.array(userJson(sql, 'u'), page, 'u.id')}`,
  );
  return (text, asked) => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
    return whenDone(run(pattern, asked.perPage, offsetOf(asked)), (row) => envelopeText(asked, row));
  };
}
