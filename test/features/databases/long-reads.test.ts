// Reads of a SQLite file that may take long are made by another process: the application's own goes on, and they end when
// their time is up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createApi, type ApiOptions } from '@decorest/core';
import type Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { contentOf, entityOf } from '../../support/collection.js';
import { fillZoo, zooEntities } from '../../support/fixtures/crowded-zoo.js';
import { expectProblem } from '../../support/problem.js';
import { StatementLog } from '../../support/statement-log.js';

const folder = mkdtempSync(join(tmpdir(), 'long-reads-'));
const long = '/keepers?sort=animals.count&animals.note.ihas=number 77';

async function zooIn(
  database: string,
  more: object = {},
): Promise<{ dataSource: DataSource; statements: StatementLog }> {
  const statements = new StatementLog();
  const options = {
    type: 'better-sqlite3',
    database,
    entities: zooEntities,
    verbose: statements.record,
  } as const;
  const dataSource = await new DataSource({ ...options, ...more, synchronize: true }).initialize();
  if ((await dataSource.getRepository('Keeper').count()) === 0) await fillZoo(dataSource, 1_500);
  return { dataSource, statements };
}

/** Whether the application's own connection was asked for keepers. */
async function asksItself(statements: StatementLog, work: () => Promise<unknown>): Promise<boolean> {
  statements.clear();
  await work();
  return statements.texts.some((text) => text.includes('FROM "keeper"') && !text.includes('max(rowid)'));
}

