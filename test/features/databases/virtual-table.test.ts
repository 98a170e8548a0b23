// An entity over a virtual table of SQLite, whose key is a column that `SELECT *` leaves out.
import { Filter, FilterContains, FilterEQ } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';

@Entity({ synchronize: false })
class Page {
  @PrimaryColumn({ type: 'integer' })
  @Filter(FilterEQ)
  rowid!: number;

  @Column()
  @Filter(FilterContains)
  body!: string;
}

describe('sqlite', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [Page],
    }).initialize();
    await dataSource.query('CREATE VIRTUAL TABLE page USING fts5(body)');
    await dataSource.query("INSERT INTO page (body) VALUES ('one'), ('two'), ('three')");
  });
  afterAll(() => dataSource.destroy());

  test('is read, and listed with its total', async () => {
    const client = DirectClient.of(dataSource, {});
    expect(entityOf(await client.get('/pages/2')).body).toBe('two');
    const list = await client.get('/pages?body.has=t&per_page=1&page=2');
    expect(valuesOf(list, 'rowid')).toEqual([3]);
    expect(entityOf(list).total_count).toBe(2);
  });
});
