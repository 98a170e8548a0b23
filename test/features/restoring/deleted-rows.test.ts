// `deleted`: lists, aggregates, exports and single reads of a class with @Restore() also find rows with a delete date.
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { forEachMount } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { archive } from './archive.js';

forEachMount(archive, (stage) => {
  const list = async (query: string) => valuesOf(await stage.client.get(`/letters?sort=id&${query}`), 'id');

  describe('a list', () => {
    test.each([
      ['', [1, 3, 5]],
      ['deleted=only', [2, 4, 6]],
      ['deleted=with', [1, 2, 3, 4, 5, 6]],
      ['deleted=only&id.gt=2', [4, 6]],
      ['deleted=with&id.gt=2', [3, 4, 5, 6]],
      ['deleted=only&weight.eq=2', [2]],
      ['deleted=with&deletedAt.null=true', [1, 3, 5]],
      ['deleted=with&sort=-id', [6, 5, 4, 3, 2, 1]],
      ['deleted=only&where={"weight.eq":4}', [4]],
      ['deleted=with&per_page=2&page=2', [3, 4]],
      ['deleted=only&fields=title', [2, 4, 6]],
    ])('%s', async (query, expected) => {
      const encoded = query.startsWith('deleted=with&sort') ? query : `sort=id&${query}`;
      expect(valuesOf(await stage.client.get(`/letters?${encodeURI(encoded)}`), 'id')).toEqual(expected);
    });

    test('its total and its pages count the same rows', async () => {
      const answer = await stage.client.get('/letters?deleted=only&per_page=2&page=2');
      expect(answer.json).toMatchObject({ total_count: 3, last_page: 2, is_last_page: true });
      expect(answer.headers['x-total-count']).toBe('3');
      expect(answer.headers.link).toContain('deleted=only');
      expect((await stage.client.get('/letters?deleted=with&per_page=2')).json).toMatchObject({
        total_count: 6,
      });
      expect((await stage.client.get('/letters?per_page=2')).json).toMatchObject({ total_count: 3 });
    });

    test('rows show their date', async () => {
      const [letter] = contentOf(await stage.client.get('/letters?deleted=only'));
      expect(letter).toMatchObject({ id: 2, deletedAt: '2001-02-03T04:05:06.000Z' });
    });

    test('deleted rows of edges stay hidden, embedded or tested', async () => {
      const letters = contentOf(await stage.client.get('/letters?deleted=with&sort=id'));
      expect(letters.map(({ edges }) => edges)).toEqual([
        ...[1, 1, 1].map((id) => ({ writer: expect.objectContaining({ id }) as unknown })),
        ...[4, 5, 6].map(() => ({ writer: null })),
      ]);
      const writers = contentOf(await stage.client.get('/writers?deleted=with&sort=id'));
      expect(writers).toMatchObject([
        { id: 1, edges: { letters: [{ id: 1 }, { id: 3 }] } },
        { id: 2, edges: { letters: [] } },
      ]);
      expect(await list('deleted=with&has.writer=true')).toEqual([1, 2, 3]);
      const included = contentOf(await stage.client.get('/letters?deleted=only&include=writer&sort=id'));
      expect(included.map(({ edges }) => edges)).toMatchObject([
        { writer: { id: 1 } },
        { writer: null },
        { writer: null },
      ]);
    });

    test('an edge endpoint does not take it', async () => {
      expectProblem(await stage.client.get('/letters/1/writer?deleted=with'), 400, 'invalid_request');
    });

    test.each(['deleted=', 'deleted=true', 'deleted=without', 'deleted=ONLY'])(
      '%s is a fault',
      async (query) => {
        const faults = expectProblem(await stage.client.get(`/letters?${query}`), 400, 'invalid_request');
        expect(faults).toMatchObject([
          { parameter: 'deleted', code: 'malformed_parameter', detail: "'deleted' must be only or with." },
        ]);
      },
    );

    test('repeated, it is a fault', async () => {
      const answer = await stage.client.get('/letters?deleted=only&deleted=with');
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ code: 'duplicate_parameter' }]);
    });
  });

  describe('one row', () => {
    test('is found with its date', async () => {
      expectProblem(await stage.client.get('/letters/2'), 404, 'not_found');
      const answer = await stage.client.get('/letters/2?deleted=with');
      expect(entityOf(answer)).toMatchObject({ id: 2, edges: { writer: { id: 1, name: 'Ada' } } });
      expect(entityOf(answer).deletedAt).not.toBeNull();
      expect(entityOf(await stage.client.get('/letters/1?deleted=with'))).toMatchObject({ id: 1 });
      expectProblem(await stage.client.get('/letters/7?deleted=with'), 404, 'not_found');
    });

    test('its edges and fields are those of any read', async () => {
      const letter = await stage.client.get('/letters/4?deleted=with&fields=title&include=writer');
      expect(letter.json).toEqual({ id: 4, title: 'Letter 4', edges: { writer: null } });
    });

    test('only `with` says more than the id', async () => {
      const faults = expectProblem(await stage.client.get('/letters/2?deleted=only'), 400, 'invalid_request');
      expect(faults).toMatchObject([{ parameter: 'deleted', code: 'malformed_parameter' }]);
    });
  });

  describe('cursors', () => {
    const walk = async (query: string) => {
      const ids: unknown[] = [];
      let after = '';
      for (let pages = 0; pages < 5; pages++) {
        const answer = await stage.client.get(`/letters?${query}&per_page=1${after}`);
        ids.push(...valuesOf(answer, 'id'));
        const { next_cursor: next } = entityOf(answer);
        if (typeof next !== 'string') break;
        after = `&after=${next}`;
      }
      return ids;
    };

    test.each([
      ['id', [2, 4, 6]],
      ['-deletedAt', [6, 4, 2]],
      // A cursor leaves long texts out: the row that has them is looked up, deleted or not.
      ['body', [6, 4, 2]],
      ['weight', [6, 2, 4]],
      ['title', [2, 4, 6]],
    ])('a walk of deleted rows by %s finds each once', async (sort, expected) => {
      expect(await walk(`deleted=only&sort=${sort}`)).toEqual(expected);
    });

    test('a cursor belongs to the rows that it was made for', async () => {
      const page = await stage.client.get('/letters?deleted=with&per_page=1&sort=id');
      const next = String(entityOf(page).next_cursor);
      expect(await list(`deleted=with&after=${next}`)).toEqual([2, 3, 4, 5, 6]);
      for (const query of ['', 'deleted=only&']) {
        const answer = await stage.client.get(`/letters?${query}sort=id&after=${next}`);
        expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ code: 'invalid_cursor' }]);
      }
    });
  });

  test('an export has the rows of its list', async () => {
    const answer = await stage.client.get('/letters?deleted=only&sort=id&fields=id', { accept: 'text/csv' });
    expect(answer.text).toBe('id,writer\r\n2,1\r\n4,\r\n6,\r\n');
  });

  test('an aggregate groups the rows of its list', async () => {
    const groups = async (query: string) =>
      contentOf(await stage.client.get(`/letters/aggregate?measures=count&${query}`));
    expect(await groups('deleted=only')).toEqual([{ count: 3 }]);
    expect(await groups('deleted=with')).toEqual([{ count: 6 }]);
    expect(await groups('')).toEqual([{ count: 3 }]);
    expect(await groups('deleted=only&group_by=weight&sort=weight')).toHaveLength(3);
  });

  test.each([
    ['GET', '/notes?deleted=with'],
    ['GET', '/notes/2?deleted=with'],
    ['DELETE', '/letters/1?deleted=with'],
  ])('%s %s: elsewhere there is no such parameter', async (method, path) => {
    const faults = expectProblem(await stage.client.send(method, path), 400, 'invalid_request');
    expect(faults).toMatchObject([{ parameter: 'deleted', code: 'unknown_parameter' }]);
  });

  test('what cannot be found cannot be changed', async () => {
    expectProblem(await stage.client.patch('/letters/2', { title: 'x' }), 404, 'not_found');
    expectProblem(await stage.client.delete('/letters/2'), 404, 'not_found');
  });
});
