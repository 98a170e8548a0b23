// `include` and the parameters of its paths: which edges an answer has, which of their rows, in which order.
import { contentOf, edgesOf, entityOf, valuesOf, type EntityJson } from '../../support/collection.js';
import { forEachDatabase, forEachMount, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { archive } from './archive.js';

async function edges(stage: Stage, target: string): Promise<EntityJson> {
  return edgesOf(entityOf(await stage.client.get(target)));
}

/** One value of each entity of a non-unique edge. */
function valuesAt(from: EntityJson, edge: string, name: string): unknown[] {
  return (from[edge] as readonly EntityJson[]).map((row) => row[name]);
}

/** Of a second request: the first may learn what later ones know. */
async function countStatements(stage: Stage, target: string): Promise<number> {
  await stage.client.get(target);
  stage.statements.clear();
  expect((await stage.client.get(target)).status).toBe(200);
  // PostgreSQL is sent several at once.
  const texts = stage.statements.texts.flatMap((text) => text.split('; '));
  return texts.filter((text) => /^SELECT (?!schema_version)/.test(text)).length;
}

forEachMount(archive, (stage) => {
  test('an edge is loaded only if include names it, and keys stay in declared order', async () => {
    expect(await edges(stage, '/works/1')).toEqual({});
    expect(Object.keys(await edges(stage, '/works/1?include=reviews,author'))).toEqual(['author', 'reviews']);
  });

  test('fixed edges are always there, default ones unless include leaves them out', async () => {
    expect(Object.keys(await edges(stage, '/authors/1'))).toEqual(['prizes', 'desk']);
    expect(Object.keys(await edges(stage, '/authors/1?include='))).toEqual(['desk']);
    expect(Object.keys(await edges(stage, '/authors/1?include=works'))).toEqual(['works', 'desk']);
  });

  test('an embedded entity has the edges that are named below it, never its own eager ones', async () => {
    const work = await edges(stage, '/works/1?include=author');
    expect(work.author).toMatchObject({ id: 1, edges: {} });
    const deeper = await edges(stage, '/works/1?include=author.mentor');
    expect(deeper.author).toMatchObject({ id: 1, edges: { mentor: null } });
  });

  test('a path may lead back to where it began', async () => {
    const work = await edges(stage, '/works/5?include=author.works');
    expect(valuesAt(edgesOf(work.author as EntityJson), 'works', 'id')).toEqual([5, 8, 9]);
  });
});

forEachDatabase(archive, (stage) => {
  test('a unique edge that leads to no row is null, and a soft-deleted row is none', async () => {
    expect(await edges(stage, '/works/6?include=author.mentor')).toEqual({ author: null });
    expect(valuesAt(await edges(stage, '/authors/2?include=works'), 'works', 'id')).toEqual([5, 8, 9]);
  });

  test('a non-unique edge has its page size as its limit, and says that it has more', async () => {
    const author = entityOf(await stage.client.get('/authors/1?include=works'));
    expect(valuesAt(edgesOf(author), 'works', 'id')).toEqual([1, 2, 3]);
    expect(author.truncated_edges).toEqual(['works']);
    const two = entityOf(await stage.client.get('/authors/1?include=works&works.limit=4'));
    expect(two).not.toHaveProperty('truncated_edges');
  });

  test('sort and limit choose the first rows of each parent', async () => {
    const query = 'include=works,prizes&works.sort=-year&works.limit=2&prizes.limit=1&prizes.sort=label';
    const authors = contentOf(await stage.client.get(`/authors?${query}`));
    expect(authors.map((author) => valuesAt(edgesOf(author), 'works', 'id'))).toEqual([
      [1, 4],
      [5, 9],
      [],
      [],
    ]);
    expect(authors.map(({ truncated_edges: cut }) => cut)).toEqual([
      ['works', 'prizes'],
      ['works'],
      undefined,
      undefined,
    ]);
  });

  test('rows of a path are those of the edge’s own endpoint in the same order', async () => {
    for (const sort of ['title', '-title', 'year', 'year,-year,year', '-year,title', '-id']) {
      const own = valuesOf(await stage.client.get(`/authors/1/works?sort=${sort}&per_page=3`), 'id');
      const embedded = await edges(stage, `/authors/1?include=works&works.sort=${sort}&works.limit=3`);
      expect(valuesAt(embedded, 'works', 'id')).toEqual(own);
    }
  });

  test('unique edges below a non-unique edge, and non-unique ones below these', async () => {
    const query = 'include=works.reviews.critic,works.reviews.replies&works.sort=id&works.reviews.limit=2';
    const author = await edges(stage, `/authors/1?${query}&works.reviews.replies.sort=-votes`);
    const [first, second] = author.works as readonly EntityJson[];
    expect(first).toMatchObject({
      id: 1,
      edges: {
        reviews: [
          { number: 1, edges: { critic: { id: 2 }, replies: [{ votes: 4 }, { votes: 3 }, { votes: 2 }] } },
          { number: 2, edges: { critic: null, replies: [{ votes: 2 }, { votes: 1 }] } },
        ],
      },
      truncated_edges: ['reviews'],
    });
    expect(second).toMatchObject({ id: 2, edges: { reviews: [] } });
  });

  test('a non-unique edge below a unique one is read for each distinct row', async () => {
    const works = contentOf(await stage.client.get('/works?include=author.prizes&sort=id'));
    expect(works.map((work) => work.id)).toEqual([1, 2, 3, 4, 5, 6, 8, 9]);
    const labels = works.map((work) => {
      const author = edgesOf(work).author as EntityJson | null;
      return author && valuesAt(edgesOf(author), 'prizes', 'label');
    });
    expect(labels.slice(3)).toEqual([['wood', 'iron'], ['wood'], null, ['wood'], ['wood']]);
  });

  test('classes in one table show the edges that they have', async () => {
    const works = contentOf(await stage.client.get('/works?include=writtenAt.author&sort=-id&per_page=3'));
    expect(works.map(edgesOf)).toEqual([
      { writtenAt: null },
      {
        writtenAt: expect.objectContaining({
          id: 1,
          edges: { author: expect.objectContaining({ id: 1 }) as unknown },
        }) as unknown,
      },
      {},
    ]);
  });

  test('the endpoints of edges take the parameters of what they show', async () => {
    const desk = await edges(stage, '/authors/1/desk?include=author');
    expect(desk.author).toMatchObject({ name: 'Ann' });
    const [work] = contentOf(await stage.client.get('/authors/2/works?include=reviews&sort=id'));
    expect(valuesAt(edgesOf(work ?? {}), 'reviews', 'text')).toEqual(['lost']);
    expectProblem(await stage.client.get('/authors/9/works?include=reviews'), 404, 'not_found');
    expect(contentOf(await stage.client.get('/authors/4/works?include=reviews'))).toEqual([]);
  });

  test('include of exactly the default edges is the same answer as none', async () => {
    for (const target of ['/authors', '/authors/1', '/prizes/3/authors'])
      expect((await stage.client.get(`${target}?include=prizes`)).text).toBe(
        (await stage.client.get(target)).text,
      );
  });

  test('one statement for the entities, one for each non-unique path, however many rows', async () => {
    const paths: readonly [string, number][] = [
      ['author', 1],
      ['author.mentor', 1],
      ['reviews', 2],
      ['reviews.critic', 2],
      ['reviews,author.works', 3],
    ];
    for (const [include, statements] of paths) {
      expect(await countStatements(stage, `/works/1?include=${include}`)).toBe(statements);
      for (const size of [1, 3, 100])
        expect(await countStatements(stage, `/works?include=${include}&sort=id&per_page=${size}`)).toBe(
          statements,
        );
    }
  });
});

/** Requests that are refused: the parameter at fault, and why. */
const refusals: readonly [string, string, string][] = [
  ['/authors?include=nosuch', 'include', 'malformed_parameter'],
  ['/authors?include=desk', 'include', 'malformed_parameter'],
  ['/authors?include=works,works', 'include', 'malformed_parameter'],
  ['/authors?include=works,', 'include', 'malformed_parameter'],
  ['/authors?include=works.nosuch', 'include', 'malformed_parameter'],
  ['/authors?include=works&include=works', 'include', 'malformed_parameter'],
  ['/authors?include=works.author.works.author', 'include', 'malformed_parameter'],
  ['/replies?include=', 'include', 'unknown_parameter'],
  ['/authors?works.limit=2', 'works.limit', 'conflict'],
  ['/authors?include=pupils&works.sort=id', 'works.sort', 'conflict'],
  ['/authors?include=&prizes.limit=1', 'prizes.limit', 'conflict'],
  ['/authors?include=works&works.limit=0', 'works.limit', 'out_of_range'],
  ['/authors?include=works&works.limit=1001', 'works.limit', 'out_of_range'],
  ['/authors?include=works&works.limit=two', 'works.limit', 'malformed_parameter'],
  ['/authors?include=works&works.sort=random', 'works.sort', 'malformed_parameter'],
  ['/authors?include=works&works.sort=deletedAt', 'works.sort', 'malformed_parameter'],
  ['/authors?include=works&works.sort=', 'works.sort', 'malformed_parameter'],
  ['/works?include=author&author.limit=1', 'author.limit', 'unknown_parameter'],
  ['/works?include=author&author.sort=id', 'author.sort', 'unknown_parameter'],
  ['/authors?desk.fields=id', 'desk.fields', 'unknown_parameter'],
  ['/authors?include=pupils.pupils&pupils.limit=1000&pupils.pupils.limit=2', 'include', 'too_many'],
];

forEachDatabase(archive, (stage) => {
  test.each(refusals)('GET %s is refused for %s: %s', async (target, parameter, code) => {
    const faults = expectProblem(await stage.client.get(target), 400, 'invalid_request');
    expect(faults).toEqual([expect.objectContaining({ parameter, code })]);
  });

  test('the entities of default edges are not counted, those of named paths are', async () => {
    const rows = (limit: number) => `/authors?per_page=100&include=works&works.limit=${limit}`;
    expect((await stage.client.get(rows(100))).status).toBe(200);
    expectProblem(await stage.client.get(rows(101)), 400, 'invalid_request');
    expect((await stage.client.get('/authors?per_page=100&include=prizes')).status).toBe(200);
  });

  test('writes take no parameter of a view', async () => {
    const faults = expectProblem(
      await stage.client.patch('/authors/1?include=works&fields=name', {}),
      400,
      'invalid_request',
    );
    expect(faults.map(({ code }) => code)).toEqual(['unknown_parameter', 'unknown_parameter']);
  });
});
