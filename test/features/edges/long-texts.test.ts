// SQLite copies what subqueries give and moves what it sorts. Long texts are therefore read last, row by row: a parent with
// 240 texts of 1 MiB would else hold the event loop until all of them were copied.
import { DefaultSort, EagerLoad, EdgeUpdateBulk, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { databaseNames, openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Author {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @OneToMany(() => Essay, (essay) => essay.author)
  @EagerLoad()
  essays!: Essay[];

  @ManyToMany(() => Remark)
  @JoinTable()
  @EagerLoad()
  @EdgeUpdateBulk()
  remarks!: Remark[];
}

@Entity()
@DefaultSort('-title')
class Essay {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  @Sortable()
  title!: string;

  @Column('text')
  body!: string;

  @Index()
  @ManyToOne(() => Author, (author) => author.essays)
  author!: Relation<Author>;
}

@Entity()
class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  body!: string;
}

let database: TestDatabase;
let client: DirectClient;
beforeAll(async () => {
  database = await openDatabase('sqlite', [Author, Essay, Remark]);
  client = DirectClient.of(database.dataSource, {});
  await database.dataSource.getRepository(Remark).insert([{ body: 'one' }, { body: 'two' }]);
  await database.dataSource.getRepository(Author).insert([{ name: 'Ada' }, { name: 'Bob' }]);
  const essays = ['A', 'C', 'B'].map((title) => ({ title, body: `of ${title}`, author: { id: 1 } }));
  await database.dataSource.getRepository(Essay).insert(essays);
  expect((await client.patch('/authors/1', { remarks: [2, 1] })).status).toBe(200);
});
afterAll(() => database.close());

/** The statement without what stands in parentheses. */
function outermost(text: string): string {
  const inner = text.replace(/\([^()]*\)/g, '');
  return inner === text ? text : outermost(inner);
}

test.each(['/authors/1', '/authors'])(
  '%s: no subquery gives a long text, and none is sorted',
  async (target) => {
    await client.get(target);
    database.statements.clear();
    await client.get(target);
    const reading = database.statements.texts.filter((text) => text.includes('"body"'));
    expect(reading.length).toBeGreaterThan(0);
    for (const text of reading) {
      expect(outermost(text)).not.toContain('ORDER BY');
      expect(outermost(text).split('"body"')).toHaveLength(text.split('"body"').length);
    }
  },
);

test('they come in the order of their edge all the same', async () => {
  const ada = {
    essays: [{ title: 'C' }, { title: 'B', body: 'of B' }, { title: 'A' }],
    remarks: [{ body: 'one' }, { body: 'two' }],
  };
  expect((await client.get('/authors/1')).json).toMatchObject({ edges: ada });
  expect((await client.get('/authors')).json).toMatchObject({
    content: [{ edges: ada }, { edges: { essays: [], remarks: [] } }],
  });
});

test.each(databaseNames)('%s: they come in that order where their table is small, too', async (name) => {
  const small = await openDatabase(name, [Author, Essay, Remark]);
  const { dataSource } = small;
  try {
    const author = await dataSource.getRepository(Author).save({ name: 'Ada' });
    for (const title of ['B', 'A', 'D', 'C'])
      await dataSource.getRepository(Essay).save({ title, body: `of ${title}`, author });
    const titles = [{ title: 'D' }, { title: 'C' }, { title: 'B' }, { title: 'A' }];
    const answer = await DirectClient.of(dataSource, {}).get('/authors');
    expect(answer.json).toMatchObject({ content: [{ edges: { essays: titles } }] });
  } finally {
    await small.close();
  }
});
