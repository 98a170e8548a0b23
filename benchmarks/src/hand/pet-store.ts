// Pets by hand: SQL in, objects out.
import { both, type Connection, type Run } from './connection.js';
import { BadRequest, envelope, type Envelope, offsetOf, type Page, type PetInput } from './requests.js';

export interface PetFilter {
  readonly name: 'type.eq' | 'owner.username.eq';
  readonly value: string;
}

export interface PetStore {
  readonly read: (id: number) => Promise<PetJson | undefined>;
  readonly list: (filter: PetFilter | undefined, page: Page) => Promise<Envelope<PetJson>>;
  readonly create: (pet: PetInput) => Promise<PetJson>;
  readonly update: (id: number, changes: Partial<PetInput>) => Promise<PetJson | undefined>;
}

const joined = 'FROM pets p LEFT JOIN users u ON u.id = p.owner_id';
const input = ['name', 'age', 'type', 'owner'] as const;
const columnOf = { name: 'name', age: 'age', type: 'type', owner: 'owner_id' } as const;

export function petStore(connection: Connection, withOwner: boolean): PetStore {
  const { columns, json } = withOwner ? petsWithOwner : barePets;
  const from = withOwner ? joined : 'FROM pets p';
  const one = connection.prepare<PetRow>('pet', `SELECT ${columns} ${from} WHERE p.id = ?1`);
  const insert = connection.prepare<{ id: number }>(
    'pet_insert',
    'INSERT INTO pets (name, age, type, owner_id) VALUES (?1, ?2, ?3, ?4) RETURNING id',
  );
  const list = petLists(connection, withOwner);
  const update = petUpdates(connection);
  const read = async (id: number) => {
    const [row] = await one(id);
    return row && json(row);
  };
  return {
    read,
    list,
    create: async ({ name, age, type, owner }) => {
      const [inserted] = await insert(name, age, type, owner);
      const pet = inserted && (await read(inserted.id));
      if (!pet) throw new Error('The pet just inserted is gone.');
      return pet;
    },
    update: async (id, changes) => {
      await update(id, changes);
      return read(id);
    },
  };
}

function petLists(connection: Connection, withOwner: boolean): PetStore['list'] {
  const bare = 'FROM pets p';
  const from = withOwner ? joined : bare;
  const list = (name: string, pageFrom: string, countFrom: string, test: string) =>
    petList(connection, withOwner, { name, pageFrom, countFrom, where: test && `WHERE ${test}` });
  const all = list('pets', from, bare, '');
  const filtered = {
    'type.eq': list('pets_by_type', from, bare, 'p.type = ?1'),
    'owner.username.eq': list('pets_by_owner', joined, joined, 'u.username = ?1'),
  };
  return (filter, page) => (filter ? filtered[filter.name](page, filter.value) : all(page));
}

interface PetListSql {
  readonly name: string;
  readonly pageFrom: string;
  readonly countFrom: string;
  readonly where: string;
}

function petList(
  connection: Connection,
  withOwner: boolean,
  { name, pageFrom, countFrom, where }: PetListSql,
) {
  const { columns, json } = withOwner ? petsWithOwner : barePets;
  const [limit, offset] = where ? ['?2', '?3'] : ['?1', '?2'];
  const page = connection.prepare<PetRow>(
    name,
    `SELECT ${columns} ${pageFrom} ${where} ORDER BY p.id LIMIT ${limit} OFFSET ${offset}`,
  );
  const count = connection.prepare<{ total: number }>(
    `${name}_count`,
    `SELECT CAST(count(*) AS integer) AS total ${countFrom} ${where}`,
  );
  return async (asked: Page, ...values: string[]) => {
    const [rows, [counted]] = await both(page(...values, asked.perPage, offsetOf(asked)), count(...values));
    return envelope(asked, counted?.total ?? 0, rows.map(json));
  };
}

/** One statement for each set of keys that was seen: at most fifteen. */
function petUpdates(connection: Connection) {
  const statements = new Map<string, Run<object>>();
  return async (id: number, changes: Partial<PetInput>) => {
    const keys = input.filter((key) => key in changes);
    if (keys.length === 0) throw new BadRequest('Nothing to update.');
    const name = `pet_update_${keys.join('_')}`;
    let statement = statements.get(name);
    if (!statement) {
      const assignments = keys.map((key, at) => `${columnOf[key]} = ?${at + 2}`).join(', ');
      statement = connection.prepare(name, `UPDATE pets SET ${assignments} WHERE id = ?1 RETURNING id`);
      statements.set(name, statement);
    }
    await statement(id, ...keys.map((key) => changes[key]));
  };
}

export interface PetRow {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly owner_id: number | null;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly user_type: string;
}

export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly edges: { readonly owner?: UserJson | null };
}

/** How a pet is read and shown. */
interface PetView {
  readonly columns: string;
  readonly json: (row: PetRow) => PetJson;
}

/** For `pets p` joined with its owner `users u`. */
export const petsWithOwner: PetView = {
  columns:
    'p.id, p.name, p.age, p.type, p.owner_id, u.username, u.display_name, u.email, u.type AS user_type',
  json: (row) => {
    const owner =
      row.owner_id === null
        ? null
        : userJson(row.owner_id, row.username, row.display_name, row.email, row.user_type);
    return { id: row.id, name: row.name, age: row.age, type: row.type, edges: { owner } };
  },
};

/** A pet that brings nothing along. */
export const barePets: PetView = {
  columns: 'p.id, p.name, p.age, p.type',
  json: ({ id, name, age, type }) => ({ id, name, age, type, edges: {} }),
};

export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly type: string;
}

export interface UserJson<Edges extends object = object> extends UserRow {
  readonly edges: Edges;
}

/** A user that brings nothing along. */
export function userJson(
  id: number,
  username: string,
  display_name: string,
  email: string,
  type: string,
): UserJson {
  return { id, username, display_name, email, type, edges: {} };
}
