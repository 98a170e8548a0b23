// Problems that the author throws: of the catalogue, or declared in the option `errors`, with a status and title of their own.
import { ApiError, createApi, hooksFor, problemTitles, SchemaError, type OwnProblem } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { openDatabase } from '../../support/test-database.js';

@Entity()
class Seat {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;
}

@Entity()
class Hall {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;
}

const fixture: Fixture = { entities: [Seat, Hall], options: {}, fill: () => Promise.resolve() };
const soldOut: OwnProblem = { code: 'sold_out', status: 409, title: 'Sold out' };

/** Hooks of which the one before a creation throws. */
function throwing(error: () => Error) {
  return [
    hooksFor(Seat, {
      before: {
        create: () => {
          throw error();
        },
      },
    }),
  ];
}

onEachDatabase(fixture, (stage) => {
  const clientOf = (
    error: () => Error,
    errors: readonly (OwnProblem | 'unauthorized' | 'too_many_requests')[],
  ) => DirectClient.of(stage.database.dataSource, { hooks: throwing(error), errors });

  test('a declared problem is answered with its status, code and title, and the document lists it', async () => {
    const faults = [{ pointer: '/name', code: 'conflict', detail: 'Hall 1 is full.' }] as const;
    const client = clientOf(() => new ApiError(soldOut, { detail: 'Hall 1 is full.', faults }), [soldOut]);
    const answer = await client.post('/seats', { name: 'A1' });
    expect(answer).toMatchObject({
      status: 409,
      json: {
        type: 'urn:problem-type:api:sold-out',
        title: 'Sold out',
        code: 'sold_out',
        detail: 'Hall 1 is full.',
        errors: faults,
      },
    });
    expect((await client.get('/seats')).json).toMatchObject({ total_count: 0 });
  });

  test('a type of its own is the type of the document', async () => {
    const typed = { ...soldOut, type: 'https://example.com/sold-out' };
    const client = clientOf(() => new ApiError(typed), [typed]);
    expect((await client.post('/seats', { name: 'A1' })).json).toMatchObject({
      type: typed.type,
      detail: 'Sold out',
    });
  });

  test.each([
    ['not declared', []],
    ['declared with another status', [{ ...soldOut, status: 410 }]],
  ])('one that is %s is a 500, and the log says so', async (_case, errors) => {
    const client = clientOf(() => new ApiError(soldOut), errors);
    expectProblem(await client.attempt('POST', '/seats', { name: 'A1' }), 500, 'internal_error');
    expect(client.failure).toMatchObject({ message: expect.stringContaining("'sold_out'") as unknown });
  });

  test('401 says how to authenticate, 429 when to retry', async () => {
    const headers = { 'WWW-Authenticate': 'Bearer' };
    const unauthorized = clientOf(() => new ApiError('unauthorized', { headers }), ['unauthorized']);
    const first = await unauthorized.post('/seats', { name: 'A1' });
    expectProblem(first, 401, 'unauthorized');
    expect(first.headers).toMatchObject({ 'www-authenticate': 'Bearer' });
    const wait = { 'Retry-After': '30' };
    const tooMany = clientOf(
      () => new ApiError('too_many_requests', { headers: wait }),
      ['too_many_requests'],
    );
    const second = await tooMany.post('/seats', { name: 'A1' });
    expectProblem(second, 429, 'too_many_requests');
    expect(second.headers['retry-after']).toBe('30');
  });
});

describe('the document', () => {
  const responses = async (errors: readonly (OwnProblem | 'unauthorized')[]) => {
    const database = await openDatabase('sqlite', [Seat, Hall]);
    try {
      const { paths, components } = openApiDocument(createApi(database.dataSource, { errors }));
      const of = (path: string, method: 'get' | 'post') =>
        Object.keys(paths?.[path]?.[method]?.responses ?? {}).map(Number);
      return { of, components, text: JSON.stringify({ paths, components }) };
    } finally {
      await database.close();
    }
  };

  test('lists a problem where it may be thrown: everywhere, or as the author says', async () => {
    const everywhere = await responses([{ ...soldOut, status: 410 }, 'unauthorized']);
    expect(everywhere.of('/halls', 'get')).toEqual(expect.arrayContaining([401, 410]));
    const some = await responses([{ ...soldOut, status: 410, operations: ['create'], entities: [Seat] }]);
    expect(some.of('/seats', 'post')).toContain(410);
    expect(some.of('/seats', 'get')).not.toContain(410);
    expect(some.of('/halls', 'post')).not.toContain(410);
  });

  test('says nothing of problems when there are none', async () => {
    const { components, text } = await responses([]);
    expect(text).not.toContain('sold_out');
    expect(components?.schemas?.Problem).toMatchObject({
      properties: { code: { enum: Object.keys(problemTitles) } },
    });
  });
});

test.each<[unknown, string]>([
  ['sold_out', "'sold_out' is not a built-in code"],
  ['unautorized', "Did you mean 'unauthorized'?"],
  [{ ...soldOut, code: 'not_found' }, "'not_found' is a built-in code"],
  [{ ...soldOut, code: 'Sold out' }, "'Sold out' is not a code"],
  [{ ...soldOut, status: 200 }, '200 is not an error status'],
  [{ ...soldOut, status: '409' }, "'409' is not an error status"],
  [{ ...soldOut, title: ' ' }, 'is not a title'],
  [{ ...soldOut, type: 'sold out' }, "'sold out' is not a URI"],
  [{ ...soldOut, tilte: 'x' }, "Did you mean 'title'?"],
  [{ ...soldOut, operations: ['creat'] }, "Did you mean 'create'?"],
  [{ ...soldOut, operations: [] }, 'is not an operation'],
  [{ ...soldOut, entities: ['Seat'] }, "'Seat' is not a list of classes"],
  [{ ...soldOut, entities: [Date] }, "'Date' is not an entity of the data source"],
  [7, '7 is not a problem'],
])('the declaration %j is refused at the start', async (error, problem) => {
  const database = await openDatabase('sqlite', [Seat]);
  try {
    const build = () => createApi(database.dataSource, { errors: [error as OwnProblem] });
    expect(build).toThrow(SchemaError);
    expect(build).toThrow(problem);
    expect(build).toThrow('options.errors');
  } finally {
    await database.close();
  }
});

test('two problems of one code are refused at the start', async () => {
  const database = await openDatabase('sqlite', [Seat]);
  const errors = [soldOut, { ...soldOut, status: 410 }];
  expect(() => createApi(database.dataSource, { errors })).toThrow("'sold_out' is listed twice.");
  await database.close();
});

test('an undeclared code cannot be thrown by its name', () => {
  // @ts-expect-error: the compiler knows the catalogue.
  expect(() => new ApiError('sold_out')).toThrow("the catalogue has no problem 'sold_out'");
});
