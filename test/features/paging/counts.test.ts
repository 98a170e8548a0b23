// How lists are counted: exactly, up to a limit, or not at all. Lists without the annotation are as they were.
import {
  CursorPagination,
  Filter,
  FilterGT,
  MaxOffset,
  Pagination,
  Sortable,
  TotalCount,
  type ApiOptions,
} from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { expectProblem, places } from '../../support/problem.js';

@Entity()
@TotalCount('limited', 'exact', 'none')
@MaxOffset(20)
class Parcel {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterGT)
  @Sortable()
  weight!: number;

  @ManyToOne(() => Depot, (depot) => depot.parcels)
  depot!: Relation<Depot>;
}

@Entity()
class Depot {
  @PrimaryGeneratedColumn() id!: number;

  @OneToMany(() => Parcel, (parcel) => parcel.depot)
  @TotalCount('none')
  @MaxOffset(0)
  parcels!: Parcel[];
}

@Entity()
@CursorPagination()
class Note {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
@TotalCount('exact')
class Label {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
@TotalCount('none')
@Pagination(false)
class Color {
  @PrimaryGeneratedColumn() id!: number;
}

const rows = 12;
const fixture = {
  entities: [Parcel, Depot, Note, Label, Color],
  options: { limits: { count: 5 } },
  fill: async (dataSource: DataSource) => {
    const [full] = await dataSource.getRepository(Depot).save([{}, {}]);
    const parcels = Array.from({ length: rows }, (_, at) => ({ weight: at, depot: full }));
    await dataSource.getRepository('Parcel').save(parcels);
    await dataSource.getRepository('Note').save([{}, {}, {}]);
    await dataSource.getRepository('Label').save([{}, {}, {}]);
    await dataSource.getRepository('Color').save([{}]);
  },
};

const keys = [
  'page',
  'total_count',
  'total_is_exact',
  'last_page',
  'is_last_page',
  'prev_cursor',
  'next_cursor',
  'content',
];

function envelopeOf(answer: Answer) {
  const { content, ...envelope } = answer.json as Record<string, unknown>;
  expect(Array.isArray(content)).toBe(true);
  return { ...envelope, header: answer.headers['x-total-count'] };
}

forEachDatabase(fixture, (stage) => {
  const read = async (target: string) => envelopeOf(await stage.client.get(target));

  test('a limited count ends at its limit, and says so', async () => {
    const answer = await stage.client.get('/parcels?per_page=4');
    expect(Object.keys(answer.json as object)).toEqual(keys);
    expect(envelopeOf(answer)).toEqual({
      page: 1,
      total_count: 5,
      total_is_exact: false,
      last_page: null,
      is_last_page: false,
      prev_cursor: null,
      next_cursor: null,
      header: undefined,
    });
  });

  test('below its limit it is exact', async () => {
    expect(await read('/parcels?per_page=4&weight.gt=6')).toMatchObject({
      total_count: 5,
      total_is_exact: true,
      last_page: 2,
      is_last_page: false,
      header: '5',
    });
  });

  test.each([
    [3, false],
    [6, true],
    [12, true],
    [20, true],
  ])('a limited count with pages of %i rows ends at the limit on every page', async (perPage, ends) => {
    const answer = await read(
      `/parcels?per_page=${String(perPage)}&page=${ends && perPage === 6 ? '2' : '1'}`,
    );
    expect(answer).toMatchObject({
      total_count: 5,
      total_is_exact: false,
      last_page: null,
      is_last_page: ends,
    });
  });

  test('an exact count is that of a plain list', async () => {
    const answer = await stage.client.get('/parcels?per_page=5&page=3&count=exact');
    expect(envelopeOf(answer)).toMatchObject({
      page: 3,
      total_count: 12,
      total_is_exact: true,
      last_page: 3,
      is_last_page: true,
      header: '12',
    });
    expect(valuesOf(answer, 'id')).toEqual([11, 12]);
    expect(answer.headers.link).toBe(
      '</parcels?per_page=5&count=exact>; rel="first", </parcels?per_page=5&count=exact&page=2>; rel="prev", </parcels?per_page=5&count=exact&page=3>; rel="last"',
    );
  });

  test.each([
    ['page=1', [1, 2, 3, 4, 5], false],
    ['page=2', [6, 7, 8, 9, 10], false],
    ['page=3', [11, 12], true],
    ['page=2&weight.gt=1', [8, 9, 10, 11, 12], true],
  ])('without a count, one more row tells whether a page follows: %s', async (query, ids, last) => {
    stage.statements.clear();
    const answer = await stage.client.get(`/parcels?per_page=5&count=none&${query}`);
    expect(envelopeOf(answer)).toMatchObject({
      total_count: null,
      total_is_exact: false,
      last_page: null,
      is_last_page: last,
      header: undefined,
    });
    expect(valuesOf(answer, 'id')).toEqual(ids);
    expect(stage.statements.texts.filter((text) => text.includes('COUNT('))).toEqual([]);
    expect(answer.headers.link?.includes('rel="next"')).toBe(!last);
  });

  test('a page past the end is refused without a count, too', async () => {
    const faults = expectProblem(
      await stage.client.get('/parcels?per_page=10&page=3&count=none'),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['page']);
  });

  test.each([
    ['exact', 'the last page is 2'],
    ['none', 'it is past the last page'],
  ])('the detail names the last page if the list is counted: %s', async (count, last) => {
    const [fault] = expectProblem(
      await stage.client.get(`/parcels?per_page=10&page=3&count=${count}`),
      400,
      'invalid_request',
    );
    expect(fault).toMatchObject({ detail: `The page is out of range: ${last}.` });
  });

  test('other modes, and lists without modes, are refused', async () => {
    const faults = expectProblem(await stage.client.get('/parcels?count=all'), 400, 'invalid_request');
    expect(faults).toEqual([
      {
        parameter: 'count',
        code: 'malformed_parameter',
        detail: "'count' must be limited or exact or none.",
      },
    ]);
    expect(expectProblem(await stage.client.get('/depots?count=none'), 400, 'invalid_request')).toMatchObject(
      [{ parameter: 'count', code: 'unknown_parameter' }],
    );
    expect(expectProblem(await stage.client.get('/colors?count=none'), 400, 'invalid_request')).toMatchObject(
      [{ parameter: 'count', code: 'unknown_parameter' }],
    );
  });

  test('an array is counted as before', async () => {
    const answer = await stage.client.get('/colors');
    expect([answer.text, answer.headers['x-total-count']]).toEqual(['[{"id":1,"edges":{}}]', '1']);
  });

  test('an edge has its own modes', async () => {
    const answer = await read('/depots/1/parcels');
    expect(answer).toMatchObject({ page: 1, total_count: null, is_last_page: false });
    expect(await read('/depots/2/parcels')).toMatchObject({ total_count: null, is_last_page: true });
    expectProblem(await stage.client.get('/depots/9/parcels'), 404, 'not_found');
  });

  test('the offset has its own limit', async () => {
    expect((await stage.client.get('/parcels?page=3&per_page=5')).status).toBe(200);
    expect(
      expectProblem(await stage.client.get('/parcels?page=6&per_page=5'), 400, 'invalid_request'),
    ).toEqual([
      {
        parameter: 'page',
        code: 'out_of_range',
        detail: 'The page is out of range: more than 20 rows would be skipped.',
      },
    ]);
    expect(
      places(expectProblem(await stage.client.get('/depots/1/parcels?page=2'), 400, 'invalid_request')),
    ).toEqual(['page']);
  });

  test('either annotation alone makes the envelope', async () => {
    expect(await read('/labels')).toMatchObject({
      total_count: 3,
      total_is_exact: true,
      last_page: 1,
      header: '3',
    });
    expect(await read('/notes?count=none')).toMatchObject({ total_count: null });
    expect(await read('/notes')).toMatchObject({ total_count: 3, total_is_exact: true });
  });

  test('the options govern every list, unless an annotation does', async () => {
    const clientOf = (options: ApiOptions) => DirectClient.of(stage.dataSource, options);
    const walked = clientOf({ cursorPagination: true });
    expect(envelopeOf(await walked.get('/depots?per_page=1'))).toMatchObject({
      total_count: 2,
      next_cursor: expect.stringMatching(/./) as unknown,
    });
    expect(envelopeOf(await walked.get('/depots?count=none'))).toMatchObject({ total_count: null });
    const uncounted = clientOf({ totalCount: ['none', 'exact'] });
    expect(envelopeOf(await uncounted.get('/depots?per_page=1'))).toMatchObject({
      total_count: null,
      next_cursor: null,
    });
    expect(envelopeOf(await uncounted.get('/labels'))).toMatchObject({ total_count: 3 });
    const plain = await clientOf({ totalCount: ['exact'] }).get('/depots');
    expect(Object.keys(plain.json as object)).toHaveLength(5);
  });

  test('HEAD with an exact count is the count alone', async () => {
    const answer = await stage.client.send('HEAD', '/parcels?per_page=1&count=exact');
    expect([answer.text, answer.headers['x-total-count']]).toEqual(['', '12']);
  });
});
