// Arrays of PostgreSQL: several dimensions, transformers, listeners, related rows and exports; and those that no column can
// hold. The kinds of items are those of test/properties/array-items.test.ts.
import { Bulk, createApi, EagerLoad, Export, Schema } from '@decorest/core';
import {
  BeforeInsert,
  BeforeUpdate,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, edgesOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf, schemaErrorOf } from '../../support/schema-mistakes.js';
import { ServerLog } from '../../support/server-log.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

const labels = ['plain', 'a,b', 'q"{\\}', 'NULL'];
const joined = { to: (value: string[]) => value, from: (stored: unknown) => stored };
let seen: unknown[] = [];

@Entity('shelf')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Box, (box) => box.shelf) @EagerLoad() boxes!: Box[];
}

@Entity('box')
@Bulk()
@Export('csv')
class Box {
  @PrimaryGeneratedColumn() id!: number;
  @Column('enum', { enum: labels, enumName: 'label', array: true, default: ['plain'] }) tags!: string[];
  @Column('numeric', { array: true, nullable: true }) prices!: string[] | null;
  @Column('enum', { enum: labels, enumName: 'label', array: true, nullable: true, transformer: joined })
  @Schema({ type: 'array', items: { type: 'string' } })
  other!: string[] | null;
  @Column('int', { array: true, nullable: true })
  @Schema({ type: 'array', items: { type: 'array', items: { type: 'integer' } } })
  grid!: number[][] | null;
  @Column('inet', { array: true, nullable: true })
  @Schema({ type: 'array', items: { type: 'string' } })
  hosts!: string[] | null;
  @ManyToOne(() => Shelf, (shelf) => shelf.boxes, { nullable: true }) shelf!: Relation<Shelf> | null;

  @BeforeInsert() @BeforeUpdate() look() {
    seen.push(this.tags, this.other);
  }
}

let database: TestDatabase;
let client: DirectClient;
beforeAll(async () => {
  database = await openDatabase('postgres', [Shelf, Box]);
  client = DirectClient.of(database.dataSource, {});
});
beforeEach(async () => {
  await database.empty();
  seen = [];
});
afterAll(() => database.close());

test('listeners, transformers and writes see lists', async () => {
  const created = entityOf(await client.post('/boxes', { tags: labels, other: labels }));
  expect(created).toMatchObject({ tags: labels, other: labels });
  expect(
    entityOf(await client.patch('/boxes/1', { prices: ['1.50', '12345678901234567890.1'] })),
  ).toMatchObject({
    tags: labels,
    other: labels,
    prices: ['1.50', '12345678901234567890.1'],
  });
  // On updates, TypeORM itself loads the row, and splits labels at commas.
  expect(seen.slice(0, 2)).toEqual([labels, labels]);
});

test('defaults and bulk writes', async () => {
  expect((await client.post('/boxes/bulk', [{}, { tags: [] }])).status).toBe(201);
  expect(contentOf(await client.get('/boxes?sort=id'))).toMatchObject([{ tags: ['plain'] }, { tags: [] }]);
  expectProblem(await client.post('/boxes/bulk', [{ tags: ['plain', 'a'] }]), 400, 'invalid_request');
});

test('related rows and exports', async () => {
  await client.post('/shelves', {});
  await client.post('/boxes', { tags: labels, prices: ['1.10', null], shelf: 1, hosts: ['10.0.0.1'] });
  const [box] = edgesOf(entityOf(await client.get('/shelves/1'))).boxes as object[];
  expect(box).toMatchObject({ tags: labels, prices: ['1.10', null], hosts: ['10.0.0.1'] });
  const csv = await client.get('/boxes', { accept: 'text/csv' });
  expect(csv.text).toContain('"[""1.10"",null]"');
});

test('dimensions are those of @Schema', async () => {
  const created = await client.post('/boxes', {
    grid: [
      [1, 2],
      [3, 4],
    ],
  });
  expect(entityOf(created).grid).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expectProblem(await client.post('/boxes', { grid: [1] }), 400, 'invalid_request');
});

test.each([
  ['prices', '{{1,2},{3,4}}'],
  ['tags', '{{plain,NULL},{plain,plain}}'],
])('other dimensions of %s fail and name the column', async (column, stored) => {
  await client.post('/boxes', {});
  await database.dataSource.query(`UPDATE box SET ${column} = '${stored}'`);
  const log = new ServerLog();
  const api = createApi(database.dataSource, { logger: log });
  expect((await api.handle({ method: 'GET', path: '/boxes/1' })).status).toBe(500);
  expect(log.failure).toMatchObject({
    message: `Box: the value of column box.${column} is not of kind array, in the row with id 1.`,
  });
});

test('the document describes items by their kind', () => {
  expect(
    client.document.components?.schemas?.BoxCreate ?? client.document.components?.schemas?.Box,
  ).toMatchObject({
    properties: {
      tags: { type: 'array', items: { type: ['string', 'null'], enum: [...labels, null] } },
      grid: { items: { type: 'array', items: { type: 'integer' } } },
    },
  });
});

describe('what cannot be stored is named at the start', () => {
  test('items of a type that is not supported', async () => {
    @Entity('thing')
    class Thing {
      @PrimaryGeneratedColumn() id!: number;
      @Column('inet', { array: true }) v!: string[];
    }
    const made = await openDatabase('postgres', [Thing]);
    try {
      expect(schemaErrorOf(made.dataSource).message).toContain('columns of type inet[] are not supported.');
    } finally {
      await made.close();
    }
  });

  test('arrays where the database has none', async () => {
    @Entity('thing')
    class Thing {
      @PrimaryGeneratedColumn() id!: number;
      @Column('varchar', { array: true }) v!: string[];
      @Column('simple-json', { array: true }) @Schema({}) harmless!: string[];
    }
    const message = await mistakesOf([Thing]);
    expect(message).toContain(
      'Thing.v: no value of this array of varchar can be stored: the database has no arrays.',
    );
    expect(message).not.toContain('harmless');
  });

  test('texts that are no arrays', async () => {
    @Entity('thing')
    class Thing {
      @PrimaryGeneratedColumn() id!: number;
      @Column('simple-array', { array: true }) v!: string[];
    }
    const made = await openDatabase('postgres', [Thing]);
    try {
      expect(schemaErrorOf(made.dataSource).message).toContain('TypeORM writes its values as one text');
    } finally {
      await made.close();
    }
  });
});
