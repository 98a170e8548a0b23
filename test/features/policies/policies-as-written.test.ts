// What the author of a policy may write, and what becomes of what they get wrong: a request fails before a row slips out.
import { ApiError, createApi, policyFor, type PolicyRequest, type RowPolicy } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { statementsOf } from '../../properties/sql-recorder.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { speaksMysql } from '../../support/test-database.js';
import { Circle, clubEntities, Note, Person } from './club-entities.js';
import { forEachClub } from './club.js';
import { DirectClient } from '../../support/direct-client.js';

forEachClub({}, (club) => {
  const under = (...policies: RowPolicy[]) => DirectClient.of(club.dataSource, { policies });
  const loosely = (condition: unknown) => under({ entity: Note, rows: () => condition });

  test('a policy may wait', async () => {
    const client = under(policyFor(Note, async () => ({ author: await Promise.resolve(1) })));
    expect((await client.get('/notes')).json).toMatchObject({ total_count: 2 });
  });

  test('several policies for one class must all let a row through', async () => {
    const client = under(
      policyFor(Note, () => ({ author: 1 })),
      policyFor(Note, () => ({ stars: null })),
    );
    expect((await client.get('/notes')).json).toMatchObject({ content: [{ id: 2 }] });
  });

  test('a policy for a class holds for the entities that extend it', async () => {
    const client = under(policyFor(Object, () => false));
    expect((await client.get('/notes')).json).toMatchObject({ total_count: 0 });
    expect((await client.get('/people')).json).toMatchObject({ total_count: 0 });
  });

  test('it is asked once per request, with the state of the request, and only where it has a say', async () => {
    const asked: unknown[] = [];
    const client = under(
      policyFor(Person, ({ state }: PolicyRequest) => {
        asked.push(state);
        return true;
      }),
    );
    await client.as('me').get('/people?notes.title.eq=x&has.mentor=true&sort=pupils.count');
    await client.as('you').get('/notes');
    expect(asked).toEqual(['me', 'you']);
  });

  test('what it throws of the catalogue is the answer, before anything else is', async () => {
    const client = under(
      policyFor(Person, () => {
        throw new ApiError('forbidden', { detail: 'Members only.' });
      }),
    );
    for (const [method, target, body] of [
      ['GET', '/people', undefined],
      ['GET', '/notes/1/author', undefined],
      ['POST', '/people', { nonsense: true }],
      ['DELETE', '/people/999', undefined],
    ] as const)
      expectProblem(await client.send(method, target, body), 403, 'forbidden');
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'all'],
    ['an empty object', {}],
    ['an empty object across an edge', { author: {} }],
    ['a stray name', { writer: 1 }],
    ['an undefined value', { author: undefined }],
    ['an undefined value in a list', { author: [1, undefined] }],
    ['a number spelled as text', { stars: '1' }],
    ['a text that is a number', { title: 1 }],
    ['not a number', { stars: NaN }],
    ['a fraction for an integer', { stars: 1.5 }],
    ['a condition on a column', { title: { eq: 'x' } }],
    ['a nested list', { title: [['x']] }],
    ['a date', { stars: new Date() }],
    ['a function', { stars: () => 1 }],
    ['more tests than a statement should have', Array.from({ length: 201 }, () => ({ stars: 1 }))],
  ])('%s is no condition: an opaque 500', async (_, condition) => {
    const answer = await loosely(condition).attempt('GET', '/notes');
    expectProblem(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/policy|Note\b/i);
  });

  test('values are bound and lists are one value: the statements are as many as the structures', async () => {
    const client = under(policyFor(Note, ({ state }: PolicyRequest<number[]>) => ({ author: state })));
    const texts = await statementsOf(club.database, async () => {
      for (const state of [[], [1], [2, 3], [1, 2, 3, 4, 5, 6, 7]]) await client.as(state).get('/notes');
    });
    // Notes without an author are one structure, those with one another. Without arrays as parameters, one for each power of two.
    expect(texts.size).toBe(speaksMysql(club.database.name) ? 1 + 3 : 2);
  });

  test('a policy that shows every row adds nothing to a statement', async () => {
    const statementsOf = async (client: DirectClient) => {
      club.statements.clear();
      for (const target of ['/notes?author.rank.gt=0&sort=author.name', '/people/1', '/people/1/notes'])
        await client.get(target);
      return [...club.statements.texts];
    };
    const all = await statementsOf(
      under(
        policyFor(Note, () => true),
        policyFor(Person, () => true),
      ),
    );
    expect(all).toEqual(await statementsOf(under()));
  });

  test('only operations within a policy’s reach document a 403, and a required edge may be null', () => {
    const document = openApiDocument(
      createApi(club.dataSource, {
        policies: [policyFor(Circle, () => true)],
        logger: { warn: () => undefined, error: () => undefined },
      }),
    );
    const refused = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      item.get?.responses?.['403'] ? [path] : [],
    );
    expect(refused).toEqual(
      expect.arrayContaining(['/circles', '/people', '/notes', '/circles/{id}/members']),
    );
    expect(refused.filter((path) => /^.(lockers|items|books)(\/{id})?$/.test(path))).toEqual([]);
  });
});

test('a policy for a class that is no entity is a mistake, as is what is no policy', async () => {
  class Stranger {}
  const strangers = [policyFor(Stranger, () => true)];
  expect(await mistakesOf(clubEntities, { policies: strangers })).toBe(
    "The API cannot be built: 1 problem.\n- options.policies: 'Stranger' is not an entity of the data source. Name an entity, or a class that entities extend.",
  );
  expect(await mistakesOf(clubEntities, { policies: [{ rows: () => true }] })).toContain(
    'Use [policyFor(Pet, ...), ...].',
  );
  expect(await mistakesOf(clubEntities, { policies: policyFor })).toContain('is not a list of policies');
});
