// A limit ends the reading of an edge on SQLite: where an index has the order of its rows, a parent may have any number of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Filter,
  FilterDepth,
  FilterEQ,
  Includable,
  OrderDesc,
  DefaultSort,
  DefaultOrder,
  Sortable,
  Where,
} from '@decorest/core';
import {
  Column,
  DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToMany,
  JoinTable,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { contentOf, edgesOf, type EntityJson } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { StatementLog } from '../../support/statement-log.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Book, (book) => book.shelf)
  @Includable()
  books!: Book[];

  @OneToMany(() => Note, (note) => note.shelf)
  @Includable()
  notes!: Note[];

  @OneToMany(() => Label, (label) => label.shelf)
  @Includable()
  labels!: Label[];

  @ManyToMany(() => Label)
  @JoinTable()
  @Includable()
  others!: Label[];
}

@Entity()
@Where()
@FilterDepth(1)
@Index(['shelf', 'title'])
class Book {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ nullable: true, type: 'varchar' })
  @Sortable({ nulls: 'lowest' })
  title!: string | null;

  @Column()
  @Sortable()
  @Filter(FilterEQ)
  pages!: number;

  /** Of any length: the keys are found before the texts are read. */
  @Column('text')
  text!: string;

  @Index()
  @ManyToOne(() => Shelf, (shelf) => shelf.books)
  shelf!: Shelf;
}

/** Deleted rows are in the index, too. */
@Entity()
@DefaultSort('id')
@DefaultOrder(OrderDesc)
class Note {
  @PrimaryGeneratedColumn()
  @Sortable()
  id!: number;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => Shelf, (shelf) => shelf.notes)
  shelf!: Shelf;
}

/** An index has no order of a key that is no row id. */
@Entity()
class Label {
  @PrimaryColumn()
  name!: string;

  @Index()
  @ManyToOne(() => Shelf, (shelf) => shelf.labels)
  shelf!: Shelf;
}

const folder = mkdtempSync(join(tmpdir(), 'limited-edges-'));
const rows = 60_000;

let dataSource: DataSource;
let client: DirectClient;
const statements = new StatementLog();

beforeAll(async () => {
  dataSource = await new DataSource({
    type: 'better-sqlite3',
    database: join(folder, 'shelves.sqlite'),
    entities: [Shelf, Book, Note, Label],
    synchronize: true,
    verbose: statements.record,
  }).initialize();
  const numbers = `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${rows})`;
  // All but ten rows belong to one shelf.
  const shelf = 'CASE WHEN at % 6000 = 0 THEN 1 + at % 3 ELSE 2 END';
  for (const text of [
    `INSERT INTO "shelf" ("id") VALUES (1), (2), (3), (4)`,
    `${numbers} INSERT INTO "book" ("id", "title", "pages", "text", "shelfId") SELECT at, CASE WHEN at % 7 > 0 THEN 'title ' || (at * 31 % 1009) END, at * 17 % 101, 'text ' || at, ${shelf} FROM n`,
    `${numbers} INSERT INTO "note" ("id", "deletedAt", "shelfId") SELECT at, CASE WHEN at % 5 > 0 THEN '2020-01-01 00:00:00' END, ${shelf} FROM n`,
    `${numbers} INSERT INTO "label" ("name", "shelfId") SELECT 'label ' || (at * 31 % 60001), ${shelf} FROM n`,
    `INSERT INTO "shelf_others_label" ("shelfId", "labelName") SELECT s."id", l."name" FROM "shelf" s, (SELECT "name" FROM "label" LIMIT 12) l WHERE s."id" < 4`,
  ])
    await dataSource.query(text);
  client = DirectClient.of(dataSource, {});
});

afterAll(async () => {
  await dataSource.destroy();
  rmSync(folder, { recursive: true });
});

interface Case {
  readonly edge: 'books' | 'notes' | 'labels' | 'others';
  /** Follows `include`. */
  readonly query: string;
  /** The rows of one shelf, in SQL. */
  readonly found: string;
  readonly order: string;
  /** Read on the connection of the application, as it reads no row past the limit. */
  readonly here: boolean;
}

const books = 'SELECT "id" AS key FROM "book" WHERE "shelfId" = ?';
const cases: readonly Case[] = [
  { edge: 'books', query: '', found: books, order: '"id"', here: true },
  { edge: 'books', query: '&books.sort=-id', found: books, order: '"id" DESC', here: true },
  { edge: 'books', query: '&books.sort=title', found: books, order: '"title", "id"', here: true },
  { edge: 'books', query: '&books.sort=-title', found: books, order: '"title" DESC, "id" DESC', here: true },
  { edge: 'books', query: '&books.sort=-title,id', found: books, order: '"title" DESC, "id"', here: false },
  { edge: 'books', query: '&books.sort=pages', found: books, order: '"pages", "id"', here: false },
  {
    edge: 'books',
    query: `&books.where=${encodeURIComponent('{"pages.eq":7}')}`,
    found: `${books} AND "pages" = 7`,
    order: '"id"',
    here: false,
  },
  {
    edge: 'notes',
    query: '',
    found: 'SELECT "id" AS key FROM "note" WHERE "deletedAt" IS NULL AND "shelfId" = ?',
    order: '"id" DESC',
    here: false,
  },
  {
    edge: 'labels',
    query: '',
    found: 'SELECT "name" AS key FROM "label" WHERE "shelfId" = ?',
    order: '"name"',
    here: false,
  },
  {
    edge: 'others',
    query: '',
    found: 'SELECT "labelName" AS key FROM "shelf_others_label" WHERE "shelfId" = ?',
    order: '"labelName"',
    here: false,
  },
];

test.each(cases)('$edge$query by $order', async ({ edge, query, found, order, here }) => {
  statements.clear();
  const answer = await client.get(`/shelves?include=${edge}&${edge}.limit=5${query}`);
  const isHere = statements.texts.some((text) => text.includes('CROSS JOIN'));
  const shelves = contentOf(answer);
  expect(shelves).toHaveLength(4);
  for (const shelf of shelves) {
    const all: readonly { key: unknown }[] = await dataSource.query(`${found} ORDER BY ${order} LIMIT 6`, [
      shelf.id,
    ]);
    const keys = (edgesOf(shelf)[edge] as readonly EntityJson[]).map((row) => row.id ?? row.name);
    expect(keys).toEqual(all.slice(0, 5).map(({ key }) => key));
    expect(shelf.truncated_edges).toEqual(all.length > 5 ? [edge] : undefined);
  }
  expect(isHere).toBe(here);
});
