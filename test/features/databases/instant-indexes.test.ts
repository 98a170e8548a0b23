// An index on an instant serves its filters, whatever digits the database keeps: a millisecond is a range of the column.
// INSTANT_ROWS=500000 is the large form.
import { CreateDateColumn, Column, Entity, Index, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { Filter, FilterEQ, FilterGroupArray, FilterGroupLength } from '@decorest/core';
import { contentOf } from '../../support/collection.js';
import { analyseTables, insertRows } from '../../support/fixtures/raw-rows.js';
import { compileListOf } from '../../support/compiled-list.js';
import { compileRowsOf } from '../../../packages/core/src/sql/row-with-edges-program.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

function classFor(name: DatabaseName) {
  const type = name === 'postgres' ? 'timestamptz' : 'datetime';
  const precision = speaksMysql(name) ? { precision: 6 } : {};

  @Entity()
  @Index('events_by_created', ['createdAt'])
  @Index('events_by_done', ['doneAt'])
  class Event {
    @PrimaryGeneratedColumn() id!: number;

    @CreateDateColumn({ type })
    @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
    createdAt!: Date;

    @Column({ type, nullable: true, ...precision })
    @Filter(FilterEQ, FilterGroupLength, FilterGroupArray)
    doneAt!: Date | null;
  }
  return Event;
}

const fewRows = 6_000;
const rows = Number(process.env.INSTANT_ROWS ?? fewRows);
const start = Date.parse('2026-01-01T00:00:00.000Z');

/** A minute apart, with microseconds where the database has them. */
async function fill(dataSource: DataSource): Promise<void> {
  const [metadata] = dataSource.entityMetadatas;
  const type: string = dataSource.options.type;
  const digits = type === 'better-sqlite3' || type === 'sqlite' ? '500' : '500700';
  const zone = type === 'postgres' ? '+00' : '';
  const table = metadata?.tableName ?? '';
  const values = Array.from({ length: rows }, (_, at) => {
    const minute = nameMinute(at).slice(0, 19).replace('T', ' ');
    return [`${minute}.${digits}${zone}`, `${minute}.${digits}${zone}`];
  });
  await insertRows(dataSource, table, ['createdAt', 'doneAt'], values);
  await analyseTables(dataSource, [table]);
}

/** As answers show it. */
function nameMinute(at: number): string {
  return new Date(start + at * 60_000 + 500).toISOString();
}

onEachDatabase({ entities: (name) => [classFor(name)], options: {}, fill }, (stage) => {
  const last = nameMinute(rows - 1);
  const third = nameMinute(rows - 3);

  describe.each([
    ['createdAt', 'events_by_created'],
    ['doneAt', 'events_by_done'],
  ])('%s', (field, index) => {
    test.each([
      ['eq', [last], 1],
      ['in', [last, third], 2],
      ['gte', [last], 1],
      ['gt', [third], 2],
      ['lt', [nameMinute(2)], 2],
      ['lte', [nameMinute(2)], 3],
    ])('%s', async (predicate, values, count) => {
      const query = values.map((value) => `${field}.${predicate}=${value}`).join('&');
      const found = await stage.client.get(`/events?${query}`);
      expect(contentOf(found)).toHaveLength(count);
      // With one end, SQLite's planner expects a small part of the rows, and reads them in the order of the list if there are few.
      const isOpen = stage.name === 'sqlite' && rows <= fewRows && !['eq', 'in'].includes(predicate);
      const plan = isOpen ? /SCAN t/ : rangeBy(stage, index);
      expect(await explain(stage, `/events?${query}`)).toMatch(plan);
    });
  });
});

/** How a plan names a range of an index. */
function rangeBy({ name }: DirectStage, index: string): RegExp {
  switch (name) {
    case 'postgres':
      return new RegExp(`(Index Scan using|Bitmap Index Scan on) ${index}.*Index Cond`, 's');
    case 'mariadb':
      return new RegExp(`"type":"range".*"key":"${index}"`);
    case 'mysql':
      return new RegExp(`Index range scan on t using ${index}`);
    default:
      return new RegExp(`SEARCH t USING (COVERING )?INDEX ${index} `);
  }
}

/** The plan of the statement that reads a page. */
async function explain({ name, database }: DirectStage, target: string): Promise<string> {
  const { text, parameters } = await compileListOf(database.dataSource, target, compileRowsOf);
  const prefix = name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const plan = await database.dataSource.query<object[]>(`${prefix} ${text}`, parameters);
  return plan.map((row) => JSON.stringify(row)).join('\n');
}
