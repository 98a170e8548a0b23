// PATCH of fields and unique edges: only what is given is written.
import { edgesOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { chips, festival } from '../../support/fixtures/festival.js';
import { books, library } from '../../support/fixtures/library.js';
import { petstore, userJson } from '../../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachDatabase(petstore, (stage) => {
  test('the key given changes and nothing else does', async () => {
    const answer = await stage.client.patch('/users/2', { display_name: 'Sir Ben' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ...userJson[2], display_name: 'Sir Ben' });
    expect((await stage.client.get('/users/2')).text).toBe(answer.text);
    expect((await stage.client.get('/users/1')).json).toEqual(userJson[1]);
  });

  test('the statement sets the columns given and no others', async () => {
    await stage.client.patch('/pets/1', { age: 4 });
    const [update = '', ...more] = stage.statements.texts.filter((text) => /^\s*update/i.test(text));
    expect(more).toEqual([]);
    expect(update).toMatch(/["`]age["`]/);
    expect(update.split(/\bwhere\b/i)[0]).not.toMatch(/["`](name|type|ownerId)["`]/);
  });

  test('two clients that change different fields at once both win', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `Rex ${String(round)}`;
      const [renamed, aged] = await Promise.all([
        stage.client.patch('/pets/1', { name }),
        stage.client.patch('/pets/1', { age: round }),
      ]);
      expect([renamed.status, aged.status]).toEqual([200, 200]);
      expect((await stage.client.get('/pets/1')).json).toMatchObject({ name, age: round });
    }
  });

  test('an empty object changes nothing and answers 200', async () => {
    const before = await stage.client.get('/pets/1');
    stage.statements.clear();
    const answer = await stage.client.patch('/pets/1', {});
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(before.text);
    expect(stage.statements.texts.filter((text) => /^\s*(update|insert|delete)/i.test(text))).toEqual([]);
  });

  test('a unique edge is moved, cleared and set by its name', async () => {
    const moved = await stage.client.patch('/pets/1', { owner: 2 });
    expect(edgesOf(entityOf(moved))).toEqual({ owner: userJson[2] });
    const cleared = await stage.client.patch('/pets/1', { owner: null });
    expect(edgesOf(entityOf(cleared))).toEqual({ owner: null });
    const set = await stage.client.patch('/pets/1', { owner: 3 });
    expect(edgesOf(entityOf(set))).toEqual({ owner: userJson[3] });
  });

  test('a related entity that does not exist is a 400, and nothing changes', async () => {
    const answer = await stage.client.patch('/pets/1', { name: 'Changed', owner: 99 });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/owner']);
    expect((await stage.client.get('/pets/1')).json).toMatchObject({
      name: 'Rex',
      edges: { owner: { id: 1 } },
    });
  });

  test('a taken value is a 409 that names the field, and nothing changes', async () => {
    const answer = await stage.client.patch('/users/2', { display_name: 'X', username: 'ada' });
    expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/username']);
    expect((await stage.client.get('/users/2')).json).toEqual(userJson[2]);
  });

  test('an entity may keep its own unique value', async () => {
    expect((await stage.client.patch('/users/2', { username: 'ben' })).status).toBe(200);
  });

  test('nothing to update is a 404', async () => {
    expectProblem(await stage.client.patch('/pets/99', { age: 1 }), 404, 'not_found');
    expectProblem(await stage.client.patch('/pets/99', {}), 404, 'not_found');
  });

  test.each([
    ['null for a value', { name: null }, '/name'],
    ['a wrong type', { age: '5' }, '/age'],
    ['a value out of range', { age: 201 }, '/age'],
    ['a value that is not in the enum', { type: 'DRAGON' }, '/type'],
    ['an unknown key', { colour: 'red' }, '/colour'],
    ['an id', { id: 2 }, '/id'],
    ['the edges of an answer', { edges: { owner: null } }, '/edges'],
    ['a whole entity for an id', { owner: { id: 2 } }, '/owner'],
    ['add_ on a unique edge', { add_owner: [2] }, '/add_owner'],
    ['remove_ on a unique edge', { remove_owner: [1] }, '/remove_owner'],
    ['another spelling of a key', { Name: 'x' }, '/Name'],
  ])('%s is refused before any statement', async (_, wrong, pointer) => {
    const faults = expectProblem(await stage.client.patch('/pets/1', wrong), 400, 'invalid_request');
    expect(places(faults)).toEqual([pointer]);
    expect(stage.statements.texts).toEqual([]);
  });

  test('one answer lists every fault', async () => {
    const body = { name: '', age: 'old', colour: 'red', owner: 'me', id: 7 };
    const faults = expectProblem(await stage.client.patch('/pets/1', body), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/age', '/colour', '/id', '/name', '/owner']);
  });

  test.each(['null', '[]', '"x"', '1', 'true'])('a body that is no object is refused: %s', async (body) => {
    expect((await stage.client.patch('/pets/1', body)).status).toBe(400);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  test('null clears a field that may be null', async () => {
    expect((await stage.client.patch('/authors/1', { penName: null })).json).toMatchObject({ penName: null });
  });

  test('a required edge cannot be cleared', async () => {
    const answer = await stage.client.patch(`/books/${books.alpha}`, { author: null });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/author']);
  });

  test.each([
    ['/authors/1', 'rank', 'read-only'],
    ['/authors/1', 'secret', 'skipped'],
    [`/books/${books.alpha}`, 'isbn', 'written once'],
    [`/books/${books.alpha}`, 'createdAt', 'set by the server'],
  ])('%s: %s is %s', async (target, key) => {
    const faults = expectProblem(await stage.client.patch(target, { [key]: 'x' }), 400, 'invalid_request');
    expect(places(faults)).toEqual([`/${key}`]);
    expect(stage.statements.texts).toEqual([]);
  });

  test('the same answer for a skipped key and one that does not exist', async () => {
    const [skipped, absent] = await Promise.all(
      ['secret', 'nosuch'].map(async (key) => {
        const [fault] = expectProblem(
          await stage.client.patch('/authors/1', { [key]: 1 }),
          400,
          'invalid_request',
        );
        return JSON.stringify(fault).replaceAll(key, 'KEY');
      }),
    );
    expect(skipped).toBe(absent);
  });
});

forEachMount(festival, (stage) => {
  const refused = async (method: 'POST' | 'PATCH', target: string, body: unknown) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('Update', () => {
    test('only the keys given are written', async () => {
      await stage.client.patch('/visitors/1', { name: 'Anna' });
      stage.statements.clear();
      await stage.client.patch('/visitors/1', { nickname: 'A' });
      const update = stage.statements.texts.find((text) => /^UPDATE/i.test(text));
      expect(update).toContain('nickname');
      expect(update).not.toMatch(/email|"name"/);
      expect((await stage.client.get('/visitors/1')).json).toMatchObject({ name: 'Anna', nickname: 'A' });
    });

    test('null clears a nullable field, and is 400 otherwise', async () => {
      expect((await stage.client.patch('/visitors/1', { nickname: null })).json).toMatchObject({
        nickname: null,
      });
      expect(await refused('PATCH', '/visitors/1', { name: null })).toEqual(['/name']);
    });

    test('{} is a no-op: 200, and nothing is written', async () => {
      stage.statements.clear();
      expect((await stage.client.patch('/visitors/1', {})).status).toBe(200);
      expect(stage.statements.texts.filter((text) => /^(UPDATE|INSERT|DELETE)/i.test(text))).toEqual([]);
    });

    test('the id cannot be changed', async () => {
      expect(await refused('PATCH', '/genres/rock', { id: 'pop' })).toEqual(['/id']);
      expect(await refused('PATCH', `/wristbands/${chips.spare}`, { id: '9' })).toEqual(['/id']);
    });

    test('strictMutate: false ignores unknown keys', async () => {
      const client = DirectClient.of(stage.dataSource, { ...stage.options, strictMutate: false });
      const answer = await client.patch('/visitors/1', { nosuch: 1, nickname: 'A' });
      expect(entityOf(answer)).toMatchObject({ id: 1, nickname: 'A' });
      expect(answer.text).not.toContain('nosuch');
    });

    test('what does not exist is 404, before its body is judged', async () => {
      expectProblem(await stage.client.patch('/visitors/99', { nickname: 'x' }), 404, 'not_found');
    });
  });
});
