// Eager-loaded edges: their place, their depth, their order, their limit, and what they cost.
import { contentOf, edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { books, library, tag, tags } from '../../support/fixtures/library.js';
import { festival } from '../../support/fixtures/festival.js';
import { addOwnedDogs, petstore, userJson } from '../../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount, type Stage } from '../../support/for-each-database.js';

async function edges(stage: Stage, target: string): Promise<unknown> {
  return edgesOf(entityOf(await stage.client.get(target)));
}

/** Of a second request: the first may learn what later ones know. */
async function statementsOf(stage: Stage, target: string): Promise<number> {
  await stage.client.get(target);
  stage.statements.clear();
  expect((await stage.client.get(target)).status).toBe(200);
  return stage.statements.count;
}

forEachDatabase(petstore, (stage) => {
  test('every pet of a list carries its owner', async () => {
    const owners = contentOf(await stage.client.get('/pets')).map((pet) => edgesOf(pet).owner);
    expect(owners).toEqual([userJson[1], userJson[1], userJson[2], null, userJson[2]]);
  });

  test('an edge that is not eager-loaded is no key', async () => {
    expect(await edges(stage, '/users/1')).toEqual({});
  });

  test('a page of 50 pets with owners costs as many statements as a page of one', async () => {
    await addOwnedDogs(stage.dataSource, 100);
    const one = await statementsOf(stage, '/pets?per_page=1&age.eq=2');
    expect(one).toBeGreaterThan(0);
    expect(await statementsOf(stage, '/pets?per_page=50&age.eq=2')).toBe(one);
  });
});

forEachDatabase(library, (stage) => {
  test('a non-unique edge is an array in the default order of its target', async () => {
    const alpha = await edges(stage, `/books/${books.alpha}`);
    expect(alpha).toEqual({
      tags: [
        { id: tags.bio, label: 'bio', edges: {} },
        { id: tags.art, label: 'art', edges: {} },
      ],
    });
  });

  test('a non-unique edge without entities is an empty array', async () => {
    expect(await edges(stage, `/books/${books.beta}`)).toEqual({ tags: [] });
  });

  test('both sides of a one-to-one edge can be eager, and neither recurses', async () => {
    expect(await edges(stage, '/authors/1')).toEqual({ profile: { id: 1, bio: 'about Ann', edges: {} } });
    expect(await edges(stage, '/profiles/1')).toEqual({
      author: { id: 1, name: 'Ann', penName: 'A. N. Other', rank: 0, edges: {} },
    });
  });

  test('a one-to-one edge that leads nowhere is null on both sides', async () => {
    expect(await edges(stage, '/authors/2')).toEqual({ profile: null });
    expect(await edges(stage, '/profiles/2')).toEqual({ author: null });
  });

  test('an edge over its limit is cut after the first rows, and the entity says so', async () => {
    await tag(stage.dataSource, books.alpha, [tags.cooking, tags.drama]);
    const answer = await stage.client.get(`/books/${books.alpha}`);
    expect(entityOf(answer)).toMatchObject({
      edges: { tags: [{ label: 'drama' }, { label: 'cooking' }, { label: 'bio' }] },
      truncated_edges: ['tags'],
    });
  });

  test('an edge exactly at its limit is whole, and nothing is said', async () => {
    await tag(stage.dataSource, books.alpha, [tags.cooking]);
    const book = entityOf(await stage.client.get(`/books/${books.alpha}`));
    expect(edgesOf(book).tags).toHaveLength(3);
    expect(book).not.toHaveProperty('truncated_edges');
  });

  test('the limit counts per parent', async () => {
    await tag(stage.dataSource, books.alpha, [tags.cooking, tags.drama]);
    await tag(stage.dataSource, books.gamma, [tags.art]);
    const [alpha, beta, gamma] = contentOf(await stage.client.get('/books'));
    expect(alpha).toMatchObject({ truncated_edges: ['tags'] });
    expect(beta).toMatchObject({ edges: { tags: [] } });
    expect(gamma).toMatchObject({ edges: { tags: [{ label: 'bio' }, { label: 'art' }] } });
    expect(gamma).not.toHaveProperty('truncated_edges');
  });

  test('the statements of a list with a non-unique edge do not grow with its rows', async () => {
    const one = await statementsOf(stage, '/books?per_page=1');
    expect(await statementsOf(stage, '/books?per_page=2')).toBe(one);
  });
});

const allEager = { ...petstore.options, defaultEagerLoad: true, eagerLoadLimit: 1 };

forEachDatabase({ ...petstore, options: allEager }, (stage) => {
  test('with the option defaultEagerLoad every edge is eager, up to the option eagerLoadLimit', async () => {
    const users = contentOf(await stage.client.get('/users'));
    expect(users).toMatchObject([
      { edges: { pets: [{ name: 'Rex', edges: {} }] }, truncated_edges: ['pets'] },
      { edges: { pets: [{ name: 'Rexona', edges: {} }] }, truncated_edges: ['pets'] },
      { edges: { pets: [] } },
    ]);
    expect(valuesOf(await stage.client.get('/pets'), 'edges')).toHaveLength(5);
  });
});

forEachDatabase({ ...petstore, options: { ...allEager, eagerLoadLimit: -1 } }, (stage) => {
  test('a limit of -1 is none', async () => {
    const [ada] = contentOf(await stage.client.get('/users'));
    expect(ada).toMatchObject({ edges: { pets: [{ name: 'Rex' }, { name: 'Mia' }] } });
    expect(ada).not.toHaveProperty('truncated_edges');
  });
});

forEachMount(festival, (stage) => {
  const edgesAt = async (target: string) => edgesOf(entityOf(await stage.client.get(target)));

  describe('Eager loading rules', () => {
    test('a non-unique edge is an array, empty when there is nothing', async () => {
      expect((await edgesAt('/line-up/2')).genres).toEqual([]);
    });

    test('a unique edge is an object, or null when there is nothing', async () => {
      expect(await edgesAt('/visitors/1')).toMatchObject({ wristband: { balance: 12.5, edges: {} } });
      expect(await edgesAt('/visitors/2')).toEqual({ wristband: null });
    });

    test('an edge over its limit is named in truncated_edges, and only then', async () => {
      expect(entityOf(await stage.client.get('/bands/1'))).not.toHaveProperty('truncated_edges');
      await stage.client.patch('/bands/1', { add_genres: ['jazz'] });
      expect(entityOf(await stage.client.get('/bands/1'))).toMatchObject({ truncated_edges: ['genres'] });
    });
  });
});
