// Random requests with conditions, on all databases at once, whose answers must be the same: a tag stands for the bytes that
// it came with, and a write happens in the state that its condition names, and in no other.
import fc from 'fast-check';
import { fixture } from '../features/conditions/entities.js';
import { directStage } from '../support/direct-stage.js';
import type { DirectClient } from '../support/direct-client.js';
import type { Answer } from '../support/http-client.js';
import { holds } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import {
  expectedOfRead,
  expectedOfWrite,
  resolveCondition,
  type Condition,
  type Pick,
} from './tag-oracle.js';

const item = fc.constantFrom('/sheets/1', '/sheets/2', '/sheets/9', '/folders/1', '/folders/2', '/drawers/1');
const list = fc.constantFrom('/sheets', '/folders?per_page=1', '/folders/1/sheets', '/sheets/1/folder');
const chosen = fc.constantFrom('/sheets/1?fields=title', '/sheets/2?pretty=true');

const pick: fc.Arbitrary<Pick> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ of: fc.constant('current' as const), isWeak: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ of: fc.constant('seen' as const), at: fc.nat(), isWeak: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ of: fc.constant('version' as const), version: fc.integer({ min: 0, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ of: fc.constant('text' as const), text: fc.constantFrom('"x"', '"*"', '""') }),
  },
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      of: fc.constant('list' as const),
      picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ of: 'any' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      of: fc.constant('malformed' as const),
      text: fc.constantFrom('x', '"x', '*, "1"', '1'),
    }),
  },
);

const conditions = fc.record({
  ifMatch: fc.oneof(fc.constant(null), condition),
  ifNoneMatch: fc.oneof(fc.constant(null), fc.constant(null), condition),
});

const text = fc.constantFrom('a', 'b', 'c');
const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  sheets: fc.oneof(
    fc.record({ title: text }),
    fc.record({ title: text, folder: fc.constantFrom(1, 2, null) }),
    fc.record({ add_drawers: fc.constantFrom([1], [2]) }),
    fc.constant({}),
  ),
  folders: fc.oneof(
    fc.record({ name: text }),
    fc.record({ sheets: fc.constantFrom([1], [1, 2], []) }),
    fc.constant({}),
  ),
  drawers: fc.record({ name: text }),
};

/** SQL beside TypeORM: no version counts it. */
const foreign = fc.constantFrom(
  "UPDATE folder SET name = 'sql' WHERE id = 1",
  "UPDATE sheet SET title = 'sql' WHERE id = 2",
  "UPDATE sheet SET hidden = 'sql' WHERE id = 1",
);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.oneof(item, list, chosen), conditions)
      .map(([path, given]) => ({ do: 'read' as const, path, given })),
  },
  {
    weight: 6,
    arbitrary: item.chain((path) =>
      fc
        .tuple(bodies[path.split('/')[1] ?? ''] ?? fc.constant({}), conditions)
        .map(([body, given]) => ({ do: 'update' as const, path, given, body })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(item, conditions).map(([path, given]) => ({ do: 'delete' as const, path, given })),
  },
  { weight: 1, arbitrary: foreign.map((sql) => ({ do: 'sql' as const, sql })) },
);

describe(`on ${databaseNames.join(', ')}`, () => {
  const stages = databaseNames.map((name) => directStage(name, fixture));

  /** Asks every database; their answers are alike, tags included. */
  async function ask(send: (client: DirectClient) => Promise<Answer>): Promise<Answer> {
    const [first, ...others] = await Promise.all(stages.map(({ client }) => send(client)));
    if (!first) throw new Error('There is no database.');
    for (const other of others)
      expect([other.status, other.text, other.headers.etag]).toEqual([
        first.status,
        first.text,
        first.headers.etag,
      ]);
    return first;
  }

  test('tags stand for bytes, and conditions for states', async () => {
    const outcomes = new Map<string, number>();
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        for (const { database } of stages) {
          await database.empty();
          await fixture.fill(database.dataSource);
        }
        const seen: string[] = [];
        const bytesOf = new Map<string, string>();
        const tagOf = new Map<string, string>();
        /** Reads without conditions. Of one path, equal tags have equal bytes, and equal bytes equal tags. */
        const look = async (path: string): Promise<Answer> => {
          const answer = await ask((client) => client.get(path));
          const { etag } = answer.headers;
          if (etag === undefined) return answer;
          expect(bytesOf.get(`${path} ${etag}`) ?? answer.text).toBe(answer.text);
          // Chosen fields may leave out the version that the tag begins with.
          if (!path.includes('fields=')) expect(tagOf.get(`${path} ${answer.text}`) ?? etag).toBe(etag);
          bytesOf.set(`${path} ${etag}`, answer.text);
          tagOf.set(`${path} ${answer.text}`, etag);
          if (!seen.includes(etag)) seen.push(etag);
          return answer;
        };
        for (const each of steps) {
          if (each.do === 'sql') {
            for (const { database } of stages) await database.dataSource.query(each.sql);
            continue;
          }
          const { path } = each;
          const before = await look(path);
          const known = { seen, current: before.headers.etag };
          const ifMatch = resolveCondition(each.given.ifMatch, known);
          const ifNoneMatch = resolveCondition(each.given.ifNoneMatch, known);
          const headers = {
            ...(ifMatch && { 'if-match': ifMatch.header }),
            ...(ifNoneMatch && { 'if-none-match': ifNoneMatch.header }),
          };
          const given = { ifMatch, ifNoneMatch };
          if (each.do === 'read') {
            const answer = await ask((client) => client.get(path, headers));
            const expected = expectedOfRead(before, given);
            expect([answer.status, answer.headers.etag]).toEqual([
              expected,
              expected === 412 ? undefined : before.headers.etag,
            ]);
            if (expected === 200) expect(answer.text).toBe(before.text);
            count(outcomes, `read ${expected}`);
            continue;
          }
          const expected = expectedOfWrite(before, given, path);
          const answer = await ask((client) =>
            each.do === 'update'
              ? client.send('PATCH', path, each.body, headers)
              : client.send('DELETE', path, undefined, headers),
          );
          const after = await look(path);
          count(outcomes, `${each.do} ${answer.status}`);
          if (expected !== null) {
            expect(answer.status).toBe(expected);
            expect([after.status, after.text]).toEqual([before.status, withoutIds(before, after)]);
            continue;
          }
          expect([200, 204, 400, 409]).toContain(answer.status);
          if (answer.status === 200)
            expect([answer.text, answer.headers.etag]).toEqual([after.text, after.headers.etag]);
          if (answer.status === 200 && path.startsWith('/sheets/') && each.do === 'update')
            expect(versionOf(after)).toBe(versionOf(before) + (Object.keys(each.body).length > 0 ? 1 : 0));
        }
      }),
      30,
    );
    expect(outcomes.get('read 304') ?? 0).toBeGreaterThan(0);
    expect(outcomes.get('update 200') ?? 0).toBeGreaterThan(0);
    expect(outcomes.get('update 412') ?? 0).toBeGreaterThan(0);
  });
});

function count(outcomes: Map<string, number>, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

function versionOf({ json }: Answer): number {
  return (json as { readonly version: number }).version;
}

/** What has not changed: a 404 names its request. */
function withoutIds(before: Answer, after: Answer): string {
  return before.status === 404 ? after.text : before.text;
}
