// PATCH /<collection>: the rows that filters find, or a list of rows with values of their own; all or none.
import { valuesOf } from '../../support/collection.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachMount, type Fixture, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

const bulk: Fixture = {
  ...petstore,
  options: { ...petstore.options, bulk: ['update'], where: true, limits: { bulk: 4 } },
};

async function readAges(stage: Stage): Promise<unknown[]> {
  return valuesOf(await stage.client.get('/pets?sort=id'), 'age');
}

const agesBefore = [3, 5, 7, 1, 3];

forEachMount(bulk, (stage) => {
  describe('with filters', () => {
    test.each([
      ['type.eq=DOG', [9, 5, 9, 1, 3]],
      ['type.eq=DOG&age.gt=3', [3, 5, 9, 1, 3]],
      ['type.eq=DOG&age.lt=2&filter_op=or', [9, 5, 9, 9, 3]],
      ['owner.username.eq=ada', [9, 9, 7, 1, 3]],
      [`where=${encodeURIComponent('{"not":{"type.eq":"DOG"}}')}`, [3, 9, 7, 9, 9]],
      ['id.eq=2', [3, 9, 7, 1, 3]],
      ['id.in=4&id.in=2&id.in=77', [3, 9, 7, 9, 3]],
      ['age.gt=100', agesBefore],
    ])('%s', async (query, ages) => {
      const answer = await stage.client.patch(`/pets?${query}`, { age: 9 });
      expect(answer.status).toBe(200);
      expect(await readAges(stage)).toEqual(ages);
      expect(answer.json).toEqual({ affected: ages.filter((age) => age === 9).length });
    });

    test('fields and unique edges are set', async () => {
      const answer = await stage.client.patch('/pets?type.eq=DOG', { name: 'Rover', owner: 3 });
      expect(answer.json).toEqual({ affected: 2 });
      expect(valuesOf(await stage.client.get('/users/3/pets?sort=id'), 'name')).toEqual(['Rover', 'Rover']);
      await stage.client.patch('/pets?name.eq=Rover', { owner: null });
      expect(valuesOf(await stage.client.get('/users/3/pets'), 'id')).toEqual([]);
    });

    test('a row that the change moves out of the filter is affected', async () => {
      expect((await stage.client.patch('/pets?type.eq=DOG', { type: 'CAT' })).json).toEqual({ affected: 2 });
      expect((await stage.client.patch('/pets?type.eq=DOG', { type: 'CAT' })).json).toEqual({ affected: 0 });
    });

    test('no keys write nothing, and count the rows', async () => {
      expect((await stage.client.patch('/pets?type.eq=DOG', {})).json).toEqual({ affected: 2 });
    });

    test('`pretty` indents the answer', async () => {
      const answer = await stage.client.patch('/pets?type.eq=DOG&pretty=true', { age: 9 });
      expect(answer.text).toBe('{\n  "affected": 2\n}');
    });

    test('an id that does not exist is a fault', async () => {
      const answer = await stage.client.patch('/pets?type.eq=DOG', { age: 9, owner: 99 });
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
        { pointer: '/owner', code: 'not_found', detail: 'There is no User with the id 99.' },
      ]);
      expect(await readAges(stage)).toEqual(agesBefore);
    });

    test('a unique value fails for more rows than one, and none is written', async () => {
      const answer = await stage.client.patch('/users?id.in=1&id.in=2', { email: 'same@example.com' });
      expect(expectProblem(answer, 409, 'already_exists')).toMatchObject([{ pointer: '/email' }]);
      expect(valuesOf(await stage.client.get('/users?sort=id'), 'username')).toEqual(['ada', 'ben', 'cleo']);
    });

    test('edges that are in other rows cannot be set', async () => {
      const answer = await stage.client.patch('/users?id.eq=1', { add_pets: [4], pets: [4], colour: 1 });
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
        { pointer: '/add_pets', code: 'unknown_key' },
        { pointer: '/pets', code: 'unknown_key' },
        { pointer: '/colour', code: 'unknown_key' },
      ]);
    });

    test('all faults of query and body come at once', async () => {
      const answer = await stage.client.patch('/pets?type.eq=WOLF&page=2&sort=age', { age: 'old' });
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
        { parameter: 'page', code: 'unknown_parameter' },
        { parameter: 'sort', code: 'unknown_parameter' },
        { parameter: 'type.eq', code: 'malformed_parameter' },
        { pointer: '/age', code: 'wrong_type' },
      ]);
    });
  });

  describe('a list of rows', () => {
    test('each gets its own values, edges too', async () => {
      const answer = await stage.client.patch('/pets', [
        { id: 5, age: 9, owner: 3 },
        { id: 1, name: 'Rexy' },
        { id: 2 },
      ]);
      expect(answer.json).toEqual({ affected: 3 });
      expect(await readAges(stage)).toEqual([3, 5, 7, 1, 9]);
      expect((await stage.client.get('/pets/1')).json).toMatchObject({ name: 'Rexy' });
      expect((await stage.client.get('/pets/5')).json).toMatchObject({ edges: { owner: { id: 3 } } });
      expect((await stage.client.patch('/users', [{ id: 2, add_pets: [4] }])).json).toEqual({ affected: 1 });
      expect(valuesOf(await stage.client.get('/users/2/pets?sort=id'), 'id')).toEqual([3, 4]);
    });

    test('an id that does not exist is a fault of its item, and nothing is written', async () => {
      const answer = await stage.client.patch('/pets', [
        { id: 1, age: 9 },
        { id: 77, age: 9 },
      ]);
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
        { pointer: '/1/id', code: 'not_found', detail: 'There is no Pet with the id 77.' },
      ]);
      expect(await readAges(stage)).toEqual(agesBefore);
    });

    test('so is an id in its body, and a value that is taken', async () => {
      const missing = await stage.client.patch('/pets', [
        { id: 2, age: 9 },
        { id: 1, owner: 99 },
      ]);
      expect(expectProblem(missing, 400, 'invalid_request')).toMatchObject([
        { pointer: '/1/owner', code: 'not_found' },
      ]);
      const taken = await stage.client.patch('/users', [
        { id: 1, display_name: 'A' },
        { id: 2, email: 'cleo@example.com' },
      ]);
      expect(expectProblem(taken, 409, 'already_exists')).toMatchObject([
        { pointer: '/1/email', code: 'taken' },
      ]);
      expect((await stage.client.get('/users/1')).json).toMatchObject({ display_name: 'Ada Lovelace' });
      expect(await readAges(stage)).toEqual(agesBefore);
    });

    test('rows are written one by one: two cannot swap unique values', async () => {
      const answer = await stage.client.patch('/users', [
        { id: 1, username: 'ben' },
        { id: 2, username: 'ada' },
      ]);
      expect(expectProblem(answer, 409, 'already_exists')).toMatchObject([{ pointer: '/0/username' }]);
    });

    test('all faults of all items come at once', async () => {
      const answer = await stage.client.patch('/pets?type.eq=DOG&all=true&colour=red', [
        { id: 1, age: 'old' },
        { id: 1, age: 9 },
        { age: 9 },
        { id: 'one', colour: 1 },
      ]);
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
        { parameter: 'colour', code: 'unknown_parameter' },
        { parameter: 'type.eq', code: 'conflict' },
        { parameter: 'all', code: 'conflict' },
        { pointer: '/0/age', code: 'wrong_type' },
        { pointer: '/1/id', code: 'conflict' },
        { pointer: '/2/id', code: 'required' },
        { pointer: '/3/colour', code: 'unknown_key' },
        { pointer: '/3/id', code: 'wrong_type' },
      ]);
    });

    test.each([
      ['no item', '', [], 'out_of_range'],
      ['one more than the limit', '', [1, 2, 3, 4, 5].map((id) => ({ id })), 'too_many'],
      ['neither an object nor an array', '?id.eq=1', 7, 'wrong_type'],
    ])('%s is refused', async (_, query, body, code) => {
      const answer = await stage.client.patch(`/pets${query}`, body);
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '', code }]);
    });
  });

  test('what is not offered does not exist', async () => {
    expectProblem(await stage.client.delete('/pets?all=true'), 405, 'method_not_allowed');
    expectProblem(await stage.client.post('/pets/bulk', []), 405, 'method_not_allowed');
    expect((await stage.client.send('OPTIONS', '/pets')).headers.allow).toBe(
      'GET, HEAD, POST, PATCH, OPTIONS',
    );
  });
});
