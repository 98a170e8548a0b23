// Totals of lists on SQLite: counted once, and again after any change, by any connection.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Filter, FilterContains, policyFor } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { entityOf } from '../../support/collection.js';
import { StatementLog } from '../../support/statement-log.js';

@Entity()
class Boat {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterContains) @Column() name!: string;
  @Column() port!: number;
}

const policies = [policyFor(Boat, ({ state }: { state?: { port: number } }) => state ?? true)];

const view = 'CREATE VIEW recent_boat AS SELECT id, name FROM boat WHERE port <= abs(random() % 1000)';

describe('sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'totals-'));
  const file = join(folder, 'boats.sqlite');
  const statements = new StatementLog();
  let dataSource: DataSource;
  let client: DirectClient;

  beforeEach(async () => {
    dataSource = await new DataSource({
      type: 'better-sqlite3',
      database: file,
      enableWAL: true,
      entities: [Boat],
      synchronize: true,
      verbose: statements.record,
    }).initialize();
    await fill(dataSource);
    client = DirectClient.of(dataSource, { policies, naming: 'snake_case' });
    await total();
  });
  afterEach(async () => {
    await dataSource.dropDatabase();
    await dataSource.destroy();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const totalOf = async (target: string, state?: object) =>
    entityOf(await client.as(state).get(target)).total_count;
  const total = () => totalOf('/boats?per_page=2');

  /** How often rows are counted while the work runs. */
  const countings = async (work: () => Promise<unknown>) => {
    statements.clear();
    await work();
    return statements.texts.filter((text) => text.includes('(SELECT COUNT(*) FROM "boat"')).length;
  };

  test('the second page of the same list counts nothing, and shows the same total', async () => {
    expect(await countings(() => totalOf('/boats?page=2&per_page=2'))).toBe(0);
    expect(await totalOf('/boats?page=2&per_page=2')).toBe(5);
  });

  test('a list with other values is counted by itself', async () => {
    expect(await totalOf('/boats?per_page=1&name.has=a')).toBe(3);
    expect(await totalOf('/boats?per_page=1&name.has=l')).toBe(1);
    expect(await totalOf('/boats?per_page=1&name.has=a')).toBe(3);
  });

  test('a list that a policy narrows is counted by itself for each state', async () => {
    const ports = [{ port: 1 }, { port: 2 }, undefined];
    const totals = async () => {
      const found: unknown[] = [];
      for (const port of ports) found.push(await totalOf('/boats?per_page=1', port));
      return found;
    };
    expect(await totals()).toEqual([3, 2, 5]);
    expect(await totals()).toEqual([3, 2, 5]);
  });

  test('an insert, an update and a delete through the API are counted', async () => {
    const { id } = entityOf(await client.post('/boats', { name: 'Gale', port: 2 }));
    expect(await total()).toBe(6);
    expect(await totalOf('/boats?per_page=1&name.has=a')).toBe(4);
    await client.patch(`/boats/${String(id)}`, { name: 'Zzz' });
    expect(await totalOf('/boats?per_page=1&name.has=a')).toBe(3);
    await client.delete(`/boats/${String(id)}`);
    expect(await total()).toBe(5);
  });

  test.each([
    ['rows inserted', "INSERT INTO boat (name, port) VALUES ('x', 1), ('y', 1)", 7],
    ['one row deleted', 'DELETE FROM boat WHERE id = 1', 4],
    ['all rows deleted at once', 'DELETE FROM boat', 0],
  ])("%s by the application's own SQL are counted", async (_, sql, expected) => {
    await dataSource.query(sql);
    expect(await total()).toBe(expected);
  });

  test('what another connection wrote is counted', async () => {
    const other = new Database(file);
    other.exec("INSERT INTO boat (name, port) VALUES ('other', 1)");
    expect(await total()).toBe(6);
    expect(await total()).toBe(6);
    other.exec('DELETE FROM boat WHERE id > 1');
    other.close();
    expect(await total()).toBe(1);
  });

  test('what another connection writes between a total and its page is counted', async () => {
    const other = new Database(file);
    statements.intercept = (text) => {
      if (!text.includes('json_quote')) return;
      statements.intercept = undefined;
      other.exec("INSERT INTO boat (name, port) VALUES ('between', 1)");
    };
    expect(await totalOf('/boats?per_page=2')).toBe(6);
    expect(statements.intercept).toBeUndefined();
    other.close();
  });

  test('what was rolled back is not, and nothing is remembered of the time before', async () => {
    await dataSource.query('BEGIN');
    await dataSource.query("INSERT INTO boat (name, port) VALUES ('never', 1)");
    const waiting = total();
    await dataSource.query('ROLLBACK');
    expect(await waiting).toBe(5);
    expect(await total()).toBe(5);
  });

  test('a table that was dropped and made again is counted', async () => {
    await dataSource.query('ALTER TABLE boat RENAME TO old_boat');
    await dataSource.query('CREATE TABLE boat AS SELECT * FROM old_boat WHERE id < 3');
    expect(await totalOf('/boats?per_page=1')).toBe(2);
    await dataSource.query('DROP TABLE old_boat');
  });

  test('a data source that was closed and opened again is counted', async () => {
    await dataSource.destroy();
    const other = new Database(file);
    other.exec('DELETE FROM boat WHERE id > 3');
    other.close();
    await dataSource.initialize();
    expect(await total()).toBe(3);
  });

  test.each([
    ['a view, which may change by itself', view, 'DROP VIEW recent_boat'],
    ['a virtual table', 'CREATE VIRTUAL TABLE found USING fts5(name)', 'DROP TABLE found'],
    ['an attached file', "ATTACH ':memory:' AS other", 'DETACH other'],
  ])('while there is %s, nothing is remembered', async (_, made, gone) => {
    expect(await countings(total)).toBe(0);
    await dataSource.query(made);
    expect(await countings(async () => [await total(), await total(), await total()])).toBe(3);
    await dataSource.query(gone);
    await total();
    expect(await countings(total)).toBe(0);
  });

  test('a temporary table in the place of the entity is counted', async () => {
    await dataSource.query("CREATE TEMP TABLE boat AS SELECT 1 AS id, 'Ada' AS name, 1 AS port");
    expect(await totalOf('/boats?per_page=1')).toBe(1);
    await dataSource.query('DROP TABLE temp.boat');
    expect(await totalOf('/boats?per_page=1')).toBe(5);
  });

  test('without a write-ahead log, what another connection wrote is counted', async () => {
    await dataSource.query('PRAGMA journal_mode = DELETE');
    expect(await total()).toBe(5);
    const other = new Database(file);
    other.exec('DELETE FROM boat WHERE id > 1');
    other.close();
    expect(await total()).toBe(1);
  });
});

async function fill(dataSource: DataSource): Promise<void> {
  const names = ['Ada', 'Bee', 'Cleo', 'Dea', 'Eva'];
  await dataSource.getRepository(Boat).insert(names.map((name, at) => ({ name, port: 1 + (at % 2) })));
}
