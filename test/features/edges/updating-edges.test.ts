// PATCH of non-unique edges and of one-to-one edges from their far side: nothing is stolen, no row is ever deleted.
import { edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { chips, festival, stages } from '../../support/fixtures/festival.js';
import { books, library, tags } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount, type Stage } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

async function related(stage: Stage, target: string): Promise<unknown[]> {
  return valuesOf(await stage.client.get(target), 'id');
}

forEachDatabase(petstore, (stage) => {
  test('add_ relates, remove_ unrelates, and both at once', async () => {
    expect((await stage.client.patch('/users/2', { add_pets: [4] })).status).toBe(200);
    expect(await related(stage, '/users/2/pets')).toEqual([3, 4, 5]);
    expect((await stage.client.patch('/users/2', { remove_pets: [3, 4] })).status).toBe(200);
    expect(await related(stage, '/users/2/pets')).toEqual([5]);
    expect((await stage.client.patch('/users/2', { add_pets: [3], remove_pets: [5] })).status).toBe(200);
    expect(await related(stage, '/users/2/pets')).toEqual([3]);
    expect(await stage.dataSource.getRepository('Pet').count()).toBe(5);
  });

  test('adding what is there and removing what is not changes nothing', async () => {
    const answer = await stage.client.patch('/users/1', { add_pets: [1], remove_pets: [3, 4] });
    expect(answer.status).toBe(200);
    expect(await related(stage, '/users/1/pets')).toEqual([1, 2]);
    expect(await related(stage, '/users/2/pets')).toEqual([3, 5]);
  });

  test('a pet of another owner is not stolen: 409 names it, and nothing changes', async () => {
    const answer = await stage.client.patch('/users/3', { display_name: 'X', add_pets: [4, 1] });
    const [fault] = expectProblem(answer, 409, 'edge_conflict');
    expect(fault?.pointer).toMatch(/^\/add_pets(\/1)?$/);
    expect(fault?.detail).toMatch(/\b1\b/);
    expect(await related(stage, '/users/3/pets')).toEqual([]);
    expect((await stage.client.get('/users/3')).json).toMatchObject({ display_name: 'Cleo Adams' });
  });

  test('of two owners adding one stray at once, one gets it', async () => {
    const both = await Promise.all(
      [1, 2].map((id) => stage.client.patch(`/users/${String(id)}`, { add_pets: [4] })),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  test.each(['add_pets', 'remove_pets'])('an unknown id in %s is a 400 that names the key', async (key) => {
    const answer = await stage.client.patch('/users/1', { display_name: 'X', [key]: [1, 99] });
    const [place] = places(expectProblem(answer, 400, 'invalid_request'));
    expect(place).toMatch(new RegExp(`^/${key}(/1)?$`));
    expect((await stage.client.get('/users/1')).json).toMatchObject({ display_name: 'Ada Lovelace' });
    expect(await related(stage, '/users/1/pets')).toEqual([1, 2]);
  });

  test('one id in both add_ and remove_ is a contradiction', async () => {
    const answer = await stage.client.patch('/users/1', { add_pets: [4], remove_pets: [4] });
    expectProblem(answer, 400, 'invalid_request');
    expect(stage.statements.texts).toEqual([]);
  });

  test('the whole edge cannot be set unless it is annotated so', async () => {
    const faults = expectProblem(await stage.client.patch('/users/1', { pets: [1] }), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/pets']);
    expect(stage.statements.texts).toEqual([]);
  });

  test.each(['"1"', '1', '{}', '{"length":1}', '["1"]', '[1.5]', '[null]', '[{"id":1}]', 'null'])(
    'add_ takes an array of ids, not %s',
    async (ids) => {
      const faults = expectProblem(
        await stage.client.patch('/users/1', `{"add_pets":${ids}}`),
        400,
        'invalid_request',
      );
      expect(places(faults)[0]).toMatch(/^\/add_pets/);
      expect(stage.statements.texts).toEqual([]);
    },
  );

  test('a list longer than the limit is refused', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => n + 1);
    expect((await stage.client.patch('/users/1', { add_pets: ids })).status).toBe(400);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  const alpha = `/books/${books.alpha}`;

  test('the bulk key sets exactly the entities given', async () => {
    const answer = await stage.client.patch(alpha, { tags: [tags.bio, tags.cooking] });
    expect(edgesOf(entityOf(answer))).toMatchObject({ tags: [{ label: 'cooking' }, { label: 'bio' }] });
    expect(edgesOf(entityOf(await stage.client.patch(alpha, { tags: [] })))).toEqual({ tags: [] });
    expect(await stage.dataSource.getRepository('Tag').count()).toBe(4);
  });

  test('a tag of another book is shared, not stolen', async () => {
    expect(
      (await stage.client.patch(alpha, { add_tags: [tags.drama], remove_tags: [tags.art] })).status,
    ).toBe(200);
    expect((await stage.client.patch(`/books/${books.gamma}`, { add_tags: [tags.drama] })).status).toBe(200);
    expect(await related(stage, `${alpha}/tags`)).toEqual([tags.drama, tags.bio]);
    expect(await related(stage, `/books/${books.gamma}/tags`)).toEqual([tags.drama, tags.bio]);
  });

  test('a many-to-many edge changes from its far side too', async () => {
    const answer = await stage.client.patch('/tags/2', {
      add_books: [books.beta],
      remove_books: [books.alpha],
    });
    expect(answer.status).toBe(200);
    expect(await related(stage, '/tags/2/books')).toEqual([books.beta, books.gamma]);
  });

  test('the bulk key releases children whose edge may be empty', async () => {
    expect((await stage.client.patch('/authors/1', { mentees: [3] })).status).toBe(200);
    expect(await related(stage, '/authors/1/mentees')).toEqual([3]);
    expect((await stage.client.get('/authors/2/mentor')).status).toBe(404);
    expect((await stage.client.get('/authors/2')).status).toBe(200);
  });

  test.each([
    ['removing a child', { name: 'X', remove_books: [books.alpha] }],
    ['leaving a child out', { name: 'X', books: [books.alpha] }],
    ['leaving all children out', { name: 'X', books: [] }],
    ['taking a child of another', { name: 'X', books: [books.alpha, books.beta, books.gamma] }],
  ])('%s whose edge is required is a 409, and nothing changes', async (_, body) => {
    expectProblem(await stage.client.patch('/authors/1', body), 409, 'edge_conflict');
    expect(await related(stage, '/authors/1/books?per_page=2')).toEqual([books.alpha, books.beta]);
    expect((await stage.client.get('/authors/1')).json).toMatchObject({ name: 'Ann' });
    expect(await stage.dataSource.getRepository('Book').count()).toBe(3);
  });

  test('the bulk key with what is there already changes nothing', async () => {
    const answer = await stage.client.patch('/authors/1', { books: [books.beta, books.alpha] });
    expect(answer.status).toBe(200);
    expect(await related(stage, '/authors/1/books?per_page=2')).toEqual([books.alpha, books.beta]);
  });

  test.each([{ add_tags: [1] }, { remove_tags: [1] }, { add_tags: [], remove_tags: [] }])(
    'the bulk key goes with neither add_ nor remove_: %j',
    async (more) => {
      expectProblem(await stage.client.patch(alpha, { tags: [2], ...more }), 400, 'invalid_request');
      expect(stage.statements.texts).toEqual([]);
    },
  );

  test('a fault in one edge undoes the others', async () => {
    const answer = await stage.client.patch('/authors/1', {
      name: 'X',
      remove_mentees: [2],
      add_books: [books.gamma],
    });
    expectProblem(answer, 409, 'edge_conflict');
    expect(await related(stage, '/authors/1/mentees')).toEqual([2, 3]);
    expect((await stage.client.get('/authors/1')).json).toMatchObject({ name: 'Ann' });
  });

  test('bulk sets at once end as one of them, not as their union', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sets = [[tags.art, tags.bio], [tags.cooking], [tags.drama]];
      const answers = await Promise.all(sets.map((set) => stage.client.patch(alpha, { tags: set })));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      const ids = await related(stage, `${alpha}/tags`);
      expect(sets).toContainEqual([...ids].sort());
    }
  });

  test('a one-to-one edge is set and cleared from its far side', async () => {
    const set = await stage.client.patch('/profiles/2', { author: 2 });
    expect(edgesOf(entityOf(set))).toMatchObject({ author: { id: 2 } });
    expect((await stage.client.get('/authors/2/profile')).json).toMatchObject({ id: 2 });
    const cleared = await stage.client.patch('/profiles/2', { author: null });
    expect(edgesOf(entityOf(cleared))).toEqual({ author: null });
    expect(await stage.dataSource.getRepository('Author').count()).toBe(3);
  });

  test('moving a one-to-one edge from its far side releases the entity it led to', async () => {
    expect((await stage.client.patch('/profiles/1', { author: 2 })).status).toBe(200);
    expect((await stage.client.get('/authors/1/profile')).status).toBe(404);
    expect((await stage.client.get('/authors/2/profile')).json).toMatchObject({ id: 1 });
  });

  test('an entity of another one-to-one edge is not stolen, from either side', async () => {
    expect((await stage.client.patch('/profiles/2', { author: 1 })).status).toBe(409);
    expect((await stage.client.patch('/authors/2', { profile: 1 })).status).toBe(409);
    expect((await stage.client.get('/authors/1/profile')).json).toMatchObject({ id: 1 });
  });
});

forEachMount(festival, (stage) => {
  const ids = async (target: string) => valuesOf(await stage.client.get(target), 'id');
  const patch = (target: string, body: object) => stage.client.patch(target, body);

  describe('Update payload for edges', () => {
    test('adding what is there and removing what is not are no-ops', async () => {
      expect((await patch('/bands/1', { add_genres: ['rock'], remove_genres: ['jazz'] })).status).toBe(200);
      expect(await ids('/bands/1/genres')).toEqual(['rock', 'punk']);
    });

    test.each([
      ['the bulk key together with add_', { genres: ['rock'], add_genres: ['jazz'] }],
      ['the bulk key together with remove_', { genres: ['rock'], remove_genres: ['jazz'] }],
      ['one id in both', { add_genres: ['rock'], remove_genres: ['rock'] }],
    ])('%s is 400', async (_, body) => {
      expectProblem(await patch('/bands/1', body), 400, 'invalid_request');
      expect(await ids('/bands/1/genres')).toEqual(['rock', 'punk']);
    });

    test('a child of another parent is not stolen: 409', async () => {
      expectProblem(await patch('/visitors/2', { add_tickets: [1] }), 409, 'edge_conflict');
      expectProblem(await patch('/visitors/2', { tickets: [1] }), 409, 'edge_conflict');
      expect(await ids('/visitors/1/tickets')).toEqual([1, 2]);
    });

    test('a child whose edge is required is not removed: 409, and no row is deleted', async () => {
      expectProblem(await patch('/festivals/1', { remove_stages: [stages.pier] }), 409, 'edge_conflict');
      expect((await stage.client.get(`/stages/${stages.pier}`)).status).toBe(200);
    });

    test.each([
      ['add_tickets', [99]],
      ['remove_friends', [99]],
      ['tickets', [1, 99]],
    ])('an id in %s that does not exist is 400 naming the key', async (key, value) => {
      const faults = expectProblem(await patch('/visitors/1', { [key]: value }), 400, 'invalid_request');
      expect(places(faults).every((place) => place.startsWith(`/${key}`))).toBe(true);
      expect(faults.length).toBeGreaterThan(0);
    });

    test('a unique edge is set by its name, and cleared with null', async () => {
      expect((await patch('/tickets/3', { visitor: 2 })).status).toBe(200);
      expect(await ids('/visitors/2/tickets')).toEqual([3]);
      expect((await patch('/tickets/3', { visitor: null })).status).toBe(200);
      expect(await ids('/visitors/2/tickets')).toEqual([]);
    });

    test('null for a required unique edge is 400', async () => {
      expectProblem(await patch('/performances/1', { stage: null }), 400, 'invalid_request');
    });

    test('a one-to-one edge moves from the side that owns it', async () => {
      expect((await patch(`/wristbands/${chips.spare}`, { visitor: 2 })).status).toBe(200);
      const { json } = await stage.client.get('/visitors/2');
      expect(json).toMatchObject({ edges: { wristband: { id: chips.spare } } });
    });

    test('a one-to-one edge that is taken is 409', async () => {
      const answer = await patch(`/wristbands/${chips.spare}`, { visitor: 1 });
      expect(answer.status).toBe(409);
    });

    test('all or nothing: one wrong id and no field is written', async () => {
      expectProblem(await patch('/visitors/1', { name: 'X', add_tickets: [3, 99] }), 400, 'invalid_request');
      expect((await stage.client.get('/visitors/1')).json).toMatchObject({ name: 'Ann' });
      expect(await ids('/visitors/1/tickets')).toEqual([1, 2]);
    });

    test('an empty body changes nothing and is 200', async () => {
      const before = await stage.client.get('/visitors/1');
      expect((await patch('/visitors/1', {})).text).toBe(before.text);
    });
  });
});
