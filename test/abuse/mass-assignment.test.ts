// C. Mass assignment, ids and edges. Lines 31 to 44 of robustness.md, section 3.
import { contentOf, entityOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { expectNoStatement, refusedBody } from './refusal.js';

const user = (more: object = {}) => ({ username: 'a', display_name: 'a', email: 'a@x.co', ...more });
const pet = (more: object = {}) => ({ name: 'p', age: 1, type: 'DOG', ...more });

onAbuseStage((stage) => {
  test.each([
    [31, 'password_hash', 'x'],
    [31, 'passwordHash', 'x'],
    [32, 'created_at', '2000-01-01T00:00:00Z'],
    [32, 'login_count', 99],
    [34, 'id', 1],
    [44, 'audits', [1]],
  ])('%i. a client cannot write %s', async (_, key, value) => {
    expect(await refusedBody(stage, 'POST', '/users', user({ [key]: value }))).toEqual([`/${key}`]);
    expect(await refusedBody(stage, 'PATCH', '/users/1', { [key]: value })).toEqual([`/${key}`]);
  });

  test('33. an id does not change', async () => {
    expect(await refusedBody(stage, 'PATCH', '/users/1', { id: 2 })).toEqual(['/id']);
    expect(await refusedBody(stage, 'PATCH', '/users/1', { id: 2 }, stage.clientIds)).toEqual(['/id']);
  });

  test('35. an id that is taken is a 409, and its row as it was', async () => {
    const before = await stage.plain.get('/users/1');
    const answer = await stage.clientIds.post('/users', user({ id: 1 }));
    expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/id']);
    expect((await stage.plain.get('/users/1')).text).toBe(before.text);
  });

  test('36. no id exhausts those to come', async () => {
    // The upper half of the integers of a column belongs to the database.
    const most = stage.database === 'sqlite' || stage.database === 'sqlite3' ? 2 ** 53 - 1 : 2 ** 31 - 1;
    for (const id of [most, (most + 1) / 2, most + 1])
      expect(await refusedBody(stage, 'POST', '/users', user({ id }), stage.clientIds)).toEqual(['/id']);
    expect((await stage.clientIds.post('/users', user())).status).toBe(201);
  });

  test('37. a deleted id can be taken, its edges are gone, and generated ids go on', async () => {
    await stage.plain.patch('/users/9', { add_friends: [1] });
    for (const { id } of contentOf(await stage.plain.get('/users/9/pets?per_page=100')))
      await stage.plain.delete(`/pets/${String(id)}`);
    expect((await stage.clientIds.delete('/users/9')).status).toBe(204);
    expect((await stage.clientIds.post('/users', user({ id: 9 }))).status).toBe(201);
    expect(contentOf(await stage.plain.get('/users/9/friends'))).toEqual([]);
    expect(
      (await stage.clientIds.post('/users', user({ id: 41, username: 'b', email: 'b@x.co' }))).status,
    ).toBe(201);
    for (const name of ['c', 'd', 'e']) {
      const answer = await stage.clientIds.post('/users', user({ username: name, email: name }));
      expect(answer.status).toBe(201);
    }
  });

  test('38. ids are whole, positive, and written as numbers', async () => {
    for (const id of [0, -1, '1', null, 1.5, true, [1], {}])
      expect(await refusedBody(stage, 'POST', '/users', user({ id }), stage.clientIds)).toEqual(['/id']);
    const body = '{"id":1.0e0,"username":"a","display_name":"a","email":"a@x.co"}';
    expectProblem(await stage.clientIds.post('/users', body), 409, 'already_exists');
  });

  test('39. an owner that does not exist', async () => {
    const answer = await stage.plain.post('/pets', pet({ owner: 999_999 }));
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/owner']);
  });

  test('40. PATCH checks what POST checks', async () => {
    const answer = await stage.plain.patch('/pets/1', { owner: 999_999 });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/owner']);
  });

  test('41. an edge takes an id, not an entity', async () => {
    const owner = { id: 1, type: 'SYSTEM', email: 'evil@x' };
    expect(await refusedBody(stage, 'POST', '/pets', pet({ owner }))).toEqual(['/owner']);
    expect(await refusedBody(stage, 'PATCH', '/pets/1', { owner })).toEqual(['/owner']);
  });

  test('42. nor does an edge to many smuggle entities in', async () => {
    expect(await refusedBody(stage, 'POST', '/users', user({ pets: [{ name: 'smuggled' }] }))).toEqual([
      '/pets/0',
    ]);
    expect(await refusedBody(stage, 'PATCH', '/users/2', { pets: [] })).toEqual(['/pets']);
  });

  test('43. changes of an edge that contradict each other', async () => {
    const both = { add_categories: [1], remove_categories: [1] };
    expect(await refusedBody(stage, 'PATCH', '/pets/1', both)).not.toEqual([]);
    expect(
      await refusedBody(stage, 'PATCH', '/pets/1', { categories: [1], add_categories: [2] }),
    ).not.toEqual([]);
  });

  test.each(['add_password_hash', 'add_audits', 'add___proto__', 'remove_type', 'add_', 'set_friends'])(
    '44. %s is an unknown key',
    async (key) => {
      expect(await refusedBody(stage, 'PATCH', '/users/1', { [key]: [1] })).toEqual([`/${key}`]);
    },
  );

  test('44. a unique edge has no add_ and no remove_', async () => {
    for (const key of ['add_owner', 'remove_owner'])
      expect(await refusedBody(stage, 'PATCH', '/pets/1', { [key]: [1] })).toEqual([`/${key}`]);
  });

  test('a row that is created has what it was given, and the database gave the rest', async () => {
    const answer = await stage.plain.post('/users', user({ type: 'SYSTEM' }));
    expect(entityOf(answer)).toMatchObject({ ...user(), id: 41, type: 'SYSTEM', login_count: 0 });
    await stage.plain.get('/users/41');
    await stage.plain.get('/users/abc');
    expectNoStatement(stage);
  });
});
