// Rows that a policy hides do not exist: every answer equals, byte for byte, that of a database without
// the hidden rows.
import type { ApiOptions } from '@decorest/core';
import fc from 'fast-check';
import { clubEntities } from '../features/policies/club-entities.js';
import { clubPolicies } from '../features/policies/club-policies.js';
import { insertClub } from '../features/policies/club-rows.js';
import { reachable } from '../features/policies/row-oracle.js';
import { DirectClient } from '../support/direct-client.js';
import { holds } from '../support/property.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { anyChosenReads } from './chosen-reads.js';
import { anyClub, anyConditions, anyFilterValue, anyReads } from './club-arbitraries.js';

describe.each(databaseNames)('%s', (name) => {
  let full: TestDatabase;
  let reduced: TestDatabase;
  let policed: DirectClient;
  let free: DirectClient;

  beforeAll(async () => {
    full = await openDatabase(name, clubEntities);
    reduced = await openDatabase(name, clubEntities);
    policed = DirectClient.of(full.dataSource, { policies: clubPolicies, defaultFilterID: true });
    free = DirectClient.of(reduced.dataSource, { defaultFilterID: true });
  });
  afterAll(() => Promise.all([full.close(), reduced.close()]));

  test('reads are those of a database without the hidden rows', async () => {
    const reads = fc.array(anyReads(free.model), { minLength: 10, maxLength: 30 });
    await holds(
      fc.asyncProperty(anyClub, anyConditions, reads, async (rows, conditions, targets) => {
        await refill(full, rows);
        await refill(reduced, reachable(rows, conditions));
        const somebody = policed.as(conditions);
        for (const target of targets) {
          expect({ target, ...pick(await somebody.get(target)) }).toEqual({
            target,
            ...pick(await free.get(target)),
          });
        }
      }),
      150,
    );
  });
});

/** Everything that a client may choose, switched on. */
const choices: ApiOptions = {
  where: true,
  filterDepth: 2,
  includeDepth: 2,
  sparseFields: true,
  cursorPagination: true,
  totalCount: ['exact', 'none', 'limited'],
  defaultFilterID: true,
};

describe.each(databaseNames)('%s, with what clients may choose', (name) => {
  let full: TestDatabase;
  let reduced: TestDatabase;
  let policed: DirectClient;
  let free: DirectClient;

  beforeAll(async () => {
    full = await openDatabase(name, clubEntities);
    reduced = await openDatabase(name, clubEntities);
    policed = DirectClient.of(full.dataSource, { policies: clubPolicies, ...choices });
    free = DirectClient.of(reduced.dataSource, choices);
  });
  afterAll(() => Promise.all([full.close(), reduced.close()]));

  test('reads are those of a database without the hidden rows', async () => {
    const reads = fc.array(anyChosenReads(free, anyFilterValue), { minLength: 10, maxLength: 30 });
    let answered = 0;
    let exported = 0;
    await holds(
      fc.asyncProperty(anyClub, anyConditions, reads, async (rows, conditions, targets) => {
        await refill(full, rows);
        await refill(reduced, reachable(rows, conditions));
        const somebody = policed.as(conditions);
        for (const { target, accept } of targets) {
          const expected = await free.get(target, { accept });
          if (expected.status === 200) answered += 1;
          if (expected.status === 200 && accept !== 'application/json') exported += 1;
          expect({ target, accept, ...pick(await somebody.get(target, { accept })) }).toEqual({
            target,
            accept,
            ...pick(expected),
          });
          for (const next of neighbours(target, expected.json))
            expect(pick(await somebody.get(next))).toEqual(pick(await free.get(next)));
        }
      }),
      150,
    );
    expect(answered).toBeGreaterThan(100);
    expect(exported).toBeGreaterThan(5);
  });
});

/** The pages that the cursors of a page lead to. */
function neighbours(target: string, page: unknown): string[] {
  const { next_cursor: next, prev_cursor: previous } = { ...(page as Record<string, unknown>) };
  return [
    ...(typeof next === 'string' ? [`${target}&after=${next}`] : []),
    ...(typeof previous === 'string' ? [`${target}&before=${previous}`] : []),
  ];
}

/** Of an answer with policies, `no-store` counts as the `Cache-Control` of one without: it depends on the class, not on rows. */
function pick({ status, headers, text }: Awaited<ReturnType<DirectClient['get']>>) {
  const caching = headers['cache-control'];
  return {
    status,
    headers: { ...headers, 'cache-control': caching === 'private, no-cache' ? 'no-store' : caching },
    text,
  };
}

async function refill(database: TestDatabase, rows: Parameters<typeof insertClub>[1]): Promise<void> {
  await database.empty();
  await insertClub(database.dataSource, rows);
}
