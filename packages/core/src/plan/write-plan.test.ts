// Bodies in, plans out: columns, values and changes of edges as data, or all faults of the body.
import 'reflect-metadata';
import { Length } from 'class-validator';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { planRequests, type RequestPlanner } from '../../../../test/support/plan-request.js';
import { EdgeUpdateBulk, ReadOnly } from '../annotation/exposure-annotation.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import type { ColumnTerm } from './writes.js';

@Entity()
class Shelf {
  @PrimaryColumn() room!: string;
  @PrimaryColumn('integer') number!: number;
  @OneToMany(() => Book, (book) => book.shelf) books!: Book[];
}

@Entity()
class Genre {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
}

@Entity()
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Length(2, 40) @Column() title!: string;
  @Column('integer', { default: 1 }) pages!: number;
  @Column('datetime', { nullable: true }) lent!: Date | null;
  @ReadOnly() @Column({ default: 0 }) loans!: number;
  @Index() @ManyToOne(() => Shelf, (shelf) => shelf.books, { nullable: true }) shelf!: Shelf | null;
  @EdgeUpdateBulk() @ManyToMany(() => Genre) @JoinTable() genres!: Genre[];
}

let api: RequestPlanner;

beforeAll(async () => {
  api = await planRequests([Shelf, Genre, Book]);
});

const nameOf = (column: ColumnTerm) =>
  column.of === 'field' ? column.field.property : `edge ${column.edge.name}`;

/** The columns and edge changes of a write, by name. */
async function written(request: string, body: JsonValue) {
  const plan = await api.plan(request, body);
  if (plan.kind !== 'create' && plan.kind !== 'update') throw new Error(`${request} is not a write.`);
  return {
    columns: plan.columns.map((column, at) => [nameOf(column), plan.values[at]]),
    edges: plan.edges.map(({ mode, edge, ids }) => [mode, edge.name, ids]),
  };
}

describe('a create', () => {
  test('sets the columns that the body gives, in the order of the model', async () => {
    expect(await written('POST /books', { lent: '2026-01-02T03:04:05+01:00', title: 'Emma' })).toEqual({
      columns: [
        ['title', 'Emma'],
        ['lent', new Date('2026-01-02T02:04:05Z')],
      ],
      edges: [],
    });
  });

  test('sets the foreign key of a unique edge, and adds to the others', async () => {
    expect(await written('POST /books', { title: 'Emma', shelf: 'north,3', genres: [1, 2, 1] })).toEqual({
      columns: [
        ['title', 'Emma'],
        ['edge shelf', ['north', 3]],
      ],
      edges: [['add', 'genres', [1, 2]]],
    });
  });

  test.each<[string, JsonValue, string[]]>([
    ['no object', [], [' wrong_type']],
    ['a key that is missing', {}, ['/title required']],
    ['a rule that is broken', { title: 'E' }, ['/title out_of_range']],
    ['an id that is not one', { title: 'Emma', shelf: 'north' }, ['/shelf wrong_format']],
    [
      'all faults at once',
      { pages: 'many', lent: 'today', loans: 3, colour: 'red', genres: ['x'], shelf: 7 },
      [
        '/title required',
        '/pages wrong_type',
        '/lent wrong_format',
        '/loans unknown_key',
        '/colour unknown_key',
        '/genres/0 wrong_type',
        '/shelf wrong_type',
      ],
    ],
  ])('a fault: %s', async (_, body, faults) => {
    expect([...(await api.faults('POST /books', body))].sort()).toEqual([...faults].sort());
  });

  test('faults of query and body come together', async () => {
    expect(await api.faults('POST /books?x=1', {})).toEqual(['x unknown_parameter', '/title required']);
  });
});

describe('an update', () => {
  test('sets only the columns of the body', async () => {
    expect(await written('PATCH /books/7', { pages: 9, lent: null })).toEqual({
      columns: [
        ['pages', 9],
        ['lent', null],
      ],
      edges: [],
    });
    expect(await api.plan('PATCH /books/7', {})).toMatchObject({ kind: 'update', id: 7, columns: [] });
  });

  test('changes edges step by step, removing first, or as a whole', async () => {
    const steps = await written('PATCH /books/7', { add_genres: [3], remove_genres: [1, 2] });
    expect(steps.edges).toEqual([
      ['remove', 'genres', [1, 2]],
      ['add', 'genres', [3]],
    ]);
    expect((await written('PATCH /books/7', { genres: [] })).edges).toEqual([['set', 'genres', []]]);
    expect((await written('PATCH /books/7', { shelf: null })).columns).toEqual([['edge shelf', null]]);
  });

  test('adds rows with a key of several columns by the texts of their ids', async () => {
    expect((await written('PATCH /shelves/a,1', { add_books: [7] })).edges).toEqual([['add', 'books', [7]]]);
    expect(await api.plan('PATCH /shelves/a%252C,1', {})).toMatchObject({ id: ['a,', 1] });
  });

  test.each<[string, JsonValue, string[]]>([
    ['a whole and a step', { genres: [1], add_genres: [2] }, ['/genres conflict']],
    ['an id added and removed', { add_genres: [1, 2], remove_genres: [2] }, ['/add_genres conflict']],
    ['null where none is allowed', { title: null }, ['/title wrong_type']],
  ])('a fault: %s', async (_, body, faults) => {
    expect(await api.faults('PATCH /books/7', body)).toEqual(faults);
  });

  test('of an id that no row can have does not exist', async () => {
    await expect(api.plan('PATCH /books/x', {})).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a delete has an id, and no parameter but pretty', async () => {
  expect(await api.plan('DELETE /shelves/a,1?pretty=true')).toMatchObject({ kind: 'delete', id: ['a', 1] });
  expect(await api.faults('DELETE /books/7?page=1')).toEqual(['page unknown_parameter']);
});
