// F. Query grammar and parameter pollution. Lines 74 to 86 of robustness.md, section 3.
import { valuesOf } from '../support/collection.js';
import { onAbuseStage } from './abuse-stage.js';
import { expectNoStatement, refusedBody, refusedQuery } from './refusal.js';
import { expectProblem } from '../support/problem.js';

const many = (count: number, pair: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => pair(at)).join('&');

onAbuseStage((stage) => {
  test.each([
    [74, 'page=1&page=2', ['page']],
    [74, 'order=ASC&order=DESC', ['order']],
    [74, 'per_page=1&per_page=100', ['per_page']],
    [74, 'order=asc&order=desc', ['order']],
    [75, 'username.eq=a&username.eq=b', ['username.eq']],
    [76, 'PAGE=1', ['PAGE']],
    [76, 'Username.eq=a', ['Username.eq']],
    [76, 'username.EQ=a', ['username.EQ']],
    [77, 'nosuch=1', ['nosuch']],
    [77, 'debug=true', ['debug']],
    [77, 'pretty=1', ['pretty']],
    [77, 'pretty=TRUE', ['pretty']],
    [78, '=1&&&.eq=2', ['', '.eq']],
    [78, 'username.=a', ['username.']],
    [78, '.=a', ['.']],
    [78, 'username..eq=a', ['username..eq']],
    [78, 'username.eq.eq=a', ['username.eq.eq']],
    [78, 'username%2Eeq.eq=a', ['username.eq.eq']],
    [79, 'a[__proto__]=b&a[__proto__]&a[length]=100000000', ['a[__proto__]', 'a[length]']],
    [80, 'username.in[]=a&username.in[1000000]=b', ['username.in[1000000]', 'username.in[]']],
    [82, 'id.in=', ['id.in']],
    [82, 'id.in=1,2', ['id.in']],
  ])('%i. /users?%s', async (_, query, faulty) => {
    const found = await refusedQuery(stage, `/users?${query}`);
    expect([...new Set(found)]).toEqual(faulty);
  });

  test('81. a filter behind a thousand strangers is not dropped', async () => {
    const answer = await stage.plain.get(`/pets?${many(1_001, (at) => `a${at}=`)}&age.eq=1`);
    expectProblem(answer, 400, 'invalid_request');
    expectNoStatement(stage);
    // All faults are reported, or a bounded number of them, so that the answer stays in proportion to the request.
    expect(answer.text.length).toBeLessThan(500_000);
  });

  test('82. a list of 100 values is one of 101 is not', async () => {
    const answer = await stage.plain.get(`/users?${many(100, () => 'username.in=ada')}`);
    expect(valuesOf(answer, 'username')).toEqual(['ada']);
    expect(await refusedQuery(stage, `/users?${many(101, () => 'username.in=ada')}`)).toEqual([
      'username.in',
    ]);
    expect(valuesOf(await stage.plain.get('/users?username.in=a,,b'), 'username')).toEqual(['a,,b']);
  });

  test.each([
    [83, 'username.eq=a;sort=id', 'a;sort=id'],
    [84, 'username.eq=a+b%2Bc', 'a b+c'],
  ])('%i. /users?%s asks for one value', async (_, query, username) => {
    const body = { username, display_name: 'a', email: 'a@x.co' };
    expect((await stage.plain.post('/users', body)).status).toBe(201);
    expect(valuesOf(await stage.plain.get(`/users?${query}`), 'username')).toEqual([username]);
  });

  test('85. the query never becomes part of the body', async () => {
    const body = { username: 'a', display_name: 'a', email: 'a@x.co' };
    expect(await refusedBody(stage, 'POST', '/users?id=1&type=SYSTEM', body)).toEqual(['id', 'type']);
    expect(await refusedBody(stage, 'PATCH', '/users/1?type=SYSTEM', {})).toEqual(['type']);
  });

  test('86. one entity is read without filters', async () => {
    expect(await refusedQuery(stage, '/users/1?username.eq=zzz')).toEqual(['username.eq']);
    expect(await refusedQuery(stage, '/pets/1/owner?username.eq=zzz')).toEqual(['username.eq']);
    expect(await refusedQuery(stage, '/users/1?sort=id&page=1')).toEqual(['page', 'sort']);
  });
});
