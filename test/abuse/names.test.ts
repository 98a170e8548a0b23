// A. Injection through names. Lines 1 to 20 of robustness.md, section 3.
import { onAbuseStage } from './abuse-stage.js';
import { blurred, expectNoStatement, refusedQuery } from './refusal.js';
import { expectProblem } from '../support/problem.js';

const q = encodeURIComponent;

onAbuseStage((stage) => {
  /** Refused, with the same answer as an unknown name except for the name itself. */
  const answeredAsUnknown = async (target: string, name: string, unknown = 'nosuch') => {
    const answer = await stage.plain.get(target);
    expectProblem(answer, 400, 'invalid_request');
    expectNoStatement(stage);
    const other = await stage.plain.get(target.replaceAll(name, unknown));
    expect(blurred(answer, name)).toBe(blurred(other, unknown));
  };

  test('1. sorting by a hidden column is answered as sorting by none', () =>
    answeredAsUnknown('/users?sort=password_hash', 'password_hash'));

  test.each([
    [2, "(CASE WHEN (SELECT count(*) FROM users WHERE password_hash LIKE 'C%')>0 THEN id ELSE username END)"],
    [3, 'id;DROP TABLE pets--'],
    [4, 'id,password_hash'],
    [7, 'u.password_hash'],
    [7, 'distinctAlias.u_id'],
    [8, 'pets.count);--'],
    [8, 'audits.count'],
    [9, '__proto__'],
    [9, 'constructor'],
    [9, 'toString'],
    [9, 'hasOwnProperty'],
    [9, 'valueOf'],
  ])('%i. sort=%s', async (_, sort) => {
    expect(await refusedQuery(stage, `/users?sort=${q(sort)}`)).toEqual(['sort']);
  });

  test.each([
    [5, 'ASC,(SELECT SLEEP(2))'],
    [6, 'DESC NULLS FIRST; DROP TABLE pets'],
    [6, 'desc\0'],
    [6, '-1'],
    [6, ''],
    [6, 'DESC'],
  ])('%i. order=%j', async (_, order) => {
    expect(await refusedQuery(stage, `/users?sort=id&order=${q(order)}`)).toEqual(['order']);
  });

  test('7. sorting by a hidden column across an edge', () =>
    answeredAsUnknown('/pets?sort=owner.password_hash', 'password_hash'));

  test('10. a hidden column is no filter', () =>
    answeredAsUnknown('/users?password_hash.eq=x', 'password_hash'));

  test('13. nor is it across an edge', () =>
    answeredAsUnknown('/pets?owner.password_hash.has=C', 'password_hash'));

  test.each([
    [11, 'users', 'username.eq) OR 1=1--'],
    [14, 'pets', 'owner.pets.owner.username.eq'],
    [15, 'users', 'username.like'],
    [15, 'users', 'username.regex'],
    [15, 'users', 'username.raw'],
    [16, 'users', 'username.eq[$ne]'],
    [16, 'users', 'username[eq]'],
    [16, 'users', 'username.$ne'],
    [16, 'users', 'where'],
    [16, 'users', 'filter'],
    [17, 'users', 'search.__proto__'],
    [17, 'users', 'search.constructor'],
    [17, 'users', '__proto__.eq'],
    [17, 'users', 'constructor.eq'],
    [20, 'users', 'select'],
    [20, 'users', 'fields'],
    [20, 'users', 'include'],
    [20, 'users', 'populate'],
    [20, 'users', 'alias[x]'],
    [20, 'users', 'aggregate[min]'],
    [20, 'users', 'group_by'],
  ])('%i. /%s?%s= is an unknown parameter', async (_, path, name) => {
    for (const value of ['password_hash', '%', '{"id":1}'])
      expect(await refusedQuery(stage, `/${path}?${q(name)}=${q(value)}`)).toEqual([name]);
    expect(await refusedQuery(stage, `/${path}?${name.replaceAll(' ', '+')}=x`)).toHaveLength(1);
  });

  test('18. filter_op is and, or or, and nothing around it', async () => {
    for (const word of ['or);--', 'OR', 'xor', '', ' or', '__proto__'])
      expect(await refusedQuery(stage, `/users?filter_op=${q(word)}`)).toEqual(['filter_op']);
  });

  test('19. an edge that is no edge, or hidden, is the same 404', async () => {
    const edges = ["pets'%20UNION%20SELECT%201--", '__proto__', 'constructor', 'audits', 'nosuch'];
    const answers = [];
    for (const edge of edges) {
      const answer = await stage.plain.get(`/users/1/${edge}`);
      expectProblem(answer, 404, 'not_found');
      expectNoStatement(stage);
      answers.push(blurred(answer, edge));
    }
    expect(new Set(answers).size).toBe(1);
  });
});
