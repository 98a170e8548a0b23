// Discriminators of every type of column: rows of a parent and of its children are those of find(), whoever wrote them, and the
// class of a row is named alike in lists, filters, orders and bodies.
import { AllowClientIDs, Bulk, CursorPagination } from '@decorest/core';
import { ChildEntity, Column, Entity, PrimaryColumn, TableInheritance, type ColumnOptions } from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { schemaErrorOf } from '../../support/schema-mistakes.js';
import { databaseNames, openDatabase, type DatabaseName } from '../../support/test-database.js';

/** The column, and the values of two children and of a child of the second. That of the parent is its name. */
interface Case {
  readonly name: string;
  readonly column: ColumnOptions;
  /** The column can hold the name of the parent. */
  readonly hasParent?: true;
  readonly values: readonly [unknown, unknown, unknown];
  readonly on?: (database: DatabaseName) => boolean;
}

const onServers = (database: DatabaseName) => database !== 'sqlite';
const onPostgres = (database: DatabaseName) => database === 'postgres';
const animals = ['cat', 'dog', "o'pup"] as const;
const plain = ['cat', 'dog', 'pup'] as const;
const uuids = [1, 2, 3].map((n) => `0000000${n}-0000-4000-8000-00000000000a`) as [string, string, string];

const cases: readonly Case[] = [
  { name: 'varchar', column: { type: 'varchar' }, hasParent: true, values: animals },
  { name: 'short varchar', column: { type: 'varchar', length: 5 }, values: animals, on: onServers },
  { name: 'char', column: { type: 'char', length: 5 }, values: animals, on: onServers },
  { name: 'citext', column: { type: 'citext' }, hasParent: true, values: animals, on: onPostgres },
  { name: 'enum', column: { type: 'enum', enum: [...animals] }, values: animals, on: onServers },
  {
    name: 'enum with the parent',
    column: { type: 'enum', enum: ['Animal', ...animals] },
    hasParent: true,
    values: animals,
    on: onServers,
  },
  { name: 'simple-enum', column: { type: 'simple-enum', enum: [...plain] }, values: plain },
  { name: 'int', column: { type: 'int' }, values: [1, 2, 10] },
  { name: 'int from zero', column: { type: 'int' }, values: [0, 1, 2] },
  { name: 'smallint', column: { type: 'smallint' }, values: [-1, 2, 10] },
  { name: 'bigint', column: { type: 'bigint' }, values: ['1', '2', '10'] },
  { name: 'uuid', column: { type: 'uuid' }, values: uuids, on: onPostgres },
];

function makeClasses({ column, values: [cat, dog, puppy] }: Case) {
  @Entity('animal')
  @TableInheritance({ column: { ...column, name: 'kind' } as ColumnOptions })
  @AllowClientIDs()
  @Bulk()
  @CursorPagination()
  class Animal {
    @PrimaryColumn('int') id!: number;
    @Column('varchar', { default: 'x' }) name!: string;
  }

  @ChildEntity(cat)
  class Cat extends Animal {
    @Column('int', { nullable: true }) lives!: number | null;
  }
  @ChildEntity(dog)
  class Dog extends Animal {}
  @ChildEntity(puppy)
  class Puppy extends Dog {
    @Column('int', { nullable: true }) weeks!: number | null;
  }
  return { Animal, Cat, Dog, Puppy };
}

describe.each(databaseNames)('%s', (database) => {
  test.each(cases.filter(({ on }) => on?.(database) ?? true))('$name', async (one) => {
    const { Animal, Cat, Dog, Puppy } = makeClasses(one);
    const classes = [Animal, Cat, Dog, Puppy];
    const opened = await openDatabase(database, classes);
    const { dataSource } = opened;
    try {
      const client = DirectClient.of(dataSource, {});
      const hasOwn = one.hasParent === true;
      const names = one.values.map((value) => String(value));
      // Half of the rows is TypeORM's, half the API's.
      let id = 0;
      for (const child of [Cat, Dog, Puppy]) await dataSource.getRepository(child).insert({ id: ++id });
      for (const path of ['cats', 'dogs', 'puppies']) await client.post(`/${path}`, { id: ++id });
      for (const kind of names) await client.post('/animals', { id: ++id, kind });
      await client.post(
        '/animals/bulk',
        names.map((kind) => ({ id: ++id, kind })),
      );
      const unnamed = await client.post('/animals', { id: ++id });
      if (hasOwn) expect(unnamed.status).toBe(201);
      else expect(expectProblem(unnamed, 400, 'invalid_request')).toMatchObject([{ pointer: '/kind' }]);
      for (const [at, path] of ['animals', 'cats', 'dogs', 'puppies'].entries()) {
        const found = await dataSource.getRepository(classes[at] ?? Animal).find({ order: { id: 'ASC' } });
        const shown = contentOf(await client.get(`/${path}?sort=id&per_page=100`));
        expect(shown.map((row) => row.id)).toEqual(found.map((row) => row.id));
      }
      const [first = ''] = names;
      expect(contentOf(await client.get(`/animals?kind.eq=${encodeURIComponent(first)}`))).toHaveLength(4);
      expect(
        contentOf(await client.get(`/animals?kind.neq=${encodeURIComponent(first)}&per_page=100`)),
      ).toHaveLength(hasOwn ? 9 : 8);
      expect(contentOf(await client.get(`/animals?kind.in=${encodeURIComponent(first)}`))[0]).toMatchObject({
        kind: first,
      });
      expect(entityOf(await client.patch('/animals/1', { lives: 9 }))).toMatchObject({
        id: 1,
        kind: first,
        lives: 9,
      });
      expect((await client.patch('/animals', [{ id: 3, weeks: 2 }])).status).toBe(200);
      expect(entityOf(await client.get('/animals/3'))).toMatchObject({ kind: names[2], weeks: 2 });
      expect((await client.delete('/animals/2')).status).toBe(204);
      await walk(client, id - (hasOwn ? 1 : 2));
    } finally {
      await opened.close();
    }
  });
});

/** Every row once, in the order of the classes. */
async function walk(client: DirectClient, count: number): Promise<void> {
  const ids: unknown[] = [];
  let after = '';
  for (let page = 0; page < 20; page++) {
    const answer = await client.get(`/animals?sort=kind&per_page=3${after}`);
    ids.push(...contentOf(answer).map((row) => row.id));
    const { next_cursor } = entityOf(answer);
    if (typeof next_cursor !== 'string') break;
    after = `&after=${next_cursor}`;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(count);
}

test('a child whose value the column cannot hold is named at the start', async () => {
  @Entity('animal')
  @TableInheritance({ column: { type: 'simple-enum', enum: ['cat'], name: 'kind' } })
  class Animal {
    @PrimaryColumn('int') id!: number;
  }
  @ChildEntity('dog')
  class Dog extends Animal {}
  const opened = await openDatabase('sqlite', [Animal, Dog]);
  try {
    expect(schemaErrorOf(opened.dataSource).message).toContain(
      "the column of the discriminator cannot hold its value 'dog'.",
    );
  } finally {
    await opened.close();
  }
});
