// Ids supplied by clients: never an upsert, and generated ids go on working.
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { library } from '../../support/fixtures/library.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachDatabase(library, (stage) => {
  test('a free id is taken as given', async () => {
    const answer = await stage.client.post('/tags', { id: 70, label: 'essay' });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ id: 70, label: 'essay', edges: {} });
  });

  test('without an id one is generated', async () => {
    expect((await stage.client.post('/tags', { label: 'essay' })).json).toMatchObject({ id: 5 });
  });

  test('a taken id is a 409, and its row stays as it is', async () => {
    const answer = await stage.client.post('/tags', { id: 1, label: 'stolen' });
    expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/id']);
    expect((await stage.client.get('/tags/1')).json).toEqual({ id: 1, label: 'art', edges: {} });
  });

  test('the ids generated after a client’s id are free', async () => {
    await stage.client.post('/tags', { id: 6, label: 'essay' });
    const labels = ['a', 'b', 'c'];
    for (const label of labels) expect((await stage.client.post('/tags', { label })).status).toBe(201);
  });

  test('a client’s id below the generated ones does not set them back', async () => {
    await stage.client.delete('/tags/3');
    expect((await stage.client.post('/tags', { id: 3, label: 'back' })).status).toBe(201);
    expect(entityOf(await stage.client.post('/tags', { label: 'next' })).id).toBe(5);
  });

  // SQLite's integers are wider.
  const large = stage.database.startsWith('sqlite') ? [2 ** 53 - 1, 2 ** 52] : [2147483647, 1500000000];
  test.each([...large, 0, -1, '"1"', null, 1.5, 9007199254740992])('the id %s is refused', async (id) => {
    const answer = await stage.client.post('/tags', `{"id":${String(id)},"label":"x"}`);
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/id']);
    expect(stage.statements.texts).toEqual([]);
  });

  test('an id that is not generated must be given', async () => {
    const faults = expectProblem(
      await stage.client.post('/countries', { name: 'France' }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['/id']);
  });

  test('a text id is found as it was given', async () => {
    const created = await stage.client.post('/countries', { id: 'å/', name: 'Nowhere' });
    expect(created.status).toBe(201);
    expect((await stage.client.get(created.headers.location ?? '')).json).toMatchObject({ id: 'å/' });
    expect((await stage.client.get('/countries/%C3%A5%2F')).json).toMatchObject({ id: 'å/' });
  });

  test('an id cannot be changed', async () => {
    const faults = expectProblem(await stage.client.patch('/tags/1', { id: 9 }), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/id']);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachMount(festival, (stage) => {
  const refused = async (method: 'POST' | 'PATCH', target: string, body: unknown) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('Ids that clients choose', () => {
    test('are taken as they are, and never an upsert: 409 when taken', async () => {
      expect((await stage.client.post('/genres', { id: 'folk', title: 'Folk' })).json).toMatchObject({
        id: 'folk',
      });
      const again = await stage.client.post('/genres', { id: 'rock', title: 'Stolen' });
      expect(places(expectProblem(again, 409, 'already_exists'))).toEqual(['/id']);
      expect((await stage.client.get('/genres/rock')).json).toMatchObject({ title: 'Rock' });
    });

    test('are required where the database does not generate them', async () => {
      expect(await refused('POST', '/genres', { title: 'Folk' })).toEqual(['/id']);
      expect(await refused('POST', '/wristbands', {})).toEqual(['/id']);
    });

    test('the next generated id still works', async () => {
      const client = DirectClient.of(stage.dataSource, { ...stage.options, allowClientIDs: true });
      const performance = { day: '2027-07-05', stage: stages.barn, act: 3 };
      expect((await client.post('/performances', { ...performance, id: 4 })).json).toMatchObject({ id: 4 });
      expect((await client.post('/performances', performance)).json).toMatchObject({ id: 5 });
    });

    test('the upper half of the range of a generated id is refused', async () => {
      const client = DirectClient.of(stage.dataSource, { ...stage.options, allowClientIDs: true });
      const id = stage.database.startsWith('sqlite') ? 2 ** 52 : 2_000_000_000;
      const body = { id, day: '2027-07-05', stage: stages.barn, act: 3 };
      expectProblem(await client.post('/performances', body), 400, 'invalid_request');
    });
  });
});
