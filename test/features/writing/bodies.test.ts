// Contract, section 8: create and update, field by field. Edges are in update-payload-for-edges.test.ts.
import { entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { chips, festival, stages } from '../../support/fixtures/festival.js';
import { forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

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

  describe('Ids that clients choose', () => {
    test('are taken as they are, and never an upsert: 409 when taken', async () => {
      expect((await stage.client.post('/genres', { id: 'folk', title: 'Folk' })).json).toMatchObject({
        id: 'folk',
      });
      const again = await stage.client.post('/genres', { id: 'rock', title: 'Stolen' });
      expect(places(expectProblem(again, 409, 'already_exists'))).toEqual(['/id']);
      expect((await stage.client.get('/genres/rock')).json).toMatchObject({ title: 'Rock' });
    });

    test('are required where nobody makes them', async () => {
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
      const body = { id: 2_000_000_000, day: '2027-07-05', stage: stages.barn, act: 3 };
      expectProblem(await client.post('/performances', body), 400, 'invalid_request');
    });
  });

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
