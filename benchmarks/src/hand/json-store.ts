// The store whose answers are JSON text that the database makes.
import { connect, type Connection, whenDone } from './connection.js';
import { type Fields, type JsonSql, jsonSqlOf } from './json-sql.js';
import { envelopeText } from './requests.js';
import { countSql, listValues, type PetShape, type PrepareList, readOne, sqlStore } from './sql-store.js';
import type { Store } from './store.js';
import type { Job } from '../serve.js';

export async function openJsonStore({ app, databaseUrl }: Job): Promise<Store> {
  const connection = await connect(databaseUrl);
  const sql = jsonSqlOf[connection.database];
  const withOwner = app !== 'no-owner';
  const pet = petShape(sql, withOwner);
  return sqlStore(connection, {
    withOwner,
    pet,
    preparePetList: prepareLists(connection, pet.selected),
    prepareUserList: prepareLists(connection, userJson(sql)),
    readUser: userRead(connection, app === 'user-pets'),
  });
}

type TextRow = readonly [json: string];

const answerOf = ([json]: TextRow) => json;

function petShape(sql: JsonSql, withOwner: boolean): PetShape<TextRow> {
  if (!withOwner) return { selected: petJson(sql, 'p'), written: petJson(sql, 'pets'), answerOf };
  const owner = userJson(sql);
  const written = `(SELECT ${owner} FROM users u WHERE u.id = pets.owner_id)`;
  return {
    selected: petJson(sql, 'p', { owner: sql.nullWhen('u.id IS NULL', owner) }),
    written: petJson(sql, 'pets', { owner: written }),
    answerOf,
  };
}

/** A pet of the table with this name, which brings these edges along. */
function petJson(sql: JsonSql, pet: string, edges: Fields = {}): string {
  return sql.object({
    id: `${pet}.id`,
    name: sql.string(`${pet}.name`),
    age: `${pet}.age`,
    type: sql.string(`${pet}.type`),
    edges: sql.object(edges),
  });
}

/** A user `u`, which brings these edges along. */
function userJson(sql: JsonSql, edges: Fields = {}): string {
  return sql.object({
    id: 'u.id',
    username: sql.string('u.username'),
    display_name: sql.string('u.display_name'),
    email: sql.string('u.email'),
    type: sql.string('u.type'),
    edges: sql.object(edges),
  });
}

/** Lists of what the given SQL makes of a row. */
function prepareLists(connection: Connection, item: string): PrepareList {
  const sql = jsonSqlOf[connection.database];
  return ({ name, all, page, order }) => {
    const run = connection.prepareOne<[total: number, content: string]>(
      name,
      `SELECT (SELECT ${countSql(all)}), ${sql.array(item, page, order)}`,
    );
    return (asked, ...values) =>
      whenDone(run(...listValues(asked, values)), (row) => envelopeText(asked, row));
  };
}

function userRead(connection: Connection, withPets: boolean): Store['user'] {
  const sql = jsonSqlOf[connection.database];
  const pets = '(SELECT * FROM pets WHERE owner_id = u.id ORDER BY id LIMIT 1000) p';
  const edges = withPets ? { pets: sql.array(petJson(sql, 'p'), pets, 'p.id') } : {};
  return readOne(connection, 'user', { selected: userJson(sql, edges), answerOf }, 'users u WHERE u.id = ?1');
}
