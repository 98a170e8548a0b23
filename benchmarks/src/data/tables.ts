// The tables every contestant works on. Plain SQL, so that no contestant's own idea of a schema is favoured.
import type { DatabaseName } from './database.js';
import { wideColumns, type WideKind } from './wide-columns.js';

type Words = Readonly<Record<'key' | 'float' | 'boolean' | 'instant', string>>;

const words: Readonly<Record<DatabaseName, Words>> = {
  sqlite: {
    key: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL',
    float: 'double',
    boolean: 'boolean',
    instant: 'datetime',
  },
  postgres: {
    key: 'serial PRIMARY KEY',
    float: 'double precision',
    boolean: 'boolean',
    instant: 'timestamptz',
  },
};

/** The statements that make the tables, in order. */
export function tablesOf(database: DatabaseName): string[] {
  const { key } = words[database];
  return [
    `CREATE TABLE users (id ${key}, username varchar(80) NOT NULL UNIQUE, display_name varchar(120) NOT NULL,
      email varchar(254) NOT NULL UNIQUE, type varchar(20) NOT NULL DEFAULT 'USER')`,
    `CREATE TABLE pets (id ${key}, name varchar(80) NOT NULL, age integer NOT NULL, type varchar(20) NOT NULL,
      owner_id integer REFERENCES users (id))`,
    `CREATE TABLE visits (id ${key}, reason varchar(80) NOT NULL, pet_id integer NOT NULL REFERENCES pets (id),
      vet_id integer NOT NULL REFERENCES users (id))`,
    `CREATE TABLE treatments (id ${key}, label varchar(80) NOT NULL,
      visit_id integer NOT NULL REFERENCES visits (id))`,
    `CREATE TABLE wides (id ${key}, ${wideColumnSql(words[database])})`,
  ];
}

/** Made after the rows are in. */
export const indexes: readonly string[] = [
  'CREATE INDEX pets_owner ON pets (owner_id)',
  'CREATE INDEX pets_type_id ON pets (type, id)',
  'CREATE INDEX visits_pet ON visits (pet_id)',
  'CREATE INDEX visits_vet ON visits (vet_id)',
  'CREATE INDEX treatments_visit ON treatments (visit_id)',
];

function wideColumnSql({ float, boolean, instant }: Words): string {
  const types: Record<WideKind, string> = {
    text: 'varchar(80)',
    integer: 'integer',
    float,
    boolean,
    instant,
  };
  return wideColumns.map(({ name, kind }) => `${name} ${types[kind]} NOT NULL`).join(', ');
}
