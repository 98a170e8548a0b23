// B. Oracles and excess data. Lines 21 to 29 of robustness.md, section 3.
import { entityOf } from '../support/collection.js';
import { expectProblem } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { blurred, expectNoStatement } from './refusal.js';

onAbuseStage((stage) => {
  test.each([
    [21, '/users', 'password_hash.has=C'],
    [21, '/users', 'password_hash.gt=A'],
    [21, '/users', 'password_hash.null=true'],
    [21, '/users', 'password_hash.isnull=true'],
    [24, '/users/1/pets', 'owner.password_hash.eq=x'],
    [25, '/users', 'audits.message.has=a'],
    [25, '/users', 'has.audits=true'],
  ])('%i. %s?%s is no oracle: the answer is that to any unknown name', async (_, path, query) => {
    const name = query.includes('audits') ? 'audits' : 'password_hash';
    const answer = await stage.plain.get(`${path}?${query}`);
    expectProblem(answer, 400, 'invalid_request');
    expectNoStatement(stage);
    const unknown = await stage.plain.get(`${path}?${query.replace(name, 'nosuch')}`);
    expect(blurred(answer, name)).toBe(blurred(unknown, 'nosuch'));
  });

  test('22. a search over a group does not look into its hidden member', async () => {
    for (const text of ['CANARY', '9f3b'])
      expect((await stage.plain.get(`/users?search.ihas=${text}`)).json).toMatchObject({ total_count: 0 });
  });

  test('26. a hidden class has no routes', async () => {
    const paths = ['/auditlogs', '/audit_logs', '/audit-logs', '/auditlogs/1', '/audit-logs/1', '/nosuch'];
    for (const path of paths) {
      const answers = [
        await stage.plain.get(path),
        await stage.plain.post(path, {}),
        await stage.plain.delete(path),
      ];
      for (const answer of answers) {
        expectProblem(answer, 404, 'not_found');
        expect(blurred(answer, path)).toBe(blurred(await stage.plain.get('/nosuch'), '/nosuch'));
      }
    }
  });

  test('27. an excluded operation is a 405 whether or not the row is there', async () => {
    for (const id of ['1', '999999']) {
      const answer = await stage.withoutDelete.delete(`/users/${id}`);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD, PATCH, OPTIONS');
      expectNoStatement(stage);
      expectProblem(await stage.withoutRead.get(`/users/${id}`), 405, 'method_not_allowed');
      expectNoStatement(stage);
    }
    expectProblem(await stage.withoutDelete.delete('/nosuch/1'), 404, 'not_found');
  });

  test('28. a created entity shows no hidden key', async () => {
    const body = { username: 'n', email: 'n@x.co', display_name: 'n' };
    const answer = await stage.plain.post('/users', body);
    expect(answer.status).toBe(201);
    expect(Object.keys(entityOf(answer))).toEqual([
      ...['id', 'username', 'display_name', 'email', 'type', 'created_at', 'login_count', 'edges'],
    ]);
  });

  test('29. no hidden key at any depth of any answer', async () => {
    const targets = [
      '/pets/1?pretty=true',
      '/pets?per_page=100',
      '/users/1/pets',
      '/pets/1/owner',
      '/users?per_page=100',
    ];
    for (const target of targets) {
      for (const client of [stage.plain, stage.eager]) {
        const answer = await client.get(target);
        expect(answer.status).toBe(200);
        expect(answer.text).not.toMatch(/"(password_?hash|chip_?code|audits?)"/i);
      }
    }
  });
});
