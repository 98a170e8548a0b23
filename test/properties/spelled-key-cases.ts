// Declarations of entities whose keys are equal in more than one spelling: by a collation, by blanks, by digits.
import {
  Bulk,
  CursorPagination,
  EagerLoad,
  Export,
  IncludeDepth,
  Includable,
  AllowClientIDs,
} from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type DataSource,
  type PrimaryColumnOptions,
} from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';

type Made = new () => object;

/** A kind of key: its column, keys that differ, and other spellings of a key that the database takes for equal. */
export interface SpelledKind {
  readonly name: string;
  readonly options: PrimaryColumnOptions;
  readonly keys: readonly string[];
  readonly spellings: (key: string) => readonly string[];
  /** A collation that is made after the tables, so that the entities do not know it. */
  readonly isUndeclared?: true;
}

const words = ['rock', 'jazz', 'soul', 'r&b'];
const inCases = (key: string) => [key, key.toUpperCase(), key.charAt(0).toUpperCase() + key.slice(1)];
const withBlanks = (key: string) => [key, `${key} `, `${key}  `];
const numbers = ['1', '2', '10', '0.5'];
const withZeros = (key: string) => [key, key.includes('.') ? `${key}0` : `${key}.0`, `0${key}`];
const exactly = (key: string) => [key];

const ofMysql: readonly SpelledKind[] = [
  {
    name: 'a text without case and accents',
    options: { type: 'varchar', length: 20, collation: 'utf8mb4_general_ci' },
    keys: words,
    spellings: (key) => [...inCases(key), ...withBlanks(key), key.replaceAll('o', 'ö').replaceAll('a', 'Á')],
  },
  {
    name: 'a text of bytes that ignores blanks',
    options: { type: 'varchar', length: 20, collation: 'utf8mb4_bin' },
    keys: [...words, 'ROCK'],
    spellings: withBlanks,
  },
  {
    name: 'a uuid',
    options: { type: 'uuid' },
    keys: ['0000000b-0000-4000-8000-00000000000a', '0000000b-0000-4000-8000-00000000000b'],
    spellings: exactly,
  },
];

const kinds: Readonly<Record<DatabaseName, readonly SpelledKind[]>> = {
  sqlite: [
    {
      name: 'a text without case',
      options: { type: 'varchar', collation: 'NOCASE' },
      keys: words,
      spellings: inCases,
    },
    {
      name: 'a text without blanks',
      options: { type: 'varchar', collation: 'RTRIM' },
      keys: [...words, 'ROCK'],
      spellings: withBlanks,
    },
    { name: 'a text', options: { type: 'varchar' }, keys: [...words, 'ROCK', 'rock '], spellings: exactly },
  ],
  sqlite3: [],
  postgres: [
    { name: 'a citext', options: { type: 'citext' }, keys: words, spellings: inCases },
    { name: 'a char', options: { type: 'char', length: 8 }, keys: words, spellings: withBlanks },
    { name: 'a numeric', options: { type: 'numeric' }, keys: numbers, spellings: withZeros },
    {
      name: 'a text without case and accents',
      options: { type: 'varchar' },
      isUndeclared: true,
      keys: words,
      spellings: (key) => [...inCases(key), key.replaceAll('o', 'ö').replaceAll('a', 'Á')],
    },
    { name: 'a text', options: { type: 'varchar' }, keys: [...words, 'ROCK', 'rock '], spellings: exactly },
  ],
  mariadb: ofMysql,
  mysql: ofMysql,
};

/** The kinds of key of a database. Their collations must exist before tables do. */
export function kindsOf(name: DatabaseName): readonly SpelledKind[] {
  return kinds[name];
}

type Decorate = (target: object, member: string) => void;

/** Declares `Genre<n>` with its films, whose foreign keys refer to it, and its tags, in a join table; keys are of the kind. */
export function declareGenres({ options }: SpelledKind, number: number): readonly [Made, Made, Made] {
  const [Genre, Film, Tag] = [`Genre${number}`, `Film${number}`, `Tag${number}`].map(
    (name) => ({ [name]: class {} })[name],
  ) as [Made, Made, Made];
  const decorate = (target: Made, member: string, ...all: unknown[]) => {
    for (const one of all) (one as Decorate)(target.prototype as object, member);
  };
  const own = (member: string) => (row: object) => Reflect.get(row, member) as object;
  for (const keyed of [Genre, Tag]) {
    Reflect.defineMetadata('design:type', String, keyed.prototype as object, 'id');
    decorate(keyed, 'id', PrimaryColumn(options));
    decorate(keyed, 'note', Column('int', { nullable: true }));
  }
  decorate(Film, 'id', PrimaryColumn('int'));
  decorate(
    Film,
    'genre',
    ManyToOne(() => Genre, own('films'), { nullable: true }),
    Index(),
    Includable(),
    EagerLoad(),
  );
  decorate(
    Genre,
    'films',
    OneToMany(() => Film, own('genre')),
    Includable(),
    EagerLoad(),
  );
  decorate(
    Genre,
    'tags',
    ManyToMany(() => Tag, own('genres')),
    JoinTable(),
    Includable(),
    EagerLoad(),
  );
  decorate(
    Tag,
    'genres',
    ManyToMany(() => Genre, own('tags')),
    Includable(),
  );
  for (const made of [Genre, Film, Tag]) {
    for (const annotate of [AllowClientIDs(), Bulk(), Export('ndjson'), IncludeDepth(2), CursorPagination()])
      annotate(made);
    Entity()(made);
  }
  return [Genre, Film, Tag];
}

/**
 * Makes the texts of a kind ignore case and accents, where the database has no such collation until somebody makes it: the
 * entities do not know.
 */
export async function makeCollation(dataSource: DataSource, number: number): Promise<void> {
  await dataSource.query(
    `CREATE COLLATION IF NOT EXISTS ignoring (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
  );
  const tables = [`genre${number}`, `film${number}`, `tag${number}`, `genre${number}_tags_tag${number}`];
  const list = tables.map((table) => `'${table}'`).join(', ');
  const keys = await dataSource.query<{ table: string; name: string }[]>(
    `SELECT conrelid::regclass AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text IN (${list})`,
  );
  for (const { table, name } of keys)
    await dataSource.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  const columns = await dataSource.query<{ table: string; name: string }[]>(
    `SELECT table_name AS table, column_name AS name FROM information_schema.columns
     WHERE data_type = 'character varying' AND table_name IN (${list})`,
  );
  for (const { table, name } of columns)
    await dataSource.query(`ALTER TABLE ${table} ALTER COLUMN "${name}" TYPE varchar COLLATE ignoring`);
}
