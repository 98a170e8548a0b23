// A trigger may leave a write out without an error: the client must not be told that it was made.
import { Bulk, EdgeCreate, Filter, FilterEQ, hooksFor, Restore } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VersionColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { createRaisingTrigger } from '../../support/raising-sql.js';
import { databaseNames, speaksMysql, type DatabaseName } from '../../support/test-database.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40, default: 'plain' }) name!: string;

  @EdgeCreate()
  @OneToMany(() => Book, ({ shelf }) => shelf)
  books!: Relation<Book>[];

  @ManyToMany(() => Label)
  @JoinTable({ name: 'shelf_label', joinColumn: { name: 'shelfId' }, inverseJoinColumn: { name: 'labelId' } })
  labels!: Label[];
}

@Entity()
class Label {
  @PrimaryColumn({ type: 'varchar', length: 20 }) id!: string;
}

@Entity()
@Bulk('create', 'update', 'delete')
@Restore()
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Column({ type: 'varchar', length: 40, default: 'plain' }) title!: string;
  @Filter(FilterEQ) @Column('int', { default: 0 }) pages!: number;
  @VersionColumn() version!: number;
  @DeleteDateColumn() deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => Shelf, ({ books }) => books, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

/** Its rows are deleted for good. */
@Entity()
@Bulk('delete')
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Column({ type: 'varchar', length: 40, default: 'plain' }) title!: string;
  @Filter(FilterEQ) @Column('int', { default: 0 }) pages!: number;
}

/** Written with hooks. */
@Entity()
class Diary {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40, default: 'plain' }) title!: string;
  @Column('int', { default: 0 }) pages!: number;
}

const nothing = () => undefined;
const hooks = [hooksFor(Diary, { before: { create: nothing, update: nothing, delete: nothing } })];

/** Rows that are kept as they are have these texts; the others are as ever. */
async function fill(dataSource: DataSource, name: DatabaseName): Promise<void> {
  const { manager } = dataSource;
  await manager.insert(Shelf, [{ id: 1 }, { id: 2 }]);
  await manager.insert(Label, [{ id: 'a' }, { id: 'kept' }]);
  await manager.insert(Book, [
    { id: 1, title: 'kept', pages: 1 },
    { id: 2, pages: 1 },
    { id: 3, title: 'kept', pages: 1, shelf: { id: 2 } },
    { id: 4, title: 'kept', pages: 2, deletedAt: new Date(0) },
    { id: 5, pages: 3 },
  ]);
  await manager.insert(Note, [
    { id: 1, title: 'kept', pages: 1 },
    { id: 2, pages: 1 },
  ]);
  await manager.insert(Diary, [{ id: 1, title: 'kept' }]);
  await dataSource.query(`INSERT INTO shelf_label VALUES (2, 'kept')`);
  const value = 'kept';
  const action = 'leave out';
  for (const table of ['book', 'note', 'diary'])
    for (const on of ['INSERT', 'UPDATE', 'DELETE'] as const) {
      const column = 'title';
      await createRaisingTrigger(dataSource, name, { table, on, column, value, action });
    }
  for (const on of ['INSERT', 'DELETE'] as const)
    await createRaisingTrigger(dataSource, name, {
      table: 'shelf_label',
      on,
      column: 'labelId',
      value,
      action,
    });
}

const entities = [Shelf, Label, Book, Note, Diary];

// MySQL and MariaDB have no such triggers.
describe.each(databaseNames.filter((name) => !speaksMysql(name)))('%s', (name) => {
  const stage = directStage(name, {
    entities,
    options: { hooks, allowClientIDs: true },
    fill: async () => undefined,
  });
  beforeAll(() => fill(stage.database.dataSource, name));

  test.each<[string, string, unknown]>([
    ['POST', '/books', { title: 'kept' }],
    ['POST', '/books', { title: 'kept', shelf: 1 }],
    ['POST', '/books', { id: 99, title: 'kept' }],
    ['POST', '/books/bulk', [{ title: 'x' }, { title: 'kept', shelf: 1 }]],
    ['POST', '/shelves/1/books', { title: 'kept' }],
    ['PATCH', '/books/1', { pages: 7 }],
    ['PATCH', '/books/1', { shelf: 1 }],
    [
      'PATCH',
      '/books',
      [
        { id: 2, pages: 7 },
        { id: 1, pages: 7 },
      ],
    ],
    ['PATCH', '/books?pages.eq=1', { pages: 7 }],
    ['PATCH', '/books?pages.eq=1', { shelf: 1 }],
    ['PATCH', '/shelves/1', { add_books: [2, 1] }],
    ['PATCH', '/shelves/2', { remove_books: [3] }],
    ['PATCH', '/shelves/1', { add_labels: ['a', 'kept'] }],
    ['PATCH', '/shelves/2', { remove_labels: ['kept'] }],
    ['DELETE', '/books/1', undefined],
    ['DELETE', '/books?pages.eq=1', undefined],
    ['POST', '/books/4/restore', undefined],
    ['DELETE', '/notes/1', undefined],
    ['DELETE', '/notes?pages.eq=1', undefined],
    ['POST', '/diaries', { title: 'kept' }],
    ['PATCH', '/diaries/1', { pages: 7 }],
    ['DELETE', '/diaries/1', undefined],
  ])('%s %s %j is refused, and changes nothing', async (method, target, body) => {
    const before = await readTables(stage.database.dataSource);
    const answer = await stage.client.send(method, target, body);
    expectProblem(answer, 409, 'conflict');
    expect(await readTables(stage.database.dataSource)).toEqual(before);
  });

  test('the same requests without such rows are made', async () => {
    const { client } = stage;
    const statuses = [
      await client.post('/books', { title: 'new', shelf: 1 }),
      await client.patch('/books/2', { pages: 8 }),
      await client.patch('/books?pages.eq=3', { pages: 8, shelf: 1 }),
      await client.patch('/shelves/1', { add_labels: ['a'], add_books: [2] }),
      await client.patch('/shelves/1', { add_labels: ['a'], add_books: [2] }),
      await client.patch('/shelves/1', { remove_labels: ['a'], remove_books: [2] }),
      await client.patch('/shelves/1', { remove_labels: ['a'] }),
      await client.delete('/books?pages.eq=8'),
      await client.delete('/books/5'),
      await client.patch('/books/77', { pages: 1 }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 404, 404]);
  });
});

async function readTables(dataSource: DataSource): Promise<readonly unknown[]> {
  const tables = ['shelf', 'book', 'note', 'diary', 'shelf_label'];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await dataSource.query(`SELECT * FROM ${table} ORDER BY 1`));
  return rows;
}
