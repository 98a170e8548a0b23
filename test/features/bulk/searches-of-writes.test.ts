// A write of what filters find, in a SQLite file that has many rows: another process searches, and what it found is written only
// if nothing has changed since.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { hooksFor, idempotencyEntity } from '@decorest/core';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { entityOf } from '../../support/collection.js';
import { Animal, fillZoo, zooEntities } from '../../support/fixtures/crowded-zoo.js';
import { expectProblem } from '../../support/problem.js';
import { StatementLog } from '../../support/statement-log.js';

const folder = mkdtempSync(join(tmpdir(), 'searches-'));
const path = join(folder, 'zoo.sqlite');
/** Of 15,000 animals, each number with 777 in it. */
const long = '/animals?note.has=number 777';
/** It takes some tens of milliseconds. */
const longest = `/animals?where=${encodeURIComponent(
  JSON.stringify({ or: Array.from({ length: 40 }, (_, at) => ({ 'note.ihas': `absent ${at}` })) }),
)}`;
const options = { bulk: ['update', 'delete'], where: true } as const;
const hooks = hooksFor(Animal, { before: { update: () => undefined, delete: () => undefined } });

interface Zoo {
  readonly dataSource: DataSource;
  readonly statements: StatementLog;
}

async function openZoo(database: string): Promise<Zoo> {
  const statements = new StatementLog();
  const entities = [...zooEntities, idempotencyEntity('better-sqlite3')];
  const shared = { type: 'better-sqlite3', database, entities, enableWAL: true } as const;
  const dataSource = new DataSource({ ...shared, synchronize: true, verbose: statements.record });
  await dataSource.initialize();
  if ((await dataSource.getRepository(Animal).count()) === 0) await fillZoo(dataSource, 1_500);
  return { dataSource, statements };
}

/** What writes may have changed. */
function readAnimals({ dataSource }: Zoo): Promise<unknown> {
  return dataSource.query('SELECT id, age FROM animal ORDER BY id');
}

/** The searches for animals to write, wherever they ran. */
function watchSearches(zoo: Zoo, onSearch: (count: number) => void = () => undefined) {
  let count = 0;
  const spy = jest.spyOn(zoo.dataSource.logger, 'logQuery').mockImplementation((text) => {
    if (isSearch(text)) onSearch((count += 1));
  });
  return {
    get count() {
      return count;
    },
    /** Those on the application's own connection. */
    get here() {
      return zoo.statements.texts.filter(isSearch).length;
    },
    end: () => {
      spy.mockRestore();
    },
  };
}

/** The application's own connection. */
function connectionOf({ dataSource }: Zoo): Database.Database {
  return (dataSource.driver as unknown as { databaseConnection: Database.Database }).databaseConnection;
}

const isSearch = (text: string) => /^SELECT .* FROM "animal" .*ORDER BY "?t"?\."id" (ASC )?LIMIT/.test(text);

