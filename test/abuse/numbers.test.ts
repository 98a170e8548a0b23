// D. Types and numbers. Lines 45 to 59 of robustness.md, section 3.
import { entityOf } from '../support/collection.js';
import { misspelledIds } from '../support/hostile-input.js';
import { expectProblem } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { expectNoStatement, refusedBody, refusedQuery } from './refusal.js';

const q = encodeURIComponent;
const pet = (more: object = {}) => ({ name: 'p', age: 1, type: 'DOG', ...more });
const user = (more: object = {}) => ({ username: 'a', display_name: 'a', email: 'a@x.co', ...more });

onAbuseStage((stage) => {
  test('45. a text is no object of assignments', async () => {
    expect(await refusedBody(stage, 'PATCH', '/users/1', { display_name: { type: 'SYSTEM' } })).toEqual([
      '/display_name',
    ]);
  });

  test.each(['12abc', '5', true, '', 1.5, [], {}, null])('47. the age %j', async (age) => {
    expect(await refusedBody(stage, 'POST', '/pets', pet({ age }))).toEqual(['/age']);
    expect(await refusedBody(stage, 'PATCH', '/pets/1', { age })).toEqual(['/age']);
  });

  test.each([[[{ toString: 1 }]], [['1']], [[1.5]], [[null]], ['1'], [1], [[[1]]], [null], [{ 0: 1 }]])(
    '48. the ids %j',
    async (ids) => {
      expect(await refusedBody(stage, 'PATCH', '/pets/1', { add_categories: ids })).toHaveLength(1);
    },
  );

  test.each(['0', '-1', 'abc', '1.5', '1e2', '0x10', '%2B5', '%205', '', '101'])(
    '49. per_page=%s',
    async (size) => {
      expect(await refusedQuery(stage, `/users?per_page=${size}`)).toEqual(['per_page']);
    },
  );

  test('50. a huge negative page is not all rows', async () => {
    expect(await refusedQuery(stage, '/users?per_page=-1000000')).toEqual(['per_page']);
  });

  test.each([
    '0',
    '-1',
    'NaN',
    'Infinity',
    '1e18',
    '9007199254740993',
    '99999999999999999999',
    '%2B1',
    '01',
    '',
  ])('51. page=%s', async (page) => {
    expect(await refusedQuery(stage, `/users?page=${page}`)).toEqual(['page']);
  });

  test('52. a page past any row costs no scan', async () => {
    expect(await refusedQuery(stage, '/users?page=2147483647')).toEqual(['page']);
    const answer = await stage.plain.get('/users?page=5000');
    expectProblem(answer, 400, 'invalid_request');
  });

  test('53. nothing follows a number', async () => {
    expect(await refusedQuery(stage, '/users?page=1;DROP')).toEqual(['page']);
    expect(await refusedQuery(stage, '/users?per_page=10)')).toEqual(['per_page']);
  });

  test.each([
    ['eq', '99999999999999999'],
    ['gt', '9007199254740992'],
    ['eq', '1e400'],
    ['eq', 'NaN'],
    ['eq', '1 or 1=1'],
    ['eq', '12abc'],
    ['lte', '-9007199254740992'],
    ['in', '1,2'],
    ['in', '1.0'],
  ])('54. age.%s=%s is no age on any database', async (predicate, age) => {
    expect(await refusedQuery(stage, `/pets?age.${predicate}=${q(age)}`)).toEqual([`age.${predicate}`]);
  });

  test.each([
    '99999999999',
    '1e400',
    '201',
    '-1',
    '9007199254740993',
    '1e-1',
    '123456789012345678901234567890',
  ])('55, 56. the number %s', async (age) => {
    expect(await refusedBody(stage, 'POST', '/pets', `{"name":"p","age":${age},"type":"DOG"}`)).toEqual([
      '/age',
    ]);
  });

  test('55. minus zero is stored as zero', async () => {
    const answer = await stage.plain.post('/pets', '{"name":"p","age":-0,"type":"DOG"}');
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"age":0,');
    expect((await stage.plain.get(`/pets/${String(entityOf(answer).id)}`)).text).toBe(answer.text);
  });

  test.each(misspelledIds)('57, 58. the id %s is a 404 without a statement', async (id) => {
    const answers = [
      await stage.plain.get(`/pets/${id}`),
      await stage.plain.patch(`/pets/${id}`, {}),
      await stage.plain.delete(`/pets/${id}`),
      await stage.plain.get(`/pets/${id}/owner`),
    ];
    for (const answer of answers) expectProblem(answer, 404, 'not_found');
    expectNoStatement(stage);
  });

  test.each(['0', '-1', '2147483647'])('58. there is no pet %s', async (id) => {
    expectProblem(await stage.plain.get(`/pets/${id}`), 404, 'not_found');
    expectProblem(await stage.plain.patch(`/pets/${id}`, {}), 404, 'not_found');
    expectProblem(await stage.plain.delete(`/pets/${id}`), 404, 'not_found');
  });

  test.each(['ADMIN', 'user', 0, null, ['USER'], '', 'USER '])('59. the type %j', async (type) => {
    expect(await refusedBody(stage, 'POST', '/users', user({ type }))).toHaveLength(1);
    if (typeof type === 'string')
      expect(await refusedQuery(stage, `/users?type.eq=${q(type)}`)).toEqual(['type.eq']);
  });
});
