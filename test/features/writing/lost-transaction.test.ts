// A row that is gone before the transaction that wrote it ends: a node of a Galera cluster undoes a transaction for a write
// of another node, and its next SELECT finds nothing. Here a trigger takes the row away.
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

test('POST is a 503, never a 404, and nothing is left', async () => {
  expectProblem(await stage.client.attempt('POST', '/pets', { ...pet, name: 'lost' }), 503, 'unavailable');
  expect((await stage.client.attempt('GET', '/pets')).json).toMatchObject({ total_count: 0 });
});

test('the next write is not affected', async () => {
  const { status, json } = await stage.client.attempt('POST', '/pets', { ...pet, name: 'kept' });
  expect([status, json]).toMatchObject([201, { name: 'kept' }]);
});
