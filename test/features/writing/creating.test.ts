// POST: what is taken, what is refused, and that a refused create leaves nothing.
import { edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { books, library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

const pet = { name: 'Yoshi', age: 2, type: 'REPTILE' };
const user = { username: 'dan', display_name: 'Dan', email: 'dan@example.com' };

forEachDatabase(petstore, (stage) => {
  const petCount = () => stage.dataSource.getRepository('Pet').count();
  const userCount = () => stage.dataSource.getRepository('User').count();

  test('an optional unique edge may be absent or null', async () => {
    for (const body of [pet, { ...pet, owner: null }]) {
      const answer = await stage.client.post('/pets', body);
      expect(answer.status).toBe(201);
      expect(edgesOf(entityOf(answer))).toEqual({ owner: null });
    }
  });

  test('a non-unique edge takes ids', async () => {
    expect((await stage.client.post('/users', { ...user, pets: [4] })).status).toBe(201);
    expect(valuesOf(await stage.client.get('/users/4/pets'), 'name')).toEqual(['Bubbles']);
  });

  test('an entity of another parent is not stolen, and nothing is created', async () => {
    expectProblem(await stage.client.post('/users', { ...user, pets: [4, 1] }), 409, 'edge_conflict');
    expect(await userCount()).toBe(3);
    expect((await stage.client.get('/pets/4/owner')).status).toBe(404);
    expect((await stage.client.get('/pets/1/owner')).json).toMatchObject({ id: 1 });
  });

  test.each([
    ['a word for a number', { age: '5' }, '/age'],
    ['a number with words', { age: '12abc' }, '/age'],
    ['a truth for a number', { age: true }, '/age'],
    ['a fraction for an integer', { age: 1.5 }, '/age'],
    ['a list for a number', { age: [] }, '/age'],
    ['an object for a number', { age: {} }, '/age'],
    ['a number out of the validator’s range', { age: 201 }, '/age'],
    ['a number below the range', { age: -1 }, '/age'],
    ['a number out of any range', { age: 9007199254740992 }, '/age'],
    ['null where there must be a value', { name: null }, '/name'],
    ['a text too short', { name: '' }, '/name'],
    ['a text too long', { name: 'x'.repeat(81) }, '/name'],
    ['a number for a text', { name: 7 }, '/name'],
    ['a text with NUL', { name: 'a\u0000b' }, '/name'],
    ['half a character', { name: 'a\ud800b' }, '/name'],
    ['a value that is not in the enum', { type: 'DRAGON' }, '/type'],
    ['a value in another case', { type: 'dog' }, '/type'],
    ['a list for an enum', { type: ['DOG'] }, '/type'],
    ['an unknown key', { colour: 'red' }, '/colour'],
    ['a property that objects have anyway', { toString: 'x' }, '/toString'],
    ['an id that the client may not choose', { id: 9 }, '/id'],
    ['the edges of an answer', { edges: {} }, '/edges'],
    ['a word for an id', { owner: '1' }, '/owner'],
    ['a whole entity for an id', { owner: { id: 1, type: 'SYSTEM' } }, '/owner'],
    ['an id that cannot be', { owner: 1.5 }, '/owner'],
  ])('%s is refused before any statement', async (_, wrong, pointer) => {
    const faults = expectProblem(
      await stage.client.post('/pets', { ...pet, ...wrong }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual([pointer]);
    expect(stage.statements.texts).toEqual([]);
  });

  test('one answer lists every fault', async () => {
    const body = { name: '', age: 'old', colour: 'red', owner: 'me' };
    const faults = expectProblem(await stage.client.post('/pets', body), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/age', '/colour', '/name', '/owner', '/type']);
    expect(stage.statements.texts).toEqual([]);
  });

  test('a rule of class-validator is enforced', async () => {
    const faults = expectProblem(
      await stage.client.post('/users', { ...user, email: 'dan' }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['/email']);
    expect(stage.statements.texts).toEqual([]);
  });

  test('missing keys are named one by one', async () => {
    const faults = expectProblem(await stage.client.post('/users', {}), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/display_name', '/email', '/username']);
    expect(faults.map((fault) => fault.code)).toEqual(['required', 'required', 'required']);
  });

  test.each(['null', '[]', '[{}]', '"x"', '1', 'true'])(
    'a body that is no object is refused: %s',
    async (body) => {
      expect((await stage.client.post('/pets', body)).status).toBe(400);
      expect(stage.statements.texts).toEqual([]);
    },
  );

  test('a related entity that does not exist is a 400 that names the key, and nothing is created', async () => {
    const faults = expectProblem(
      await stage.client.post('/pets', { ...pet, owner: 99 }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['/owner']);
    expect(await petCount()).toBe(5);
  });

  test('a taken value is a 409 that names the field', async () => {
    const answer = await stage.client.post('/users', { ...user, email: 'ada@example.com' });
    expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/email']);
    expect(await userCount()).toBe(3);
  });

  test('of two creates at once with the same unique value, one wins', async () => {
    const both = await Promise.all([stage.client.post('/users', user), stage.client.post('/users', user)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  test('text is stored and returned as it came', async () => {
    for (const name of ["'; DROP TABLE pets; --", '🐕‍🦺', 'e\u0301 é', '\u202Eabc', '<script>', '\\"\t\n']) {
      expect((await stage.client.post('/pets', { ...pet, name })).json).toMatchObject({ name });
    }
    expect(await petCount()).toBe(11);
  });

  test('of a repeated key the last value counts', async () => {
    const answer = await stage.client.post('/pets', '{"name":"a","name":"b","age":1,"type":"DOG"}');
    expect(answer.json).toMatchObject({ name: 'b' });
  });

  test('a create takes no filters', async () => {
    expect((await stage.client.post('/pets?type.eq=DOG', pet)).status).toBe(400);
    expect(await petCount()).toBe(5);
  });
});

const novel = { title: 'Delta', isbn: 'D1', author: 1 };

forEachDatabase(library, (stage) => {
  test('absent keys take their defaults, and the database makes a uuid and a date', async () => {
    const answer = await stage.client.post('/books', novel);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      title: 'Delta',
      pages: null,
      inPrint: true,
      published: null,
      isbn: 'D1',
    });
    const { id, createdAt } = entityOf(answer);
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(String(createdAt)) - Date.now())).toBeLessThan(60_000);
  });

  test('a create answers with its eager-loaded many-to-many edge', async () => {
    const answer = await stage.client.post('/books', { ...novel, tags: [1, 3] });
    expect(edgesOf(entityOf(answer))).toMatchObject({ tags: [{ label: 'cooking' }, { label: 'art' }] });
  });

  test('a required edge must be there and cannot be null', async () => {
    for (const body of [
      { title: 'Delta', isbn: 'D1' },
      { ...novel, author: null },
    ]) {
      const faults = expectProblem(await stage.client.post('/books', body), 400, 'invalid_request');
      expect(places(faults)).toEqual(['/author']);
    }
  });

  test('a one-to-one edge is set from either side', async () => {
    const dora = await stage.client.post('/authors', { name: 'Dora', profile: 2 });
    expect(edgesOf(entityOf(dora))).toMatchObject({ profile: { id: 2 } });
    const profile = await stage.client.post('/profiles', { bio: 'about Bob', author: 2 });
    expect(edgesOf(entityOf(profile))).toMatchObject({ author: { id: 2, name: 'Bob' } });
  });

  test('a one-to-one edge is not taken away, from either side', async () => {
    expect((await stage.client.post('/authors', { name: 'Dora', profile: 1 })).status).toBe(409);
    expect((await stage.client.post('/profiles', { bio: 'mine', author: 1 })).status).toBe(409);
    expect((await stage.client.get('/authors/1/profile')).json).toMatchObject({ id: 1 });
    expect(await stage.dataSource.getRepository('Profile').count()).toBe(2);
  });

  test('a column that is not selected can be written and is never returned', async () => {
    const answer = await stage.client.post('/authors', { name: 'Dora', pin: '9876' });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toMatch(/pin|9876/);
    const stored = stage.dataSource.getRepository('Author').createQueryBuilder('a').addSelect('a.pin');
    expect(await stored.where({ name: 'Dora' }).getOne()).toMatchObject({ pin: '9876' });
  });

  test.each([
    ['read-only', { rank: 1 }, '/rank'],
    ['skipped', { secret: 'x' }, '/secret'],
  ])('a %s field is refused', async (_, wrong, pointer) => {
    const answer = await stage.client.post('/authors', { name: 'Dora', ...wrong });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual([pointer]);
    expect(stage.statements.texts).toEqual([]);
  });

  test('one unknown id among several is named, and nothing is created', async () => {
    const answer = await stage.client.post('/books', { ...novel, tags: [1, 99] });
    const [place = ''] = places(expectProblem(answer, 400, 'invalid_request'));
    expect(place).toMatch(/^\/tags(\/1)?$/);
    expect(await stage.dataSource.getRepository('Book').count()).toBe(Object.keys(books).length);
  });

  test.each(['"1"', '1', '{}', '["1"]', '[1.5]', '[null]', '[[1]]', '[{"id":1}]'])(
    'ids are an array of ids, not %s',
    async (ids) => {
      const body = `{"title":"Delta","isbn":"D1","author":1,"tags":${ids}}`;
      const faults = expectProblem(await stage.client.post('/books', body), 400, 'invalid_request');
      expect(places(faults)[0]).toMatch(/^\/tags/);
      expect(stage.statements.texts).toEqual([]);
    },
  );
});

forEachDatabase({ ...petstore, options: { ...petstore.options, strictMutate: false } }, (stage) => {
  test('without strictMutate unknown keys are ignored', async () => {
    const answer = await stage.client.post('/pets', { ...pet, colour: 'red' });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain('colour');
  });
});

const stageBody = { name: 'Hill', capacity: 10, festival: 1 };

forEachMount(festival, (stage) => {
  const refused = async (method: 'POST' | 'PATCH', target: string, body: unknown) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('Create', () => {
    test('a unique edge is the id of its target, of any type', async () => {
      const created = await stage.client.post('/stages', stageBody);
      expect(created.json).toMatchObject({ name: 'Hill', edges: { festival: { id: 1 } } });
      const played = { day: '2027-07-05', stage: stages.barn, act: 3 };
      expect((await stage.client.post('/performances', played)).status).toBe(201);
    });

    test('a non-unique edge is an array of ids', async () => {
      const genre = { id: 'folk', title: 'Folk', acts: [2, 3], children: ['jazz'] };
      expect((await stage.client.post('/genres', genre)).status).toBe(201);
      expect(valuesOf(await stage.client.get('/genres/folk/acts'), 'id')).toEqual([2, 3]);
      expect((await stage.client.get('/genres/jazz/parent')).json).toMatchObject({ id: 'folk' });
    });

    test('a unique edge may be null when it is nullable, and only then', async () => {
      expect((await stage.client.post('/wristbands', { id: '8', visitor: null })).status).toBe(201);
      expect(await refused('POST', '/stages', { ...stageBody, festival: null })).toEqual(['/festival']);
      expect(await refused('POST', '/stages', { name: 'x', capacity: 1 })).toEqual(['/festival']);
    });

    test('an id that does not exist is 400 naming the key', async () => {
      expect(await refused('POST', '/stages', { ...stageBody, festival: 99 })).toEqual(['/festival']);
      expect(await refused('POST', '/genres', { id: 'folk', title: 'F', acts: [1, 99] })).toEqual(['/acts']);
    });

    test('one 400 lists everything that is wrong', async () => {
      const body = { name: '', capacity: '9', covered: 'no', nosuch: 1 };
      const wrong = ['/capacity', '/covered', '/festival', '/name', '/nosuch'];
      expect([...new Set(await refused('POST', '/stages', body))].sort()).toEqual(wrong);
    });

    test.each([[[]], ['text'], [null], [1]])('the body %j is no object: 400', async (body) => {
      expectProblem(
        await stage.client.send('POST', '/stages', { body: JSON.stringify(body) }),
        400,
        'invalid_request',
      );
    });

    test('the answer is what a read gives, with its Location', async () => {
      const created = await stage.client.post('/stages', stageBody);
      expect((await stage.client.get(created.headers.location ?? '')).text).toBe(created.text);
    });
  });
});
