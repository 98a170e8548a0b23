// What the faults of a request say beyond that it is wrong: the edge that a column belongs to, why a text is refused.
import { forEachDatabase } from '../../support/for-each-database.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { expectProblem } from '../../support/problem.js';

forEachDatabase(petstore, (stage) => {
  test.each(['ownerId', 'owner_id'])('%s is the edge owner', async (key) => {
    const faults = expectProblem(await stage.client.patch('/pets/1', { [key]: 1 }), 400, 'invalid_request');
    expect(faults).toEqual([
      { pointer: `/${key}`, code: 'unknown_key', detail: `There is no key '${key}' here. Write 'owner'.` },
    ]);
  });

  test('NUL is refused in a query with the words of a body', async () => {
    const faults = expectProblem(await stage.client.get('/pets?name.eq=%00'), 400, 'invalid_request');
    expect(faults).toEqual([
      {
        parameter: 'name.eq',
        code: 'malformed_parameter',
        detail: "The parameter 'name.eq' must not contain NUL or an unpaired surrogate.",
      },
    ]);
  });
});
