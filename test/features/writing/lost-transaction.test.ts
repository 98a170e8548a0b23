// A row that is gone before the transaction that wrote it ends: a node of a Galera cluster undoes a transaction for a write
// of another node, and its next SELECT finds nothing. Here a trigger takes the row away.
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

const stage = directStage('sqlite', {
  entities: [Ticket],
  options: {},
  fill: async (dataSource) => {
    await dataSource.query(
      "CREATE TRIGGER loss AFTER INSERT ON ticket WHEN NEW.name = 'lost' BEGIN DELETE FROM ticket WHERE id = NEW.id; END",
    );
  },
});

test('POST is a 503, never a 404, and nothing is left', async () => {
  expectProblem(await stage.client.attempt('POST', '/tickets', { name: 'lost' }), 503, 'unavailable');
  expect((await stage.client.attempt('GET', '/tickets')).json).toMatchObject({ total_count: 0 });
});

test('the next write is not affected', async () => {
  const { status, json } = await stage.client.attempt('POST', '/tickets', { name: 'kept' });
  expect([status, json]).toMatchObject([201, { name: 'kept' }]);
});
