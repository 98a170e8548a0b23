// Pages: the envelope, the bounds, the links from page to page, and collections without pages.
import { contentOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { festival } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { expectProblem, places } from '../../support/problem.js';

/** The targets of the Link header by relation. */
function links(answer: Answer): Record<string, string> {
  const found = [...(answer.headers.link ?? '').matchAll(/<([^>]*)>; rel="([a-z]+)"/g)];
  return Object.fromEntries(found.map(([, target = '', relation = '']) => [relation, target]));
}

forEachDatabase(petstore, (stage) => {
  test('the envelope counts rows and pages', async () => {
    const answer = await stage.client.get('/pets?per_page=2&page=2');
    expect(Object.keys(answer.json as object)).toEqual([
      'page',
      'total_count',
      'last_page',
      'is_last_page',
      'content',
    ]);
    expect(answer.json).toMatchObject({ page: 2, total_count: 5, last_page: 3, is_last_page: false });
    expect(valuesOf(answer, 'id')).toEqual([3, 4]);
  });

  test('the last page says so', async () => {
    const answer = await stage.client.get('/pets?per_page=2&page=3');
    expect(answer.json).toMatchObject({ page: 3, last_page: 3, is_last_page: true });
    expect(valuesOf(answer, 'id')).toEqual([5]);
  });

  test('a full last page is the last', async () => {
    const answer = await stage.client.get('/pets?per_page=5');
    expect(answer.json).toMatchObject({ page: 1, total_count: 5, last_page: 1, is_last_page: true });
  });

  test('an empty list is one empty page', async () => {
    const answer = await stage.client.get('/pets?name.eq=nobody');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"page":1,"total_count":0,"last_page":1,"is_last_page":true,"content":[]}');
  });

  test('ten items a page unless asked otherwise', async () => {
    await stage.dataSource
      .getRepository('Pet')
      .insert(Array.from({ length: 7 }, () => ({ name: 'x', age: 1, type: 'DOG' })));
    const answer = await stage.client.get('/pets');
    expect(contentOf(answer)).toHaveLength(10);
    expect(answer.json).toMatchObject({ total_count: 12, last_page: 2 });
  });

  test('every envelope carries the number of matching rows', async () => {
    expect((await stage.client.get('/pets?type.eq=DOG&per_page=1')).headers['x-total-count']).toBe('2');
  });

  test('following next walks every row once, filters and sort kept', async () => {
    const ids: unknown[] = [];
    let target: string | undefined = '/pets?per_page=2&sort=-age&has.owner=true';
    while (target !== undefined) {
      const answer: Answer = await stage.client.get(target);
      ids.push(...valuesOf(answer, 'id'));
      target = links(answer).next;
    }
    expect(ids).toEqual([3, 2, 5, 1]);
  });

  test('links lead to the first, previous, next and last page, where there are such', async () => {
    const relations = async (page: number) =>
      Object.keys(links(await stage.client.get(`/pets?per_page=2&page=${String(page)}`))).sort();
    expect(await relations(1)).toEqual(['first', 'last', 'next']);
    expect(await relations(2)).toEqual(['first', 'last', 'next', 'prev']);
    expect(await relations(3)).toEqual(['first', 'last', 'prev']);
  });

  test('the last link leads to the last page', async () => {
    const { last = '' } = links(await stage.client.get('/pets?per_page=2'));
    expect((await stage.client.get(last)).json).toMatchObject({ page: 3, is_last_page: true });
  });

  test.each(['page=4&per_page=2', 'page=2', 'page=2&name.eq=nobody', 'page=2147483647'])(
    'a page past the last is refused: /pets?%s',
    async (query) => {
      const faults = expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
      expect(places(faults)).toEqual(['page']);
    },
  );

  test.each([
    ['/pets?page=4&per_page=2', 3],
    ['/pets?page=2', 1],
    ['/pets?page=2&name.eq=nobody', 1],
    ['/users/2/pets?page=9&per_page=1', 2],
    ['/users/3/pets?page=2', 1],
  ])('the detail names the last page: %s', async (target, last) => {
    const [fault] = expectProblem(await stage.client.get(target), 400, 'invalid_request');
    expect(fault).toMatchObject({ detail: `The page is out of range: the last page is ${last}.` });
  });

  const notPositive = [
    '0',
    '-1',
    '-1000000',
    'abc',
    '1.5',
    '1e2',
    '0x10',
    '%2B5',
    '%205',
    '',
    'NaN',
    'Infinity',
  ];
  test.each([...notPositive, '101', '99999999999999999999'])('per_page=%s is refused', async (value) => {
    const faults = expectProblem(await stage.client.get(`/pets?per_page=${value}`), 400, 'invalid_request');
    expect(places(faults)).toEqual(['per_page']);
    expect(stage.statements.texts).toEqual([]);
  });

  test.each([...notPositive, '1e18', '9007199254740993'])('page=%s is refused', async (value) => {
    const faults = expectProblem(await stage.client.get(`/pets?page=${value}`), 400, 'invalid_request');
    expect(places(faults)).toEqual(['page']);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  test('the bounds of the entity govern its list', async () => {
    const statuses = [1, 2, 4, 5].map(
      async (items) => (await stage.client.get(`/authors?per_page=${String(items)}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400]);
  });

  test('the bounds of an edge govern its endpoint', async () => {
    const statuses = [1, 2, 3].map(
      async (items) => (await stage.client.get(`/authors/1/books?per_page=${String(items)}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 400]);
    expect((await stage.client.get('/authors/1/books')).json).toMatchObject({ total_count: 2, last_page: 2 });
  });
});

forEachDatabase({ ...petstore, options: { ...petstore.options, disablePagination: true } }, (stage) => {
  test('with pagination disabled, lists are arrays that still carry their count', async () => {
    const answer = await stage.client.get('/pets?type.eq=DOG');
    expect(answer.json).toBeInstanceOf(Array);
    expect(valuesOf(answer, 'name')).toEqual(['Rex', 'Rexona']);
    expect(answer.headers).toMatchObject({ 'x-total-count': '2' });
    expect(answer.headers).not.toHaveProperty('link');
  });

  test('without pages there is no page parameter', async () => {
    expect((await stage.client.get('/pets?page=1')).status).toBe(400);
    expect((await stage.client.get('/pets?per_page=5')).status).toBe(400);
  });
});

forEachDatabase({ ...petstore, options: { ...petstore.options, listNotFound: true } }, (stage) => {
  test('with the option listNotFound an empty list is a 404', async () => {
    expectProblem(await stage.client.get('/pets?name.eq=nobody'), 404, 'not_found');
    expect((await stage.client.get('/pets?name.eq=Rex')).status).toBe(200);
  });
});

onEachDatabase(petstore, (stage) => {
  const { options } = petstore;

  describe('Pagination', () => {
    test.each([
      'per_page=0',
      'per_page=101',
      'per_page=x',
      'per_page=1.5',
      'page=0',
      'page=-1',
      'page=01',
      'page=',
    ])('%s is 400, never clamped', async (query) => {
      expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    });

    test('a page past the last is 400, but the first always exists', async () => {
      expectProblem(await stage.client.get('/pets?page=2'), 400, 'invalid_request');
      expect((await stage.client.get('/pets?name.eq=nobody')).status).toBe(200);
    });

    test('the pages of a walk hold each entity once', async () => {
      const pages = [1, 2, 3].map((page) => stage.client.get(`/pets?per_page=2&page=${String(page)}`));
      const ids = (await Promise.all(pages)).flatMap((page) => valuesOf(page, 'id'));
      expect(ids).toEqual([1, 2, 3, 4, 5]);
    });

    test('X-Total-Count and Link: first, prev, next and last', async () => {
      const { headers } = await stage.client.get('/pets?per_page=2&page=2&age.gt=0');
      expect(headers['x-total-count']).toBe('5');
      for (const [relation, page] of [
        ['first', 1],
        ['prev', 1],
        ['next', 3],
        ['last', 3],
      ]) {
        const target = (headers.link ?? '')
          .split(', ')
          .find((link) => link.endsWith(`rel="${String(relation)}"`));
        expect(target).toMatch(new RegExp(`[?&]page=${String(page)}[&>]`));
        expect(target).toContain('age.gt=0');
      }
    });

    test('listNotFound makes an empty list a 404', async () => {
      const client = DirectClient.of(stage.database.dataSource, { ...options, listNotFound: true });
      expect((await client.get('/pets?name.eq=nobody')).status).toBe(404);
      expect((await client.get('/pets')).status).toBe(200);
    });
  });
});

onEachDatabase(festival, (stage) => {
  describe('Pagination', () => {
    test('a plain array stops at unpagedLimit', async () => {
      const client = DirectClient.of(stage.database.dataSource, { ...festival.options, unpagedLimit: 2 });
      const answer = await client.get('/genres');
      expect(answer.json).toHaveLength(2);
      expect(answer.headers['x-total-count']).toBe('3');
    });
  });
});
