// The rows of the club as plain records, how they get into a database, and how they are read out of it again.
import type { DataSource } from 'typeorm';
import type { clubEntities } from './club-entities.js';
import { Book, Circle, Grant, Item, Locker, Note, Person, Tool } from './club-entities.js';

/** Foreign keys by the name of the edge; a list is that of a join table. */
export interface ClubRows {
  readonly Person: readonly { id: number; name: string; rank: number; team: string; mentor: number | null }[];
  readonly Note: readonly {
    id: number;
    title: string;
    stars: number | null;
    author: number | null;
    circles: readonly number[];
  }[];
  readonly Circle: readonly { id: number; name: string; members: readonly number[] }[];
  readonly Locker: readonly { id: number; code: string; holder: number | null }[];
  readonly Item: readonly {
    id: number;
    kind: 'Item' | 'Book' | 'Tool';
    label: string;
    lender: number | null;
    pages: number | null;
    sharp: boolean | null;
  }[];
  readonly Grant: readonly { id: number; person: number; circle: number }[];
}

const reference = (id: number | null) => (id === null ? null : { id });

/** Fills empty tables. Nothing is checked: a foreign key may lead nowhere. */
export async function insertClub(dataSource: DataSource, rows: ClubRows): Promise<void> {
  const insert = (entity: (typeof clubEntities)[number], values: readonly object[]) =>
    values.length === 0 ? undefined : dataSource.getRepository(entity).insert([...values]);
  await insert(
    Person,
    rows.Person.map((row) => ({ ...row, mentor: reference(row.mentor) })),
  );
  await insert(
    Note,
    rows.Note.map(({ id, title, stars, author }) => ({ id, title, stars, author: reference(author) })),
  );
  await insert(
    Circle,
    rows.Circle.map(({ id, name }) => ({ id, name })),
  );
  await insert(
    Locker,
    rows.Locker.map((row) => ({ ...row, holder: reference(row.holder) })),
  );
  for (const { kind, pages, sharp, ...row } of rows.Item) {
    const item = { ...row, lender: reference(row.lender) };
    if (kind === 'Book') await insert(Book, [{ ...item, pages }]);
    else if (kind === 'Tool') await insert(Tool, [{ ...item, sharp }]);
    else await insert(Item, [item]);
  }
  await insert(
    Grant,
    rows.Grant.map(({ id, person, circle }) => ({ id, person: { id: person }, circle: { id: circle } })),
  );
  await link(
    dataSource,
    Circle,
    'members',
    rows.Circle.map(({ id, members }) => [id, members]),
  );
  await link(
    dataSource,
    Note,
    'circles',
    rows.Note.map(({ id, circles }) => [id, circles]),
  );
}

type Links = readonly (readonly [owner: number, targets: readonly number[]])[];

async function link(
  dataSource: DataSource,
  entity: typeof Circle | typeof Note,
  edge: string,
  links: Links,
): Promise<void> {
  const junction = junctionOf(dataSource, entity, edge);
  const [owner = '', inverse = ''] = junction.columns.map(({ databaseName }) => databaseName);
  const values = links.flatMap(([id, targets]) =>
    targets.map((target) => ({ [owner]: id, [inverse]: target })),
  );
  if (values.length > 0)
    await dataSource.createQueryBuilder().insert().into(junction.tablePath).values(values).execute();
}

function junctionOf(dataSource: DataSource, entity: typeof Circle | typeof Note, edge: string) {
  const junction = dataSource.getMetadata(entity).findRelationWithPropertyPath(edge)?.junctionEntityMetadata;
  if (!junction) throw new Error(`${edge} has no join table.`);
  return junction;
}

/** All rows of all tables, join tables too, each in one order: what is equal is the same. */
export async function clubTables(
  dataSource: DataSource,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const paths = [...new Set(dataSource.entityMetadatas.map(({ tablePath }) => tablePath))].sort();
  const tables: Record<string, string[]> = {};
  for (const path of paths) {
    const rows = await dataSource.query<object[]>(`SELECT * FROM ${dataSource.driver.escape(path)}`);
    tables[path] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}
