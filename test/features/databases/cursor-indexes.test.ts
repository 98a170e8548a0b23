// A page after a cursor is read by an index range: it neither reads nor sorts the rows before it.
import { CursorPagination, Sortable } from '@decorest/core';
import { Column, Entity, Index, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { compileRowsOf } from '../../../packages/core/src/sql/row-with-edges-program.js';
import { entityOf, valuesOf } from '../../support/collection.js';
import { compileListOf } from '../../support/compiled-list.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';

@Entity()
@CursorPagination()
@Index('samples_by_weight', ['weight', 'id'])
@Index('samples_by_age', ['age', 'id'])
@Index('samples_by_size', ['size', 'id'])
class Sample {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' })
  @Sortable()
  weight!: number;

  /** NULL is where PostgreSQL has it in an index. */
  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'highest' })
  age!: number | null;

  /** NULL is where the other databases have it in an index. */
  @Column({ type: 'int', nullable: true })
  @Sortable()
  size!: number | null;
}

const fixture = {
  entities: [Sample],
  options: {},
  fill: async (dataSource: DataSource) => {
    const rows = Array.from({ length: 6_000 }, (_, at) => ({
      weight: at % 500,
      age: at % 500,
      size: at % 500,
    }));
    await dataSource.getRepository(Sample).insert(rows.slice(0, 3_000));
    await dataSource.getRepository(Sample).insert(rows.slice(3_000));
    const table = dataSource.driver.escape('sample');
    const mysql = dataSource.options.type === 'mariadb' || dataSource.options.type === 'mysql';
    await dataSource.query(mysql ? `ANALYZE TABLE ${table}` : `ANALYZE ${table}`);
  },
};

onEachDatabase(fixture, (stage) => {
  test.each([
    ['sort=weight', 'samples_by_weight'],
    ['sort=-weight', 'samples_by_weight'],
    stage.name === 'postgres' ? ['sort=-age', 'samples_by_age'] : ['sort=size', 'samples_by_size'],
    ['sort=id', 'primary'],
  ])('%s', async (sort, index) => {
    const page = await stage.client.get(`/samples?${sort}&per_page=5&page=400`);
    const after = String(entityOf(page).next_cursor);
    const target = `/samples?${sort}&per_page=5&after=${after}`;
    const expected = await stage.client.get(`/samples?${sort}&per_page=5&page=401`);
    expect(valuesOf(await stage.client.get(target), 'id')).toEqual(valuesOf(expected, 'id'));
    const plan = await explain(stage, target);
    expect(plan).toMatch(rangeBy(stage, index));
    expect(plan).not.toMatch(/filesort|Sort|TEMP B-TREE|Seq Scan/);
  });
});

/** How a plan names a range of an index. */
function rangeBy({ name }: DirectStage, index: string): RegExp {
  const isKey = index === 'primary';
  const key = isKey ? 'PRIMARY' : index;
  switch (name) {
    case 'postgres':
      return new RegExp(`Index Scan (Backward )?using \\W*${isKey ? 'PK_' : index}.*Index Cond`, 's');
    case 'mariadb':
      return new RegExp(`"type":"range".*"key":"${key}"`);
    case 'mysql':
      return new RegExp(`Index range scan on t using ${key}`);
    default:
      return isKey ? /SEARCH t USING INTEGER PRIMARY KEY/ : new RegExp(`SEARCH t USING INDEX ${index} `);
  }
}

/** The plan of the statement that reads a page. */
async function explain({ name, database }: DirectStage, target: string): Promise<string> {
  const { text, parameters } = await compileListOf(database.dataSource, target, compileRowsOf);
  const prefix = name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const rows = await database.dataSource.query<object[]>(`${prefix} ${text}`, parameters);
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
