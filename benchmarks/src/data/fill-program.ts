// The child process of filled-database.ts: makes the tables of an app and fills them. A process of its own, because the
// columns of some entities depend on the database, and a process has each entity once.
import type { DataSource } from 'typeorm';
import { fillTables } from './fill-tables.js';
import type { Filling, TextRow, Texts } from './filled-database.js';
import { checkedJobOfEnvironment } from '../serve.js';
import { dataSourceOf } from '../typeorm/data-source-of.js';

/** Fills the app `texts`, or the pets of the app `unindexed`. */
async function fillTexts(dataSource: DataSource, { texts }: Texts): Promise<void> {
  const app = dataSource.hasMetadata('Author') ? textsApp : petsApp;
  for (const parent of new Set(texts.map((row) => row.parent)))
    if (parent !== undefined) await insert(dataSource, app.parents, app.parent(parent));
  for (const row of texts)
    for (let n = 0; n < row.rows; n++)
      await insert(dataSource, app.children, app.child(row.parent ?? 'NULL', textSql(dataSource, row)));
}

type Values = Readonly<Record<string, string | number>>;

interface TextsApp {
  readonly parents: string;
  readonly children: string;
  parent(id: number): Values;
  child(parent: number | 'NULL', text: string): Values;
}

const textsApp: TextsApp = {
  parents: 'authors',
  children: 'texts',
  parent: (id) => ({ id, name: `'Author ${id}'` }),
  child: (parent, text) => ({ title: `'Text'`, content: text, authorId: parent }),
};

const petsApp: TextsApp = {
  parents: 'users',
  children: 'pets',
  parent: (id) => ({ id, username: `'Name ${id}'`, displayName: `'Name ${id}'`, email: `'Name ${id}'` }),
  child: (parent, text) => ({ name: `'Name 7'`, note: text, age: 7, type: `'DOG'`, ownerId: parent }),
};

async function insert(dataSource: DataSource, table: string, values: Values): Promise<void> {
  const quote = dataSource.options.type === 'mariadb' ? '`' : '"';
  const names = Object.keys(values).map((name) => `${quote}${name}${quote}`);
  await dataSource.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${Object.values(values).join(', ')})`,
  );
}

/** SQLite has no `repeat`: the zeros of a blob of that length are replaced. */
function textSql({ options }: DataSource, { pattern, times }: TextRow): string {
  // MariaDB reads a backslash in a literal as an escape.
  const quoted = `'${options.type === 'mariadb' ? pattern.replaceAll('\\', '\\\\') : pattern}'`;
  if (options.type === 'better-sqlite3') return `replace(hex(zeroblob(${times})), '00', ${quoted})`;
  return `repeat(${quoted}, ${times})`;
}

const job = checkedJobOfEnvironment();
const filling = JSON.parse(process.env.BENCH_FILLING ?? '{}') as Filling;
const dataSource = await (await dataSourceOf(job)).initialize();
await dataSource.synchronize();
if ('children' in filling) await fillTables(dataSource, filling.children, filling.analysed);
else await fillTexts(dataSource, filling);
await dataSource.destroy();
process.exit();