/** The status of a request whose client goes away at once. */
async function abandoned({ api }: DirectClient, target: string): Promise<number> {
  const controller = new AbortController();
  const [path = '', query = ''] = target.split('?');
  const reading = api.handle({ method: 'GET', path, query, signal: controller.signal });
  await nextTick();
  controller.abort();
  return (await reading).status;
}

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a file', () => {
  let dataSource: DataSource;
  let statements: StatementLog;
  const clientOf = (options: ApiOptions = {}) => DirectClient.of(dataSource, options);
  beforeAll(async () => {
    ({ dataSource, statements } = await zooIn(join(folder, 'zoo.sqlite'), { enableWAL: true }));
  });
  afterAll(() => dataSource.destroy());

  test('is read by another process where tables are gone through', async () => {
    const client = clientOf();
    expect(await asksItself(statements, () => client.get(long))).toBe(false);
    expect(await asksItself(statements, () => client.get('/keepers/7'))).toBe(true);
    expect(await asksItself(statements, () => client.get('/keepers?page=3'))).toBe(true);
  });

  test.each([
    long,
    '/animals?note.has=7&sort=-keeper.name,name&page=2',
    '/keepers/7/animals?sort=name',
    '/wards?sort=-keepers.count',
  ])('%s has the same answer there as here', async (target) => {
    const memory = await zooIn(':memory:');
    const here = await DirectClient.of(memory.dataSource, {}).get(target);
    expect((await clientOf().get(target)).text).toBe(here.text);
    await memory.dataSource.destroy();
  });

  test('is read by another process where all keys are negative', async () => {
    const zoo = await zooIn(join(folder, 'negative.sqlite'));
    await zoo.dataSource.query('PRAGMA foreign_keys = OFF');
    await zoo.dataSource.query('UPDATE "animal" SET "id" = -"id"');
    await zoo.dataSource.query('UPDATE "keeper" SET "id" = -"id"');
    const client = DirectClient.of(zoo.dataSource, {});
    expect(await asksItself(zoo.statements, () => client.get(long))).toBe(false);
    await zoo.dataSource.destroy();
  });

  test('is read by another process where only the join table of an edge is large', async () => {
    const zoo = await zooIn(join(folder, 'links.sqlite'));
    await zoo.dataSource.query('DELETE FROM "keeper_wards_ward"');
    await zoo.dataSource.query('DELETE FROM "ward" WHERE "id" > 20');
    const all = 'SELECT k."id", w."id" FROM "keeper" k, "ward" w';
    await zoo.dataSource.query(`INSERT INTO "keeper_wards_ward" ("keeperId", "wardId") ${all}`);
    const client = DirectClient.of(zoo.dataSource, {});
    for (const target of ['/keepers?wards.name.neq=none', '/keepers?sort=wards.count'])
      expect(await asksItself(zoo.statements, () => client.get(target))).toBe(false);
    expect(await asksItself(zoo.statements, () => client.get('/keepers'))).toBe(true);
    await zoo.dataSource.destroy();
  });

  test('is read by another process where pages of a large table are skipped', async () => {
    const zoo = await zooIn(join(folder, 'deep.sqlite'));
    const numbers = 'WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 51000)';
    await zoo.dataSource.query(`${numbers} INSERT INTO "ward" ("name") SELECT 'w' FROM n`);
    const client = DirectClient.of(zoo.dataSource, {});
    const isReadHere = async (page: number) => {
      zoo.statements.clear();
      await client.get(`/wards?page=${page}`);
      return zoo.statements.texts.some((text) => text.includes('OFFSET'));
    };
    expect(await isReadHere(2)).toBe(true);
    expect(await isReadHere(5000)).toBe(false);
    await zoo.dataSource.destroy();
  });

  test('is read by another process where few long texts are searched', async () => {
    const zoo = await zooIn(join(folder, 'texts.sqlite'));
    await zoo.dataSource.query('DELETE FROM "animal" WHERE "id" > 40');
    await zoo.dataSource.query(`UPDATE "animal" SET "note" = hex(zeroblob(200000))`);
    const client = DirectClient.of(zoo.dataSource, {});
    for (const [target, here] of [
      ['/animals?note.has=zz', false],
      ['/animals?name.eq=zz', true],
    ] as const) {
      zoo.statements.clear();
      await client.get(target);
      expect(zoo.statements.texts.some((text) => text.includes('WHERE'))).toBe(here);
    }
    await zoo.dataSource.destroy();
  });

  test('lets the event loop go on meanwhile', async () => {
    const client = clientOf();
    await client.get(long);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 0);
    await client.get(long);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(1);
  });

  test('shows at once what was written', async () => {
    const client = clientOf();
    const before = Number(entityOf(await client.get('/animals?note.has=quite unique')).total_count);
    const { id } = entityOf(await client.post('/animals', { name: 'Zed', note: 'quite unique', age: 1 }));
    const [found] = contentOf(await client.get('/animals?note.has=quite unique'));
    expect(found).toMatchObject({ id });
    expect((await client.delete(`/animals/${String(id)}`)).status).toBe(204);
    expect(entityOf(await client.get('/animals?note.has=quite unique')).total_count).toBe(before);
  });

  test('a read that times out ends, and another process serves the next', async () => {
    const client = clientOf({ timeouts: { statementMs: 1 } });
    expectProblem(await client.attempt('GET', long), 504, 'timeout');
    expect((await clientOf().get(long)).status).toBe(200);
  });

  test('a read whose client is gone ends', async () => {
    expect(await abandoned(clientOf(), long)).toBe(503);
    expect((await clientOf().get(long)).status).toBe(200);
  });

  test('many at once are answered, each after the other', async () => {
    const client = clientOf();
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.get(long)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('a shorter read goes before longer ones that wait, and these are answered', async () => {
    const client = clientOf({ where: true });
    const tests = Array.from({ length: 20 }, (_, at) => ({ 'note.ihas': `nothing ${at}` }));
    const longest = `/animals?sort=keeper.name&where=${encodeURIComponent(JSON.stringify({ or: tests }))}`;
    await Promise.all([client.get(longest), client.get(longest), client.get(long)]);
    const ends: string[] = [];
    const read = (target: string, name: string) => client.get(target).then(() => ends.push(name));
    // As many processes as four run at the same time, and as many reads wait before it.
    const longer = Array.from({ length: 10 }, (_, at) => read(longest, `long ${at}`));
    await Promise.all([...longer, read(long, 'short')]);
    expect(ends).toHaveLength(11);
    expect(ends.indexOf('short')).toBeLessThan(6);
  });

  test('a read that waits too long for its turn is a 503', async () => {
    const client = clientOf({ timeouts: { acquireMs: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.attempt('GET', long)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectProblem(answer, 503, 'unavailable');
  });

  test('a read is a 503 while no process can be started', async () => {
    const client = clientOf();
    await client.get(long);
    await abandoned(client, long);
    const { execPath } = process;
    process.execPath = join(folder, 'missing');
    const refused = async () => {
      expectProblem(await client.attempt('GET', long), 503, 'unavailable');
    };
    expect(await asksItself(statements, refused)).toBe(false);
    process.execPath = execPath;
    expect((await client.get(long)).status).toBe(200);
  });

  test('a list whose total was counted there is not counted again until something is written', async () => {
    const queries = jest.spyOn(dataSource.logger, 'logQuery');
    const countings = async () => {
      queries.mockClear();
      await clientOf().get('/animals?note.has=number');
      return queries.mock.calls.filter(([text]) => text.startsWith('SELECT (SELECT COUNT(*)')).length;
    };
    const client = clientOf();
    await client.get('/animals?note.has=number');
    queries.mockClear();
    await client.get('/animals?note.has=number&page=2');
    expect(queries.mock.calls.filter(([text]) => text.startsWith('SELECT (SELECT COUNT(*)'))).toEqual([]);
    expect(await countings()).toBe(1);
    queries.mockRestore();
  });
});

describe('what another process cannot read is read here', () => {
  test('a database in memory', async () => {
    const { dataSource, statements } = await zooIn(':memory:');
    const client = DirectClient.of(dataSource, {});
    expect(await asksItself(statements, () => client.get(long))).toBe(true);
    await dataSource.destroy();
  });

  test('a view with a function that only the own connection has; the log says so once', async () => {
    const { dataSource } = await zooIn(join(folder, 'own.sqlite'));
    const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: Database.Database };
    databaseConnection.function('is_shown', () => 1);
    await dataSource.query('ALTER TABLE animal RENAME TO stored_animal');
    await dataSource.query('CREATE VIEW animal AS SELECT * FROM stored_animal WHERE is_shown()');
    const warnings: string[] = [];
    const logger = { error: () => undefined, warn: (_: object, message = '') => warnings.push(message) };
    const api = createApi(dataSource, { logger });
    const [path = '', query = ''] = long.split('?');
    for (let times = 0; times < 2; times++)
      expect((await api.handle({ method: 'GET', path, query })).status).toBe(200);
    expect(warnings.filter((message) => message.includes('No other process'))).toHaveLength(1);
    await dataSource.destroy();
  });
});
