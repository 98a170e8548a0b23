// The store that makes objects of rows, which come as arrays of values.
import { type Awaitable, connect, type Connection, whenDone } from './connection.js';
import { envelope } from './requests.js';
import {
  countSql,
  listValues,
  type PetShape,
  type PrepareList,
  readOne,
  type RowShape,
  sqlStore,
} from './sql-store.js';
import type { Store } from './store.js';
import type { Job } from '../serve.js';

export async function openRowStore({ app, databaseUrl }: Job): Promise<Store> {
  const connection = await connect(databaseUrl);
  const prepareUserList = prepareLists(connection, users);
  const readUser = app === 'user-pets' ? userWithPetsRead(connection) : userRead(connection);
  if (app === 'no-owner') {
    const preparePetList = prepareLists(connection, barePets);
    return sqlStore(connection, {
      withOwner: false,
      pet: barePets,
      preparePetList,
      prepareUserList,
      readUser,
    });
  }
  const preparePetList = prepareLists(connection, petsWithOwner);
  return sqlStore(connection, {
    withOwner: true,
    pet: petsWithOwner,
    preparePetList,
    prepareUserList,
    readUser,
  });
}

type UserValues = readonly [id: number, username: string, displayName: string, email: string, type: string];
type PetValues = readonly [id: number, name: string, age: number, type: string];
type OwnerValues = readonly [
  id: number | null,
  username: string,
  displayName: string,
  email: string,
  type: string,
];

/** Rows of a list have its total as their last value. */
type UserRow = readonly [...UserValues, total?: number];
type BarePetRow = readonly [...PetValues, total?: number];
type PetRow = readonly [...PetValues, ...OwnerValues, total?: number];

interface ListShape<Row extends readonly unknown[]> extends RowShape<Row> {
  readonly answerOf: (row: Row) => object;
  readonly totalOf: (row: Row) => number | undefined;
}

const petColumns = ['id', 'name', 'age', 'type'] as const;
const userColumns = ['username', 'display_name', 'email', 'type'] as const;

const users: ListShape<UserRow> = {
  selected: columnsOf('u', ['id', ...userColumns]),
  answerOf: (row) => userOf(row, {}),
  totalOf: (row) => row[5],
};

const barePets: PetShape<BarePetRow> & ListShape<BarePetRow> = {
  selected: columnsOf('p', petColumns),
  written: columnsOf('pets', petColumns),
  answerOf: barePetOf,
  totalOf: (row) => row[4],
};

const ownersColumns = userColumns.map((name) => `(SELECT u.${name} FROM users u WHERE u.id = pets.owner_id)`);

const petsWithOwner: PetShape<PetRow> & ListShape<PetRow> = {
  selected: `${columnsOf('p', [...petColumns, 'owner_id'])}, ${columnsOf('u', userColumns)}`,
  written: `${columnsOf('pets', [...petColumns, 'owner_id'])}, ${ownersColumns.join(', ')}`,
  answerOf: (row) => {
    const owner =
      row[4] === null
        ? null
        : { id: row[4], username: row[5], display_name: row[6], email: row[7], type: row[8], edges: {} };
    return { id: row[0], name: row[1], age: row[2], type: row[3], edges: { owner } };
  },
  totalOf: (row) => row[9],
};

function columnsOf(table: string, names: readonly string[]): string {
  return names.map((name) => `${table}.${name}`).join(', ');
}

// By index, as a pattern for an array goes through an iterator.
function userOf(row: readonly [...UserValues, ...unknown[]], edges: object): object {
  return { id: row[0], username: row[1], display_name: row[2], email: row[3], type: row[4], edges };
}

function barePetOf(row: readonly [...PetValues, ...unknown[]]): object {
  return { id: row[0], name: row[1], age: row[2], type: row[3], edges: {} };
}

/** Page and total in one statement; an empty page has no row to say the total. */
function prepareLists<Row extends readonly unknown[]>(
  connection: Connection,
  { selected, answerOf, totalOf }: ListShape<Row>,
): PrepareList {
  return ({ name, all, page, order }) => {
    const count = `SELECT ${countSql(all)}`;
    const list = connection.prepareMany<Row>(
      name,
      `SELECT ${selected}, (${count}) FROM ${page} ORDER BY ${order}`,
    );
    const countOnly = connection.prepareOne<[total: number]>(`${name}_count`, count);
    return (asked, ...values) =>
      whenDone(list(...listValues(asked, values)), (rows): Awaitable<object> => {
        const total = rows[0] && totalOf(rows[0]);
        if (total !== undefined) return envelope(asked, total, rows.map(answerOf));
        return whenDone(countOnly(...values), (row) => envelope(asked, row?.[0] ?? 0, []));
      });
  };
}

function userRead(connection: Connection): Store['user'] {
  return readOne(connection, 'user', users, 'users u WHERE u.id = ?1');
}

/** A statement on SQLite costs less than a user's values in each row of a join; on PostgreSQL it costs more. */
function userWithPetsRead(connection: Connection): Store['user'] {
  return connection.database === 'sqlite'
    ? userWithPetsByTwoReads(connection)
    : userWithPetsByJoin(connection);
}

function userWithPetsByTwoReads(connection: Connection): Store['user'] {
  const user = connection.prepareOne<UserValues>(
    'user',
    `SELECT ${users.selected} FROM users u WHERE u.id = ?1`,
  );
  const pets = connection.prepareMany<PetValues>(
    'user_pets',
    `SELECT ${barePets.selected} FROM pets p WHERE p.owner_id = ?1 ORDER BY p.id LIMIT 1000`,
  );
  return (id) =>
    whenDone(
      user(id),
      (row) => row && whenDone(pets(id), (rows) => userOf(row, { pets: rows.map(barePetOf) })),
    );
}

type UserPetRow = readonly [...UserValues, ...(PetValues | readonly [id: null, ...unknown[]])];

function userWithPetsByJoin(connection: Connection): Store['user'] {
  const join = connection.prepareMany<UserPetRow>(
    'user_pets',
    `SELECT ${users.selected}, ${barePets.selected} FROM users u LEFT JOIN pets p ON p.owner_id = u.id
      WHERE u.id = ?1 ORDER BY p.id LIMIT 1000`,
  );
  return (id) =>
    whenDone(join(id), (rows) => {
      const [first] = rows;
      if (!first) return undefined;
      return userOf(first, { pets: first[5] === null ? [] : rows.map(joinedPetOf) });
    });
}

function joinedPetOf(row: UserPetRow): object {
  return { id: row[5], name: row[6], age: row[7], type: row[8], edges: {} };
}
