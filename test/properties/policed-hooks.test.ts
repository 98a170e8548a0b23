// The hooks of each write route, for one row, many rows, nested rows and restored rows: they run as often, and with the rows,
// that the contract says; an error of any of them leaves nothing; a replay calls none. `allow` is asked for what the contract
// says, and a refusal sends no statement.
import { ApiError, hooksFor, type AllowRequest, type OperationHooks } from '@decorest/core';
import { DirectClient } from '../support/direct-client.js';
import { expectProblem } from '../support/problem.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { harbourEntities } from './policed-entities.js';
import { hookRows, listHookCases, type HookCase } from './policed-hook-cases.js';
import { ownEdges, readTables, replaceTables, type TableName } from './policed-rows.js';
import { harbourSchema } from './policed-state.js';

interface Script {
  /** The call of a hook that throws. */
  readonly throwAt?: number;
  readonly throws?: Error;
  readonly refused?: string;
}

interface HookedRow {
  readonly id: number;
  readonly note: string;
  readonly deletedAt?: Date | null;
}

/** What was called since the request began. */
const asked: string[] = [];
const called: string[] = [];

function recordingHooks(entity: (typeof harbourEntities)[number]) {
  const table = entity.name as TableName;
  const record = (call: string, { throwAt, throws }: Script) => {
    const count = called.push(call);
    if (throws && count - 1 === throwAt) throw throws;
    return count;
  };
  const hooksOf = (moment: string): OperationHooks<HookedRow, Script> => ({
    create: ({ entity: row, state }) =>
      void record(`${moment} create ${table} ${row.id} ${row.note}${referencesOf(table, row)}`, state),
    update: ({ entity: row, stored, state }) =>
      void record(
        `${moment} update ${table} ${row.id} ${stored.note}>${row.note}${stored.deletedAt ? ' of a deleted row' : ''}`,
        state,
      ),
    delete: ({ entity: row, state }) => void record(`${moment} delete ${table} ${row.id} ${row.note}`, state),
  });
  return hooksFor<HookedRow, Script>(entity, {
    allow: ({ operation, bulk, state }: AllowRequest<Script>) => {
      const question = `${table} ${operation} ${bulk}`;
      asked.push(question);
      return question !== state.refused;
    },
    before: hooksOf('before'),
    after: hooksOf('after'),
  });
}

function referencesOf(table: TableName, row: object): string {
  const edges: Readonly<Record<string, unknown>> = { ...row };
  return Object.keys(ownEdges[table])
    .map((edge) => [edge, edges[edge] as { readonly id: number } | null | undefined] as const)
    .flatMap(([edge, target]) => (target ? [` ${edge}=${target.id}`] : []))
    .join('');
}

const options = {
  hooks: harbourEntities.map(recordingHooks),
  idempotency: { scope: () => 'client' },
};

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let client: DirectClient;
  let cases: readonly HookCase[];

  beforeAll(async () => {
    database = await openDatabase(name, harbourSchema);
    client = DirectClient.of(database.dataSource, options);
    cases = listHookCases(client.api);
  });
  afterAll(() => database.close());

  const send = ({ method, target, body }: HookCase, script: Script, key?: string) => {
    asked.length = 0;
    called.length = 0;
    database.statements.clear();
    return client
      .as(script)
      .attempt(method, target, body, key === undefined ? {} : { 'idempotency-key': key });
  };

  test('an error of any of them leaves nothing', async () => {
    await replaceTables(database, hookRows);
    const stored = await readTables(database);
    for (const one of cases)
      for (const throwAt of one.hooks.keys()) {
        const throws = throwAt % 2 === 0 ? new ApiError('forbidden') : new Error('A hook has failed.');
        const { status } = await send(
          one,
          { throwAt, throws },
          `${one.name} ${throwAt}`.replaceAll(' ', '_'),
        );
        const place = `${one.name}: ${one.hooks[throwAt]}`;
        expect({ place, status }).toEqual({ place, status: throwAt % 2 === 0 ? 403 : 500 });
        expect(called).toEqual(one.hooks.slice(0, throwAt + 1));
        expect({ place, tables: await readTables(database) }).toEqual({ place, tables: stored });
      }
    expect(await countKeys()).toBe(0);
  });

  test('hooks run as often, in the order and with the rows that the contract says; a replay calls none', async () => {
    for (const [at, one] of cases.entries()) {
      await replaceTables(database, hookRows);
      const place = one.name;
      const key = one.method === 'DELETE' ? undefined : `key-${at}`;
      const first = await send(one, {}, key);
      expect({ place, ok: first.status < 300, called }).toEqual({ place, ok: true, called: one.hooks });
      if (key === undefined) continue;
      const stored = await readTables(database);
      const { status, text, headers } = await send(one, {}, key);
      expect({ place, status, text }).toEqual({ place, status: first.status, text: first.text });
      expect(headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect({ place, asked, called }).toEqual({ place, asked: one.allow, called: [] });
      expect(await readTables(database)).toEqual(stored);
    }
  });

  test('`allow` is asked for what the contract says, and a refusal sends no statement', async () => {
    await replaceTables(database, hookRows);
    for (const one of cases)
      for (const [at, refused] of one.allow.entries()) {
        const answer = await send(one, { refused });
        expectProblem(answer, 403, 'forbidden');
        expect({ name: one.name, asked }).toEqual({ name: one.name, asked: one.allow.slice(0, at + 1) });
        expect({ name: one.name, called, texts: database.statements.texts }).toEqual({
          name: one.name,
          called: [],
          texts: [],
        });
      }
  });

  test.each([
    ['/boats?deleted=with', ['Boat list false', 'Boat restore false']],
    ['/boats?deleted=only', ['Boat list false', 'Boat restore false']],
    ['/cranes/3?deleted=with', ['Crane read false', 'Crane restore false']],
    ['/boats', ['Boat list false']],
  ])('GET %s asks `allow` for %j', async (target, allow) => {
    const read = { name: target, method: 'GET', target, body: undefined, allow, hooks: [] };
    expect((await send(read, {})).status).toBe(200);
    expect(asked).toEqual(allow);
    for (const refused of allow) {
      expectProblem(await send(read, { refused }), 403, 'forbidden');
      expect(database.statements.texts).toEqual([]);
    }
  });

  async function countKeys(): Promise<number> {
    const rows = await database.dataSource.query<object[]>('SELECT id FROM decorest_idempotency');
    return rows.length;
  }
});