let zoo: Zoo;
beforeAll(async () => {
  zoo = await openZoo(path);
});
afterAll(async () => {
  await zoo.dataSource.destroy();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const clientOf = (from: Zoo, more: object = {}) => DirectClient.of(from.dataSource, { ...options, ...more });

const condition = encodeURIComponent('{"or":[{"note.has":"99"},{"name.eq":"animal 7"}]}');
const writes = [
  ['PATCH', '/animals?note.has=number 123'],
  ['PATCH', '/animals?keeper.name.eq=keeper 5&note.has=1'],
  ['PATCH', '/animals?note.ihas=NUMBER 11&max_affected=3'],
  ['PATCH', `/animals?where=${condition}`],
  ['DELETE', '/animals?note.has=7&age.eq=3&young.null=true'],
  ['DELETE', '/animals?note.has=nothing of that'],
] as const;

describe.each([
  ['plain writes', {}],
  ['writes with hooks', { hooks: [hooks] }],
])('%s', (name, more) => {
  test('have the same effect by a search there as here', async () => {
    const zoos = [await openZoo(':memory:'), await openZoo(join(folder, `${name}.sqlite`))] as const;
    const outcomes = zoos.map(async (each) => {
      const client = clientOf(each, more);
      const answers: unknown[] = [];
      for (const [at, [method, target]] of writes.entries()) {
        const answer = await client.attempt(
          method,
          target,
          method === 'PATCH' ? { age: 70 + at } : undefined,
        );
        answers.push(answer.status === 200 ? answer.json : answer.status);
      }
      return [answers, await readAnimals(each)];
    });
    const [here, there] = await Promise.all(outcomes);
    expect(there).toEqual(here);
    expect(here?.[0]).toEqual([
      { affected: 111 },
      expect.anything(),
      400,
      expect.anything(),
      expect.anything(),
      { affected: 0 },
    ]);
    for (const { dataSource } of zoos) await dataSource.destroy();
  });

  test('the search leaves the event loop to others, and only what it found is written here', async () => {
    const client = clientOf(zoo, more);
    await client.patch(long, { age: 1 });
    const searches = watchSearches(zoo);
    zoo.statements.clear();
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 0);
    const answer = await client.patch(long, { age: 2 });
    clearInterval(turning);
    expect(answer.json).toEqual({ affected: 11 });
    expect([searches.count, searches.here]).toEqual([1, 0]);
    expect(turns).toBeGreaterThan(0);
  });

  test('a write since the search is noticed, and the search repeated', async () => {
    const client = clientOf(zoo, more);
    // The note of this row ends with its number.
    const id = 7_776;
    const own = connectionOf(zoo);
    const searches = watchSearches(zoo, (count) => {
      if (count === 1) own.exec(`UPDATE animal SET note = 'another' WHERE id = ${id}`);
    });
    zoo.statements.clear();
    expect((await client.patch(long, { age: 3 })).json).toEqual({ affected: 10 });
    expect([searches.count, searches.here]).toEqual([2, 0]);
    own.exec(`UPDATE animal SET note = 'what is worth knowing of number 7775' WHERE id = ${id}`);
    searches.end();
    expect((await client.patch(long, { age: 3 })).json).toEqual({ affected: 11 });
  });

  test('a write of another process since the search is noticed', async () => {
    const client = clientOf(zoo, more);
    const other = new Database(path);
    const searches = watchSearches(zoo, (count) => {
      if (count === 1) other.exec(`UPDATE animal SET note = 'new number 777' WHERE id = 2`);
    });
    expect((await client.patch(long, { age: 4 })).json).toEqual({ affected: 12 });
    expect(searches.count).toBe(2);
    other.exec(`UPDATE animal SET note = 'worth' WHERE id = 2`);
    other.close();
  });

  test('others that always write lose nothing: the last search is in the transaction', async () => {
    const client = clientOf(zoo, more);
    const other = new Database(path);
    let id = 20;
    const searches = watchSearches(zoo, (count) => {
      if (count < 5) other.exec(`UPDATE animal SET note = 'new number 777' WHERE id = ${(id += 1)}`);
    });
    zoo.statements.clear();
    expect((await client.patch(long, { age: 5 })).json).toEqual({ affected: 15 });
    expect([searches.count, searches.here]).toEqual([5, 1]);
    other.exec(`UPDATE animal SET note = 'worth' WHERE note = 'new number 777'`);
    other.close();
  });

  test('while a search is repeated, reads run and writes wait', async () => {
    const client = clientOf(zoo, more);
    const own = connectionOf(zoo);
    const events: string[] = [];
    const others: Promise<unknown>[] = [];
    const searches = watchSearches(zoo, (count) => {
      if (count < 3) own.exec(`UPDATE animal SET age = age + 1 WHERE id = 1`);
      if (count !== 3) return;
      // A write without hooks, in any case.
      others.push(client.patch('/wards/7', { name: 'another' }).then(() => events.push('write')));
      others.push(client.get('/keepers/7').then(() => events.push('read')));
    });
    await client.patch(long, { age: 6 }).then((answer) => {
      expect(answer.json).toEqual({ affected: 11 });
      events.push('bulk');
    });
    await Promise.all(others);
    expect(events).toEqual(['read', 'bulk', 'write']);
    expect(searches.count).toBe(3);
    await client.patch('/wards/7', { name: 'ward 6' });
  });

  test('a transaction of the application that begins meanwhile is waited for', async () => {
    const client = clientOf(zoo, more);
    const own = connectionOf(zoo);
    let answered = false;
    const searches = watchSearches(zoo, (count) => {
      if (count === 1) own.exec(`UPDATE animal SET age = age + 1 WHERE id = 1`);
      if (count !== 2) return;
      own.exec('BEGIN');
      own.exec(`UPDATE animal SET note = 'number 777' WHERE id = 1`);
      setTimeout(() => {
        expect(answered).toBe(false);
        own.exec('COMMIT');
      }, 150);
    });
    expect((await client.patch(long, { age: 7 })).json).toEqual({ affected: 12 });
    answered = true;
    expect(searches.count).toBe(3);
    await client.patch('/animals/1', { note: 'worth' });
  });

  test('a file that another process has locked is waited for, while reads run, without another search', async () => {
    const client = clientOf(zoo, more);
    const own = connectionOf(zoo);
    const other = new Database(path);
    const events: string[] = [];
    const unlocking: Promise<unknown>[] = [];
    const searches = watchSearches(zoo, (count) => {
      if (count === 1) own.exec(`UPDATE animal SET age = age + 1 WHERE id = 1`);
      if (count !== 2) return;
      other.exec('BEGIN IMMEDIATE');
      const read = async () => {
        await sleep(200);
        await client.get('/keepers/7');
        events.push('read');
        other.exec('ROLLBACK');
      };
      unlocking.push(read());
    });
    zoo.statements.clear();
    expect((await client.patch(long, { age: 7 })).json).toEqual({ affected: 11 });
    events.push('bulk');
    await Promise.all(unlocking);
    expect(events).toEqual(['read', 'bulk']);
    expect([searches.count, searches.here]).toEqual([2, 0]);
    other.close();
  });

  test('a repeated search ends after half of the time that other writes wait for it', async () => {
    const before = await readAnimals(zoo);
    const own = connectionOf(zoo);
    const searches = watchSearches(zoo, (count) => {
      if (count === 1) own.exec('UPDATE animal SET age = age WHERE id = 1');
    });
    zoo.statements.clear();
    const client = clientOf(zoo, { ...more, limits: { filters: 40 }, timeouts: { acquireMs: 10 } });
    expectProblem(await client.attempt('PATCH', longest, { age: 8 }), 504, 'timeout');
    expect([searches.count, searches.here]).toEqual([2, 0]);
    expect(await readAnimals(zoo)).toEqual(before);
  });

  test('a write that is sent again with its key finds its answer, and searches for nothing', async () => {
    const client = clientOf(zoo, { ...more, idempotency: { scope: () => name } });
    const send = () => client.send('PATCH', long, { age: 9 }, { 'idempotency-key': 'again' });
    const first = await send();
    const own = connectionOf(zoo);
    own.exec(`UPDATE animal SET note = 'new number 777' WHERE id = 1`);
    const searches = watchSearches(zoo);
    zoo.statements.clear();
    const replay = await send();
    expect([replay.json, replay.headers['idempotent-replayed']]).toEqual([first.json, 'true']);
    expect([searches.count, searches.here]).toEqual([0, 0]);
    // An answer that has expired is not sent again. Deleting it may repeat the search.
    own.exec('UPDATE decorest_idempotency SET createdAt = 0');
    expect((await send()).json).toEqual({ affected: 12 });
    expect([searches.count > 0, searches.here]).toEqual([true, 0]);
    await client.patch('/animals/1', { note: 'worth' });
  });

  test('a search that takes too long is a 504, one whose client is gone ends, and nothing is written', async () => {
    const before = await readAnimals(zoo);
    expectProblem(
      await clientOf(zoo, { ...more, timeouts: { statementMs: 1 } }).attempt('PATCH', long, { age: 8 }),
      504,
      'timeout',
    );
    const { api } = clientOf(zoo, more);
    const controller = new AbortController();
    const [pathname = '', query = ''] = long.split('?');
    const body = Buffer.from('{"age":8}');
    const headers = { 'content-type': 'application/json' };
    const writing = api.handle({
      method: 'PATCH',
      path: pathname,
      query,
      headers,
      body,
      signal: controller.signal,
    });
    await nextTick();
    controller.abort();
    expect((await writing).status).toBe(503);
    expect(await readAnimals(zoo)).toEqual(before);
  });
});

test('a search by ids, and one of few rows, runs in the transaction, which asks for nothing else', async () => {
  const client = clientOf(zoo);
  for (const target of [
    '/animals?id.in=1&id.in=2&note.has=number',
    '/wards?name.eq=ward 7',
    '/animals?all=true&max_affected=0',
  ]) {
    zoo.statements.clear();
    await client.attempt('DELETE', target);
    const texts = zoo.statements.texts.filter((text) => !text.includes('max(rowid)'));
    expect(texts.filter((text) => text.includes('schema_version'))).toEqual([]);
    expect(texts.filter((text) => text.startsWith('SELECT')).length).toBeGreaterThan(0);
  }
  expect(entityOf(await client.get('/keepers/7'))).toMatchObject({ id: 7 });
});

test('a write of many rows with hooks lets other events come in between', async () => {
  const memory = await openZoo(':memory:');
  const client = clientOf(memory, { hooks: [hooks] });
  let turns = 0;
  const turn = () => {
    turns += 1;
    turning = setImmediate(turn);
  };
  let turning = setImmediate(turn);
  const answer = await client.patch('/animals?age.gte=28', { age: 31 });
  clearImmediate(turning);
  expect(answer.json).toEqual({ affected: 1_000 });
  expect(turns).toBeGreaterThan(3);
  await memory.dataSource.destroy();
});
