// Indexes serve the lists they were made for: SQLite sees the values that it has to see to choose one.
import { Filter, FilterEQ, FilterGT, FilterHasPrefix, Sortable } from '@decorest/core';
import type { Database } from 'better-sqlite3';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
@Index('recent_reports', ['kind'], { where: "kind = 'urgent'" })
class Report {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterEQ)
  kind!: string;

  @Index('reports_by_weight')
  @Column()
  @Filter(FilterGT)
  @Sortable()
  weight!: number;

  @Index('reports_by_title')
  @Column()
  @Filter(FilterHasPrefix)
  title!: string;
}

interface Step {
  readonly detail: string;
}

interface Connected {
  readonly databaseConnection: Database;
}

describe('sqlite', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase('sqlite', [Report]);
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      kind: at % 1_000 === 0 ? 'urgent' : 'plain',
      weight: at % 1_000,
      title: `Report ${at}`,
    }));
    await database.dataSource.getRepository(Report).save(rows, { chunk: 100 });
    await database.dataSource.query('ANALYZE');
  });
  afterAll(() => database.close());

  test.each([
    ['a partial index', 'kind.eq=urgent', 'recent_reports'],
    ['a rare range', 'weight.gt=998', 'reports_by_weight'],
    ['a prefix', 'title.prefix=Report%2042', 'reports_by_title'],
  ])('%s is read and counted by its index', async (_, query, index) => {
    expect(await stepsBy(index, query)).toHaveLength(2);
  });

  test('an order is read by its index', async () => {
    expect(await stepsBy('reports_by_weight', 'sort=weight')).toHaveLength(1);
  });

  /** The steps by an index, in which SQLite runs the statements over reports with the values that they were given. */
  async function stepsBy(index: string, query: string): Promise<Step[]> {
    const { dataSource } = database;
    const asked = jest.spyOn(dataSource.logger, 'logQuery');
    await DirectClient.of(dataSource, {}).get(`/reports?per_page=5&${query}`);
    const calls = asked.mock.calls.filter(([text]) => text.includes('"report"'));
    asked.mockRestore();
    const { databaseConnection } = dataSource.driver as unknown as Connected;
    const steps = calls.flatMap(([text, parameters = []]) =>
      databaseConnection
        .prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${text}`)
        .all(...(parameters as unknown[])),
    );
    return steps.filter(({ detail }) => detail.includes(index));
  }
});
