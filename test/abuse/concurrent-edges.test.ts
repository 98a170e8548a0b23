// L. Concurrency: edges. Lines 153 to 159 and 165 to 168 of robustness.md, section 3.
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { nonSerialOutcomes, statusesOf, unless } from './rounds.js';

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

jest.setTimeout(300_000);

onAbuseStage((stage) => {
  const quick = (method: string, target: string, body?: unknown) => stage.plain.quick(method, target, body);
  const friendsOf = async (id: number) =>
    valuesOf(await quick('GET', `/users/${id}/friends?per_page=100`), 'id');
  const categoriesOf = async (id: number) =>
    valuesOf(await quick('GET', `/pets/${id}/categories?per_page=100`), 'id').join();

  test('153. the same addition twenty times is made once', async () => {
    const race = async (round: number) => {
      const id = 8 + (round % 33);
      await quick('PATCH', `/users/${id}`, { remove_friends: [7] });
      const answers = await Promise.all(
        times(20, () => quick('PATCH', `/users/${id}`, { add_friends: [7] })),
      );
      const friends = await friendsOf(id);
      return unless(statusesOf(answers) === '200x20' && friends.join() === '7', statusesOf(answers), friends);
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('154. of an addition and a removal one is the last', async () => {
    const race = async () => {
      const answers = await Promise.all([
        quick('PATCH', '/users/1', { add_friends: [7] }),
        quick('PATCH', '/users/1', { remove_friends: [7] }),
      ]);
      const friends = (await friendsOf(1)).join();
      return unless(
        statusesOf(answers) === '200x2' && ['', '7'].includes(friends),
        statusesOf(answers),
        friends,
      );
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('155. of three sets one is left, whole', async () => {
    const race = async () => {
      const sets = [[3, 4], [5, 6], [7]];
      const answers = await Promise.all(sets.map((categories) => quick('PATCH', '/pets/1', { categories })));
      const left = await categoriesOf(1);
      return unless(
        statusesOf(answers) === '200x3' && ['3,4', '5,6', '7'].includes(left),
        statusesOf(answers),
        left,
      );
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('156. a set and the end of one of its members leave no half of a link', async () => {
    const race = async (round: number) => {
      const { id } = entityOf(await quick('POST', '/categories', { name: `short-lived ${round}` }));
      const [set, deleted] = await Promise.all([
        quick('PATCH', '/pets/2', { categories: [4, id] }),
        quick('DELETE', `/categories/${String(id)}`),
      ]);
      const [gone, left] = [
        (await quick('GET', `/categories/${String(id)}`)).status === 404,
        await categoriesOf(2),
      ];
      const allowed = [200, 400, 409].includes(set.status) && [204, 409].includes(deleted.status);
      const consistent = gone === (deleted.status === 204) && left.includes(String(id)) <= !gone;
      return unless(allowed && consistent, set.status, deleted.status, left);
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
    const links = await stage.dataSource.query<unknown[]>(
      'SELECT 1 FROM pet_links l LEFT JOIN categories c ON c.id = l.%s WHERE c.id IS NULL'.replace(
        '%s',
        stage.dataSource.driver.escape('categoriesId'),
      ),
    );
    expect(links).toEqual([]);
  });

  test('159. a thousand changes that overlap in opposite order all succeed', async () => {
    const race = async (round: number) => {
      const [a, b] = [1 + (round % 10), 11 + (round % 7)];
      const verb = round % 2 === 0 ? 'add_friends' : 'remove_friends';
      const answers = await Promise.all([
        quick('PATCH', `/users/${a}`, { [verb]: [b, b + 1] }),
        quick('PATCH', `/users/${b}`, { [verb]: [a, a + 1] }),
        quick('PATCH', `/users/${a + 1}`, { [verb]: [b, a] }),
      ]);
      return unless(statusesOf(answers) === '200x3', statusesOf(answers));
    };
    expect(await nonSerialOutcomes(stage, race, 1_000)).toEqual([]);
  });

  test('165. an edge to itself, a cycle, and one id twice', async () => {
    expect((await stage.plain.patch('/users/1', { add_friends: [1, 2, 2, 3] })).status).toBe(200);
    expect((await stage.plain.patch('/users/2', { add_friends: [1] })).status).toBe(200);
    expect([await friendsOf(1), await friendsOf(2)]).toEqual([[1, 2, 3], [1]]);
  });

  test('166. one id that does not exist, and nothing is added', async () => {
    const answer = await stage.plain.patch('/users/1', { add_friends: [2, 999_999], display_name: 'half' });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/add_friends']);
    expect(await friendsOf(1)).toEqual([]);
  });

  test('167. an empty patch writes nothing; an answer shortens a long name', async () => {
    const before = await stage.plain.get('/users/1');
    stage.ground.expect();
    const patched = await stage.plain.quick('PATCH', '/users/1', {});
    expect([patched.status, patched.text]).toEqual([200, before.text]);
    expect(stage.ground.database.statements.texts.filter((text) => /^\s*UPDATE/i.test(text))).toEqual([]);
    const answer = await stage.plain.patch('/users/1', { ['k'.repeat(10_240)]: 1 });
    expect(places(expectProblem(answer, 400, 'invalid_request'))[0]).toHaveLength(66);
    expect(answer.text.length).toBeLessThan(1_000);
  });

  test('168. what can only be read cannot be written by any method anywhere', async () => {
    const paths = [
      '/users',
      '/users/1',
      '/users/1/pets',
      '/users/1/friends',
      '/pets/1',
      '/pets/1/owner',
      '/categories',
      '/nosuch',
    ];
    for (const path of paths)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await stage.readOnly.send(method, path, { body: { username: 'a' } });
        expect({ path, method, status: answer.status }).toEqual({
          path,
          method,
          status: path === '/nosuch' ? 404 : 405,
        });
      }
    expect(contentOf(await stage.readOnly.get('/users'))).toHaveLength(10);
  });
});
