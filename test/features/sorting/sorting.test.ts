// The sort and order parameters: keys, directions, ties, NULL, and sorts through edges.
import { valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

async function sorted(stage: Stage, target: string, field: string): Promise<unknown[]> {
  return valuesOf(await stage.client.get(target), field);
}

forEachDatabase(petstore, (stage) => {
  test.each([
    ['', [1, 2, 3, 4, 5]],
    ['order=desc', [5, 4, 3, 2, 1]],
    ['sort=id', [1, 2, 3, 4, 5]],
    ['sort=-id', [5, 4, 3, 2, 1]],
    ['sort=name', [5, 4, 2, 1, 3]],
    ['sort=name&order=desc', [3, 1, 2, 4, 5]],
    ['sort=age', [4, 1, 5, 2, 3]],
    ['sort=age,-name', [4, 1, 5, 2, 3]],
    ['sort=age,name', [4, 5, 1, 2, 3]],
    ['sort=age,-id', [4, 5, 1, 2, 3]],
    // A key that comes again decides nothing.
    ['sort=age,name,-age', [4, 5, 1, 2, 3]],
    ['sort=-age,name&order=desc', [3, 2, 1, 5, 4]],
    ['sort=owner.username', [4, 1, 2, 3, 5]],
    ['sort=-owner.username', [5, 3, 2, 1, 4]],
    ['sort=owner.display_name,-name', [4, 1, 2, 3, 5]],
  ])('/pets?%s', async (query, ids) => {
    expect(await sorted(stage, `/pets?${query}`, 'id')).toEqual(ids);
  });

  test.each([
    ['sort=pets.count', [3, 1, 2]],
    ['sort=-pets.count', [2, 1, 3]],
    ['sort=pets.count,-username', [3, 2, 1]],
    ['sort=-pets.age.sum', [2, 1, 3]],
    ['sort=pets.age.sum', [3, 1, 2]],
  ])('/users?%s', async (query, ids) => {
    expect(await sorted(stage, `/users?${query}`, 'id')).toEqual(ids);
  });

  test('reversing the order reverses the list exactly, ties included', async () => {
    const up = await sorted(stage, '/pets?sort=age&order=asc', 'id');
    const down = await sorted(stage, '/pets?sort=age&order=desc', 'id');
    expect(down).toEqual([...up].reverse());
  });

  test('the minus of a key wins over the order parameter', async () => {
    const minus = await sorted(stage, '/pets?sort=-name&order=asc', 'id');
    expect(minus).toEqual(await sorted(stage, '/pets?sort=name&order=desc', 'id'));
  });

  test('random answers every row once', async () => {
    const ids = await sorted(stage, '/pets?sort=random', 'id');
    expect([...ids].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    'sort=nosuch',
    'sort=',
    'sort=name,',
    'sort=name,nosuch',
    'sort=random,name',
    'sort=owner',
    'sort=owner.nosuch',
    'sort=owner.count',
    'sort=pets.count',
    'sort=display_name',
    'sort=Name',
    'sort=__proto__',
    'sort=constructor',
    'sort=(select%201)',
  ])('/pets?%s is refused before any statement', async (query) => {
    const faults = expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    expect(places(faults)).toEqual(['sort']);
    expect(stage.statements.texts).toEqual([]);
  });

  test.each([
    'order=',
    'order=up',
    'order=ASC',
    'order=-1',
    'order=asc&order=desc',
    'order=asc,(select%201)',
  ])('/pets?%s is refused before any statement', async (query) => {
    const faults = expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    expect(places(faults)).toEqual(['order']);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  test('NULL is lowest', async () => {
    expect(await sorted(stage, '/books?sort=pages', 'pages')).toEqual([null, 100, 300]);
    expect(await sorted(stage, '/books?sort=-pages', 'pages')).toEqual([300, 100, null]);
  });

  test('the default sort and the default order apply when the client names none', async () => {
    expect(await sorted(stage, '/tags', 'label')).toEqual(['drama', 'cooking', 'bio', 'art']);
    expect(await sorted(stage, '/books', 'title')).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  test('order alone turns the default sort', async () => {
    expect(await sorted(stage, '/tags?order=asc', 'label')).toEqual(['art', 'bio', 'cooking', 'drama']);
  });

  test('a field that is not sortable, hidden, skipped or absent is refused alike', async () => {
    const answers = ['rank', 'secret', 'pin', 'nosuch'].map(async (key) => {
      const [fault] = expectProblem(await stage.client.get(`/authors?sort=${key}`), 400, 'invalid_request');
      return JSON.stringify(fault).replaceAll(key, 'KEY');
    });
    expect(new Set(await Promise.all(answers)).size).toBe(1);
  });
});

onEachDatabase(festival, (stage) => {
  const ids = async (target: string) => valuesOf(await stage.client.get(target), 'id');

  describe('Sorting', () => {
    test('order is the order of the keys without a minus', async () => {
      expect(await ids('/line-up?sort=name&order=desc')).toEqual([2, 3, 1]);
      expect(await ids('/performances?sort=minutes,-day&order=desc')).toEqual([2, 3, 1]);
      expectProblem(await stage.client.get('/line-up?order=up'), 400, 'invalid_request');
    });

    test('NULL is lowest', async () => {
      expect(await ids('/performances?sort=loudness')).toEqual([1, 3, 2]);
      expect(await ids('/performances?sort=-loudness')).toEqual([2, 3, 1]);
    });

    test('ties are broken by the key, so the reverse order is the exact reverse', async () => {
      const up = await ids('/performances?sort=minutes');
      expect(await ids('/performances?sort=-minutes')).toEqual([...up].reverse());
    });

    test('the endpoint of an edge sorts by the default of its target, or as asked', async () => {
      const played = `/stages/${stages.main}/performances`;
      expect(await ids(`${played}?per_page=2`)).toEqual([2, 1]);
      expect(await ids(`${played}?per_page=2&sort=minutes`)).toEqual([1, 2]);
    });
  });
});
