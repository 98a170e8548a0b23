// Pets by hand: each request is one statement, which returns the JSON text of the answer.
import { type Awaitable, type Connection, type Run, whenDone } from './connection.js';
import { type Fields, type JsonSql, jsonSqlOf } from './json-sql.js';
import { BadRequest, envelopeText, offsetOf, type Page, type PetInput } from './requests.js';

export interface PetFilter {
  readonly name: 'type.eq' | 'owner.username.eq';
  readonly value: string;
}

/** JSON text, or what is made into it. */
export type Answer = string | object;

export interface PetStore {
  readonly read: (id: number) => Awaitable<Answer | undefined>;
  readonly list: (filter: PetFilter | undefined, page: Page) => Awaitable<Answer>;
  readonly create: (pet: PetInput) => Awaitable<Answer>;
  readonly update: (id: number, changes: Partial<PetInput>) => Awaitable<Answer | undefined>;
}

const input = ['name', 'age', 'type', 'owner'] as const;
const columnOf = { name: 'name', age: 'age', type: 'type', owner: 'owner_id' } as const;
const columns = 'id, name, age, type, owner_id';

export function petStore(connection: Connection, withOwner: boolean): PetStore {
  const view = petView(jsonSqlOf[connection.database], withOwner);
  const one = connection.prepareOne<[string]>(
    'pet',
    `SELECT ${view.json} FROM ${view.from('pets')} WHERE p.id = ?1`,
  );
  const write = petWrites(connection, view);
  const insert = write(
    'pet_insert',
    `INSERT INTO pets (name, age, type, owner_id) VALUES (?1, ?2, ?3, ?4) RETURNING`,
  );
  return {
    read: (id) => whenDone(one(id), firstOf),
    list: petLists(connection, view),
    create: ({ name, age, type, owner }) =>
      whenDone(insert(name, age, type, owner), (row) => {
        if (!row) throw new Error('The insert returned no row.');
        return row[0];
      }),
    update: petUpdates(write),
  };
}

/** How a pet is shown. */
interface PetView {
  readonly sql: JsonSql;
  /** The pet `p`, joined with its owner `u` where it brings one along. */
  readonly json: string;
  /** Pets of a table or a subquery as `p`, with their owners as `u`. */
  readonly from: (pets: string) => string;
  /** The pet of a written row, without a join: RETURNING of SQLite has none. */
  readonly written: string;
}

function petView(sql: JsonSql, withOwner: boolean): PetView {
  const owner = userJson(sql, 'u');
  const shown = (pet: string, edges: Fields) =>
    sql.object({
      id: `${pet}.id`,
      name: sql.string(`${pet}.name`),
      age: `${pet}.age`,
      type: sql.string(`${pet}.type`),
      edges: sql.object(edges),
    });
  if (!withOwner)
    return { sql, json: shown('p', {}), from: (pets) => `${pets} p`, written: shown('pets', {}) };
  return {
    sql,
    json: shown('p', { owner: sql.nullWhen('u.id IS NULL', owner) }),
    from: (pets) => `${pets} p LEFT JOIN users u ON u.id = p.owner_id`,
    written: shown('pets', { owner: `(SELECT ${owner} FROM users u WHERE u.id = pets.owner_id)` }),
  };
}

/** A pet that brings nothing along, as `p`. */
export function barePetJson(sql: JsonSql): string {
  return petView(sql, false).json;
}

/** A user of the table with this name, which brings these edges along. */
export function userJson(sql: JsonSql, user: string, edges: Fields = {}): string {
  return sql.object({
    id: `${user}.id`,
    username: sql.string(`${user}.username`),
    display_name: sql.string(`${user}.display_name`),
    email: sql.string(`${user}.email`),
    type: sql.string(`${user}.type`),
    edges: sql.object(edges),
  });
}

export function firstOf(row: readonly [string] | undefined): string | undefined {
  return row?.[0];
}

function petLists(connection: Connection, view: PetView): PetStore['list'] {
  const list = (name: string, from: string, where: string) =>
    petList(connection, view, { name, from, where });
  const byOwner = 'pets p JOIN users o ON o.id = p.owner_id';
  const all = list('pets', 'pets p', '');
  const filtered = {
    'type.eq': list('pets_by_type', 'pets p', 'WHERE p.type = ?1'),
    'owner.username.eq': list('pets_by_owner', byOwner, 'WHERE o.username = ?1'),
  };
  return (filter, page) => (filter ? filtered[filter.name](page, filter.value) : all(page));
}

interface PetListSql {
  readonly name: string;
  readonly from: string;
  readonly where: string;
}

/** The page is cut before its owners are joined: no owner is read of a row that the offset skips. */
function petList(connection: Connection, { sql, json, from }: PetView, asked: PetListSql) {
  const [limit, offset] = asked.where ? ['?2', '?3'] : ['?1', '?2'];
  const some = `${asked.from} ${asked.where}`;
  const page = `(SELECT p.* FROM ${some} ORDER BY p.id LIMIT ${limit} OFFSET ${offset})`;
  const content = sql.array(json, from(page), 'p.id');
  const run = connection.prepareOne<[total: number, content: string]>(
    asked.name,
    `SELECT (SELECT CAST(count(*) AS integer) FROM ${some}), ${content}`,
  );
  return (page: Page, ...values: string[]) =>
    whenDone(run(...values, page.perPage, offsetOf(page)), (row) => envelopeText(page, row));
}

type PrepareWrite = (name: string, statement: string) => Run<[string] | undefined>;

/** A write and what it answers in one statement; the given text ends with RETURNING. */
function petWrites(connection: Connection, { json, from, written }: PetView): PrepareWrite {
  return (name, statement) =>
    connection.prepareOne(
      name,
      connection.database === 'sqlite'
        ? `${statement} ${written}`
        : `WITH written AS (${statement} ${columns}) SELECT ${json} FROM ${from('written')}`,
    );
}

/** One statement for each set of keys that was seen: at most fifteen. */
function petUpdates(write: PrepareWrite): PetStore['update'] {
  const statements = new Map<string, Run<[string] | undefined>>();
  return (id, changes) => {
    const keys = input.filter((key) => key in changes);
    if (keys.length === 0) throw new BadRequest('Nothing to update.');
    const name = `pet_update_${keys.join('_')}`;
    let statement = statements.get(name);
    if (!statement) {
      const assignments = keys.map((key, at) => `${columnOf[key]} = ?${at + 2}`).join(', ');
      statement = write(name, `UPDATE pets SET ${assignments} WHERE id = ?1 RETURNING`);
      statements.set(name, statement);
    }
    return whenDone(statement(id, ...keys.map((key) => changes[key])), firstOf);
  };
}
