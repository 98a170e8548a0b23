// The statements that a store of rows and a store of JSON have in common: one for each request.
import { type Awaitable, type Connection, type Run, whenDone } from './connection.js';
import { BadRequest, offsetOf, type Page, type PetInput } from './requests.js';
import type { Answer, PetStore, Store } from './store.js';

/** How a store shows pets and users. */
export interface StoreParts<PetRow extends readonly unknown[]> {
  readonly withOwner: boolean;
  readonly pet: PetShape<PetRow>;
  readonly preparePetList: PrepareList;
  readonly prepareUserList: PrepareList;
  readonly readUser: Store['user'];
}

/** What is selected of rows, and what a row becomes. */
export interface RowShape<Row extends readonly unknown[]> {
  /** Of `u`, a user; or of `p`, a pet, joined with its owner `u` where it brings one along. */
  readonly selected: string;
  readonly answerOf: (row: Row) => Answer;
}

export interface PetShape<Row extends readonly unknown[]> extends RowShape<Row> {
  /** As `selected`, of a row of `pets` just written. It has no join: RETURNING of SQLite has none. */
  readonly written: string;
}

export interface ListSql {
  /** The name on PostgreSQL. */
  readonly name: string;
  /** Rows of all pages, after FROM. */
  readonly all: string;
  /** Rows of the page and what is joined to them, after FROM; begins with a subquery in the order below. */
  readonly page: string;
  readonly order: string;
}

/** The returned function takes the values of the conditions after the page. */
export type PrepareList = (list: ListSql) => (page: Page, ...values: string[]) => Awaitable<Answer>;

export function sqlStore<PetRow extends readonly unknown[]>(
  connection: Connection,
  { withOwner, pet, preparePetList, prepareUserList, readUser }: StoreParts<PetRow>,
): Store {
  const from = (pets: string) =>
    withOwner ? `${pets} p LEFT JOIN users u ON u.id = p.owner_id` : `${pets} p`;
  return {
    pets: {
      read: readOne(connection, 'pet', pet, `${from('pets')} WHERE p.id = ?1`),
      list: petLists(preparePetList, from),
      ...petWrites(connection, pet, from),
    },
    user: readUser,
    searchUsers: userSearch(connection, prepareUserList),
  };
}

/** Prepares the read of one row; the given text is what stands after FROM. */
export function readOne<Row extends readonly unknown[]>(
  connection: Connection,
  name: string,
  { selected, answerOf }: RowShape<Row>,
  from: string,
): (id: number) => Awaitable<Answer | undefined> {
  const one = connection.prepareOne<Row>(name, `SELECT ${selected} FROM ${from}`);
  return (id) => whenDone(one(id), (row) => row && answerOf(row));
}

/** The values are the page's limit and offset, after as many others. */
export function listValues(page: Page, values: readonly string[]): readonly unknown[] {
  return [...values, page.perPage, offsetOf(page)];
}

/** The number of rows, after SELECT. */
export function countSql(rows: string): string {
  return `CAST(count(*) AS integer) FROM ${rows}`;
}

/** Pets of a table or a subquery as `p`, with their owners as `u` where they bring them along. */
type FromPets = (pets: string) => string;

/** The page is cut before its owners are joined: no owner is read of a row that the offset skips. */
function petLists(prepareList: PrepareList, from: FromPets): PetStore['list'] {
  const prepare = (name: string, all: string, window: string) => {
    const page = from(`(SELECT p.* FROM ${all} ORDER BY p.id LIMIT ${window})`);
    return prepareList({ name, all, page, order: 'p.id' });
  };
  const byOwner = 'pets p JOIN users o ON o.id = p.owner_id WHERE o.username = ?1';
  const everyPet = prepare('pets', 'pets p', '?1 OFFSET ?2');
  const filtered = {
    'type.eq': prepare('pets_by_type', 'pets p WHERE p.type = ?1', '?2 OFFSET ?3'),
    'owner.username.eq': prepare('pets_by_owner', byOwner, '?2 OFFSET ?3'),
  };
  return (filter, page) => (filter ? filtered[filter.name](page, filter.value) : everyPet(page));
}

function userSearch({ database }: Connection, prepareList: PrepareList): Store['searchUsers'] {
  const like = database === 'sqlite' ? 'LIKE' : 'ILIKE';
  const conditions = ['username', 'display_name', 'email'].map((name) => `${name} ${like} ?1 ESCAPE '!'`);
  const all = `users WHERE ${conditions.join(' OR ')}`;
  const page = `(SELECT * FROM ${all} ORDER BY id LIMIT ?2 OFFSET ?3) u`;
  const search = prepareList({ name: 'user_search', all, page, order: 'u.id' });
  return (text, asked) => search(asked, `%${text.replace(/[!%_]/g, '!$&')}%`);
}

const input = ['name', 'age', 'type', 'owner'] as const;
const columnOf = { name: 'name', age: 'age', type: 'type', owner: 'owner_id' } as const;

function petWrites<Row extends readonly unknown[]>(
  connection: Connection,
  { selected, written, answerOf }: PetShape<Row>,
  from: FromPets,
): Pick<PetStore, 'create' | 'update'> {
  /** A write and what it answers in one statement; the given text ends with RETURNING. */
  const prepare = (name: string, statement: string) =>
    connection.prepareOne<Row>(
      name,
      connection.database === 'sqlite'
        ? `${statement} ${written}`
        : `WITH written AS (${statement} id, name, age, type, owner_id) SELECT ${selected} FROM ${from('written')}`,
    );
  const insert = prepare(
    'pet_insert',
    'INSERT INTO pets (name, age, type, owner_id) VALUES (?1, ?2, ?3, ?4) RETURNING',
  );
  const update = petUpdates(prepare);
  return {
    create: ({ name, age, type, owner }) =>
      whenDone(insert(name, age, type, owner), (row) => {
        if (!row) throw new Error('The insert returned no row.');
        return answerOf(row);
      }),
    update: (id, changes) => whenDone(update(id, changes), (row) => row && answerOf(row)),
  };
}

/** One statement for each set of keys that was seen: at most fifteen. */
function petUpdates<Row>(prepare: (name: string, statement: string) => Run<Row | undefined>) {
  const statements = new Map<string, Run<Row | undefined>>();
  return (id: number, changes: Partial<PetInput>) => {
    const keys = input.filter((key) => key in changes);
    if (keys.length === 0) throw new BadRequest('Nothing to update.');
    const name = `pet_update_${keys.join('_')}`;
    let statement = statements.get(name);
    if (!statement) {
      const assignments = keys.map((key, at) => `${columnOf[key]} = ?${at + 2}`).join(', ');
      statement = prepare(name, `UPDATE pets SET ${assignments} WHERE id = ?1 RETURNING`);
      statements.set(name, statement);
    }
    return statement(id, ...keys.map((key) => changes[key]));
  };
}
