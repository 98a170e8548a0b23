// A row that is gone before the transaction that wrote it ends. A node of a Galera cluster undoes a transaction for a write of
// another node, and its next SELECT finds nothing: the write is made again. Here a trigger takes the row away each time.
import { directStage } from '../../support/direct-stage.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { expectProblem } from '../../support/problem.js';

const stage = directStage('sqlite', {
  ...petstore,
  fill: async (dataSource) => {
    await dataSource.query(
      "CREATE TRIGGER loss AFTER INSERT ON pets WHEN NEW.name = 'lost' BEGIN DELETE FROM pets WHERE id = NEW.id; END",
    );
  },
});

const pet = { age: 1, type: 'DOG' };

test('POST is a 500 that the log explains, never a 404, and nothing is left', async () => {
  const answer = await stage.client.attempt('POST', '/pets', { ...pet, name: 'lost' });
  expectProblem(answer, 500, 'internal_error');
  expect(stage.client.failure).toMatchObject({ name: 'LostRow' });
  expect((await stage.client.attempt('GET', '/pets')).json).toMatchObject({ total_count: 0 });
});

test('the next write is not affected', async () => {
  const { status, json } = await stage.client.attempt('POST', '/pets', { ...pet, name: 'kept' });
  expect([status, json]).toMatchObject([201, { name: 'kept' }]);
});
