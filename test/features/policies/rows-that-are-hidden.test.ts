// A row that a policy hides is a row that does not exist, by whichever way it is asked for. What is random is in
// test/properties/policies.test.ts; here each way is walked once.
import { expectProblem } from '../../support/problem.js';
import { forEachClub } from './club.js';

const red = { Person: { team: 'red' } } as const;

forEachClub({}, (club) => {
  test('it is a 404 to read, to change and to delete, as one that never was', async () => {
    const somebody = club.as(red);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const body = method === 'PATCH' ? { name: 'X' } : undefined;
      const hidden = await somebody.send(method, '/people/3', body);
      expectProblem(hidden, 404, 'not_found');
      const missing = await somebody.send(method, '/people/9', body);
      expect(hidden.text).toBe(
        missing.text.replace('/people/9', '/people/3').replace('Person 9', 'Person 3'),
      );
    }
    expect((await club.as({}).get('/people/3')).json).toMatchObject({ name: 'Cleo' });
  });

  test('it is not in lists, nor in their totals and pages', async () => {
    const answer = await club.as(red).get('/people?per_page=2');
    expect(answer.json).toMatchObject({ total_count: 2, last_page: 1, is_last_page: true });
    expect(names(answer.json)).toEqual(['Ada', 'Ben']);
    expect(answer.headers['x-total-count']).toBe('2');
    expectProblem(await club.as(red).get('/people?per_page=2&page=2'), 400, 'invalid_request');
  });

  test('eager edges leave it out: null where one was joined, absent where many were fetched', async () => {
    const somebody = club.as(red);
    expect((await somebody.get('/notes/3')).json).toMatchObject({ edges: { author: null } });
    expect((await somebody.get('/lockers/2')).json).toMatchObject({ edges: { holder: null } });
    expect((await somebody.get('/circles/1')).json).toMatchObject({ edges: { members: [{ id: 1 }] } });
    const { json } = await somebody.get('/circles?sort=id');
    expect(json).toMatchObject({
      content: [{ edges: { members: [{ id: 1 }] } }, { edges: { members: [{ id: 2 }] } }],
    });
  });

  test('it does not count as cut off', async () => {
    const limited = await club.as({ Circle: { id: 1 } }).get('/people/3');
    expect(limited.json).toMatchObject({ edges: { circles: [{ id: 1 }] } });
    expect(limited.json).not.toHaveProperty('truncated_edges');
    expect((await club.as({}).get('/people/3')).json).toMatchObject({ truncated_edges: ['circles'] });
  });

  test('edge endpoints of a hidden row are a 404, and those that lead to one do not show it', async () => {
    const somebody = club.as(red);
    expectProblem(await somebody.get('/people/3/notes'), 404, 'not_found');
    expectProblem(await somebody.get('/people/3/circles'), 404, 'not_found');
    expectProblem(await somebody.get('/people/3/locker'), 404, 'not_found');
    expectProblem(await somebody.get('/notes/3/author'), 404, 'not_found');
    expectProblem(await somebody.get('/lockers/2/holder'), 404, 'not_found');
    expect((await somebody.get('/circles/1/members')).json).toMatchObject([{ id: 1 }]);
  });

  test('filters across an edge do not find it, and has.<edge> does not see it', async () => {
    const somebody = club.as(red);
    expect(ids((await somebody.get('/notes?author.name.eq=Cleo')).json)).toEqual([]);
    expect(ids((await somebody.get('/notes?author.rank.gt=0')).json)).toEqual([1, 2]);
    expect(ids((await somebody.get('/notes?has.author=true')).json)).toEqual([1, 2]);
    expect(ids((await somebody.get('/notes?has.author=false')).json)).toEqual([3, 4]);
    expect(ids((await somebody.get('/notes?author.null=true')).json)).toEqual([3, 4]);
    expect(ids((await somebody.get('/circles?members.name.eq=Cleo')).json)).toEqual([]);
    expect(ids((await club.as({ Note: { author: 1 } }).get('/people?search.eq=Third')).json)).toEqual([]);
  });

  test('counts, sums and keys of related rows do not sort by it', async () => {
    const unpopular = club.as({ Note: { title: ['First', 'Third'] } });
    expect(ids((await unpopular.get('/people?sort=-notes.count')).json)).toEqual([3, 1, 2]);
    expect(ids((await unpopular.get('/people?sort=-notes.stars.sum')).json)).toEqual([3, 1, 2]);
    expect(ids((await club.as(red).get('/notes?sort=-author.rank')).json)).toEqual([2, 1, 4, 3]);
  });

  test('a body that names it names nothing: 400, in the words for an id that does not exist', async () => {
    const somebody = club.as(red);
    const before = await club.tables();
    for (const [method, target, body, pointer] of [
      ['POST', '/notes', { id: 9, title: 'N', weight: 1, author: 3 }, '/author'],
      ['PATCH', '/notes/1', { author: 3 }, '/author'],
      ['POST', '/circles', { id: 9, name: 'C', members: [1, 3] }, '/members'],
      ['PATCH', '/circles/1', { add_members: [3] }, '/add_members'],
      ['PATCH', '/circles/1', { remove_members: [3] }, '/remove_members'],
      ['PATCH', '/circles/1', { members: [3] }, '/members'],
      ['PATCH', '/people/1', { add_pupils: [3] }, '/add_pupils'],
    ] as const) {
      const answer = await somebody.send(method, target, body);
      const detail = 'There is no Person with the id 3.';
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([{ pointer, code: 'not_found', detail }]);
    }
    expect(await club.tables()).toEqual(before);
  });

  test('a bulk set is the whole of what shows: links to hidden rows stay', async () => {
    const linked = await club.as(red).patch('/circles/1', { members: [2] });
    expect(linked.json).toMatchObject({ edges: { members: [{ id: 2 }] } });
    expect(ids((await club.as({}).get('/circles/1/members')).json)).toEqual([2, 3]);
    const owned = await club.as({ Note: { title: ['First', 'Fourth'] } }).patch('/people/1', { notes: [4] });
    expect(owned.json).toMatchObject({ edges: { notes: [{ id: 4 }] } });
    expect(ids((await club.as({}).get('/people/1/notes')).json)).toEqual([2, 4]);
  });

  test('a parent class lists only what the policies of its children show, too', async () => {
    const reader = club.as({ Book: { pages: 300 }, Tool: false });
    expect(ids((await reader.get('/items')).json)).toEqual([1, 2]);
    expect(ids((await reader.get('/books')).json)).toEqual([2]);
    expectProblem(await reader.get('/items/4'), 404, 'not_found');
    expectProblem(await reader.delete('/items/3'), 404, 'not_found');
  });

  test('a policy for a parent class holds for its children', async () => {
    const borrower = club.as({ Item: { lender: { team: 'blue' } } });
    expect(ids((await borrower.get('/books')).json)).toEqual([3]);
    expect(ids((await borrower.get('/tools')).json)).toEqual([4]);
    expectProblem(await borrower.get('/books/2'), 404, 'not_found');
  });

  test('a condition looks at columns and tables that the API does not show', async () => {
    expect(ids((await club.as({ Circle: { grants: { person: 2 } } }).get('/circles')).json)).toEqual([1]);
    expect(ids((await club.as({ Circle: { grants: { person: 3 } } }).get('/circles')).json)).toEqual([]);
  });

  test('a condition looks at related rows as they are, hidden or not', async () => {
    const somebody = club.as({ Person: false, Note: { author: { name: 'Ada' } } });
    expect(ids((await somebody.get('/notes')).json)).toEqual([1, 2]);
  });
});

function ids(json: unknown): unknown[] {
  return rowsOf(json).map(({ id }) => id);
}

function names(json: unknown): unknown[] {
  return rowsOf(json).map(({ name }) => name);
}

function rowsOf(json: unknown): readonly Record<string, unknown>[] {
  return (Array.isArray(json) ? json : (json as { content: unknown }).content) as Record<string, unknown>[];
}
