// Rows that a policy hides do not exist: every answer equals, byte for byte, that of a database without
// the hidden rows.
import fc from 'fast-check';
import { clubEntities } from '../features/policies/club-entities.js';
import { clubPolicies } from '../features/policies/club-policies.js';
import { insertClub } from '../features/policies/club-rows.js';
import { reachable } from '../features/policies/row-oracle.js';
import { DirectClient } from '../support/direct-client.js';
import { holds } from '../support/property.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { anyClub, anyConditions, anyReads } from './club-arbitraries.js';

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
          const { status, headers, text } = await somebody.get(target);
          expect({ target, status, headers, text }).toEqual({ target, ...pick(await free.get(target)) });
        }
      }),
      150,
    );
  });
});

function pick({ status, headers, text }: Awaited<ReturnType<DirectClient['get']>>) {
  return { status, headers, text };
}

async function refill(database: TestDatabase, rows: Parameters<typeof insertClub>[1]): Promise<void> {
  await database.empty();
  await insertClub(database.dataSource, rows);
}
