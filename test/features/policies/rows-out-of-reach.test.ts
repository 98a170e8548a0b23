// A write whose result the policies would hide is refused: 403, and nothing is written.
import { expectProblem, places } from '../../support/problem.js';
import { forEachClub, type Club } from './club.js';
import type { ClubState } from './club-policies.js';

const mine: ClubState = { Note: { author: 1 } };

forEachClub({}, (club) => {
  test.each<[string, ClubState, string, string, unknown]>([
    ['a row created outside', mine, 'POST', '/notes', { id: 9, title: 'N', author: 2 }],
    ['a row moved by a column', { Circle: { name: 'Chess' } }, 'PATCH', '/circles/1', { name: 'Draughts' }],
    ['a row moved by a unique edge', mine, 'PATCH', '/notes/1', { author: 2 }],
    ['a row moved by its links', { Circle: { members: 1 } }, 'PATCH', '/circles/1', { remove_members: [1] }],
    ['a class in one table', { Book: { pages: [100, 300] } }, 'PATCH', '/books/2', { pages: 7 }],
    [
      'a class made in one table',
      { Item: { lender: 1 } },
      'POST',
      '/books',
      { id: 9, label: 'B', lender: 2 },
    ],
  ])('%s', async (_, conditions, method, target, body) => {
    await expectRefused(club, conditions, method, target, body);
  });

  test.each<[string, ClubState, unknown, string]>([
    ['added to somebody else', { Note: { author: [null, 1] } }, { add_notes: [4] }, '/add_notes'],
    ['freed', { Note: { author: [1, 2] } }, { remove_notes: [5] }, '/remove_notes'],
    ['freed by a bulk set', { Note: { author: [1, 2] } }, { notes: [] }, '/notes'],
  ])('rows whose foreign key an edge changes: %s', async (_, conditions, body, pointer) => {
    await club.as({}).post('/notes', { id: 5, title: 'Fifth', author: 2 });
    const problem = await expectRefused(club, conditions, 'PATCH', '/people/2', body);
    expect(places(problem)).toEqual([pointer]);
  });

  test('what stays within reach is written', async () => {
    const me = club.as(mine);
    expect((await me.post('/notes', { id: 9, title: 'N', author: 1 })).status).toBe(201);
    expect((await me.patch('/notes/9', { title: 'M' })).json).toMatchObject({ title: 'M' });
    expect((await me.patch('/notes/9', {})).status).toBe(200);
    expect((await me.delete('/notes/9')).status).toBe(204);
    expect((await me.patch('/people/1', { notes: [1, 2] })).status).toBe(200);
  });

  test('a link in a join table is no part of the row it leads to: the policy of a circle does not decide who leaves it', async () => {
    const member = club.as({ Circle: { members: 1 } });
    expect((await member.patch('/people/1', { remove_circles: [1] })).status).toBe(200);
    expectProblem(await member.get('/circles/1'), 404, 'not_found');
  });
});

async function expectRefused(
  club: Club,
  conditions: ClubState,
  method: string,
  target: string,
  body: unknown,
) {
  const before = await club.tables();
  const answer = await club.as(conditions).send(method, target, body);
  const faults = expectProblem(answer, 403, 'forbidden');
  expect(await club.tables()).toEqual(before);
  return faults;
}
