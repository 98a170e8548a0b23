// POST /<collection>/bulk: all items or none, in the order sent, each as a single create answers it.
import { contentOf, valuesOf } from '../../support/collection.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachMount, type Fixture, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

const bulk: Fixture = {
  ...petstore,
  options: { ...petstore.options, bulk: ['create', 'update', 'delete'], limits: { bulk: 5 } },
};

const yoshi = { name: 'Yoshi', age: 2, type: 'REPTILE' };
const ada = { username: 'eve', display_name: 'Eve', email: 'eve@example.com' };

function countPets(stage: Stage): Promise<number> {
  return stage.dataSource.getRepository('Pet').count();
}

forEachMount(bulk, (stage) => {
  test('the answer has the new entities in the order sent, as a read gives them', async () => {
    const answer = await stage.client.post('/pets/bulk', [yoshi, { ...yoshi, name: 'Rex', owner: 1 }]);
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBeUndefined();
    const [first, second] = contentOf(answer);
    expect(first).toEqual((await stage.client.get('/pets/6')).json);
    expect(second).toEqual((await stage.client.get('/pets/7')).json);
    expect(second).toMatchObject({ name: 'Rex', edges: { owner: { username: 'ada' } } });
  });

  test('`pretty` indents it', async () => {
    const answer = await stage.client.post('/pets/bulk?pretty=true', [yoshi]);
    expect(answer.text).toBe(JSON.stringify(answer.json, null, 2));
  });

  test('edges are linked', async () => {
    const answer = await stage.client.post('/users/bulk', [{ ...ada, pets: [4] }]);
    expect(answer.status).toBe(201);
    expect(valuesOf(await stage.client.get('/users/4/pets'), 'id')).toEqual([4]);
  });

  test('all faults of all items come at once, each with its place', async () => {
    const answer = await stage.client.post('/pets/bulk?colour=red', [
      yoshi,
      { ...yoshi, age: 'old', colour: 'red' },
      { name: 'a\u0000b', age: 1, type: 'DOG' },
      7,
    ]);
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      expect.objectContaining({ parameter: 'colour', code: 'unknown_parameter' }),
      expect.objectContaining({ pointer: '/1/colour', code: 'unknown_key' }),
      expect.objectContaining({ pointer: '/1/age', code: 'wrong_type' }),
      expect.objectContaining({ pointer: '/2/name', code: 'invalid' }),
      expect.objectContaining({ pointer: '/3', code: 'wrong_type' }),
    ]);
    expect(await countPets(stage)).toBe(5);
  });

  test('ids that do not exist are those of the first item that has some, and nothing is written', async () => {
    const wrong = { ...yoshi, owner: 99 };
    const answer = await stage.client.post('/pets/bulk', [yoshi, wrong, wrong]);
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      { pointer: '/1/owner', code: 'not_found', detail: 'There is no User with the id 99.' },
    ]);
    expect(await countPets(stage)).toBe(5);
  });

  test('a unique value that is taken is named with its item, and nothing is written', async () => {
    const answer = await stage.client.post('/users/bulk', [ada, { ...ada, username: 'fay' }]);
    expect(expectProblem(answer, 409, 'already_exists')).toEqual([
      expect.objectContaining({ pointer: '/1/email', code: 'taken' }),
    ]);
    expect(await stage.dataSource.getRepository('User').count()).toBe(3);
  });

  test('a row of another is not taken, and its item is named', async () => {
    const answer = await stage.client.post('/users/bulk', [
      { ...ada, pets: [4] },
      { ...ada, username: 'fay', email: 'fay@example.com', pets: [1] },
    ]);
    expect(expectProblem(answer, 409, 'edge_conflict')).toMatchObject([
      { pointer: '/1/pets', code: 'conflict' },
    ]);
    expect((await stage.client.get('/pets/4')).json).toMatchObject({ edges: { owner: null } });
  });

  test.each([
    ['an object', yoshi, 'wrong_type'],
    ['null', null, 'wrong_type'],
    ['no item', [], 'out_of_range'],
    ['one item more than the limit', Array(6).fill(yoshi), 'too_many'],
  ])('%s is refused', async (_, body, code) => {
    const answer = await stage.client.post('/pets/bulk', body);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '', code }]);
  });

  test('as many items as the limit are created', async () => {
    expect((await stage.client.post('/pets/bulk', Array(5).fill(yoshi))).status).toBe(201);
    expect(await countPets(stage)).toBe(10);
  });

  test('other methods of the path', async () => {
    const options = await stage.client.send('OPTIONS', '/pets/bulk');
    expect(options.headers.allow).toBe('POST, OPTIONS');
    const answer = await stage.client.get('/pets/bulk');
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('POST, OPTIONS');
    expect((await stage.client.send('OPTIONS', '/pets')).headers.allow).toBe(
      'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
    );
  });
});
