// A write whose answer cannot be compiled does not start: its request is a 500, and no work is left behind.
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

let mockBroken = false;

jest.mock('../../../packages/core/src/sql/shape-sql.js', () => {
  const actual = jest.requireActual<{ compileShape: (...given: unknown[]) => unknown }>(
    '../../../packages/core/src/sql/shape-sql.js',
  );
  return {
    ...actual,
    compileShape: (...given: unknown[]) => {
      if (mockBroken) throw new Error('cannot be compiled');
      return actual.compileShape(...given);
    },
  };
});

@Entity()
class Slip {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

const fill = () => Promise.resolve();

onEachDatabase({ entities: [Slip], options: {}, fill }, (stage) => {
  test.each([
    ['POST', '/slips'],
    ['PATCH', '/slips/1'],
  ])('%s', async (method, path) => {
    const client = DirectClient.of(stage.database.dataSource, {});
    mockBroken = true;
    stage.database.statements.clear();
    try {
      expectProblem(await client.attempt(method, path, { name: 'a' }), 500, 'internal_error');
    } finally {
      mockBroken = false;
    }
    await stage.database.statements.settled();
    expect(stage.database.statements.texts).toEqual([]);
  });
});
