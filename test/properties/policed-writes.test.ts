// Writes under policies are those of a database without the hidden rows: the same answers to the byte, the same rows, and the
// hidden ones as they were. The differences that docs/guide/policies.md names have to have their reason.
//
// By construction: dates are under @Skip(), as two databases set them at different times, and clients give all ids.
import fc from 'fast-check';
import { DirectClient } from '../support/direct-client.js';
import type { Answer } from '../support/http-client.js';
import { holds } from '../support/property.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { findHidden, withoutRows } from './policed-oracle.js';
import { isSuccess } from './policed-reasons.js';
import { anyWrite, listWriteRoutes, type WriteRequest } from './policed-requests.js';
import { anyTables, readTables, replaceTables, type Tables } from './policed-rows.js';
import { anyState, harbourOptions, harbourSchema, type HarbourState } from './policed-state.js';
import { judge, pick } from './policed-verdict.js';

/** POLICED_RUNS: how many sequences for each database. */
const runs = Number(process.env.POLICED_RUNS ?? 30);

/** A client and what it sends. */
interface Visit {
  readonly state: HarbourState;
  readonly requests: readonly WriteRequest[];
}

/** The two databases, each with an API that hooks observe, and one without. */
interface Harbour {
  readonly full: TestDatabase;
  readonly reduced: TestDatabase;
  readonly clients: Readonly<Record<'observed' | 'plain', { policed: DirectClient; free: DirectClient }>>;
}

let keys = 0;

describe.each(databaseNames)('%s', (name) => {
  let harbour: Harbour;
  /** The rows whose hooks were called since the request began. */
  const witnessed: string[] = [];

  beforeAll(async () => {
    const full = await openDatabase(name, harbourSchema);
    const reduced = await openDatabase(name, harbourSchema);
    const clientsOf = (witness: Parameters<typeof harbourOptions>[1]) => ({
      policed: DirectClient.of(full.dataSource, harbourOptions(true, witness)),
      free: DirectClient.of(reduced.dataSource, harbourOptions(false, witness && (() => undefined))),
    });
    const tell = (table: string, id: number) => void witnessed.push(`${table} ${id}`);
    harbour = { full, reduced, clients: { observed: clientsOf(tell), plain: clientsOf(null) } };
  });
  afterAll(() => Promise.all([harbour.full.close(), harbour.reduced.close()]));

  test(
    'they are those of a database without the hidden rows',
    async () => {
      const tally = new Map<string, number>();
      const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
      const { api } = harbour.clients.plain.policed;
      const visit = fc.record<Visit>({
        state: fc.noBias(anyState),
        requests: fc.noBias(fc.array(anyWrite(api), { minLength: 1, maxLength: 12, size: 'max' })),
      });
      const visits = fc.array(visit, { minLength: 1, maxLength: 2, size: 'max' });
      await holds(
        fc.asyncProperty(fc.noBias(anyTables), visits, fc.boolean(), async (tables, sequence, isObserved) => {
          await replaceTables(harbour.full, tables);
          const clients = harbour.clients[isObserved ? 'observed' : 'plain'];
          for (const { state, requests } of sequence) {
            await reduce(state);
            for (const request of requests) await check(clients, state, request, count);
            await compareReads(clients, state);
          }
        }),
        runs,
      );
      const counts = [...tally].map((one) => one.join(' ')).sort();
      process.stdout.write(`${name}: ${counts.join(', ')}\n`);
      // A kind of write that never succeeds would be tested for nothing. A short run may have bad luck.
      const kinds = new Set(listWriteRoutes(api).map(({ kind }) => kind));
      const succeeded = [...kinds].filter((kind) => (tally.get(`success ${kind}`) ?? 0) > 0);
      if (runs >= 100) expect(succeeded).toEqual([...kinds]);
    },
    60_000 + runs * 2_000,
  );

  /** Makes the reduced database the one that the client should see. */
  async function reduce(state: HarbourState): Promise<void> {
    const tables = await readTables(harbour.full);
    await replaceTables(harbour.reduced, withoutRows(tables, findHidden(tables, state)));
  }

  async function check(
    clients: Harbour['clients']['plain'],
    state: HarbourState,
    request: WriteRequest,
    count: (what: string) => void,
  ): Promise<void> {
    const before = await readBoth();
    const hidden = findHidden(before.full, state);
    witnessed.length = 0;
    const key = `k${++keys}`;
    const [policedAnswer, freeAnswer] = [
      await send(clients.policed.as(state), request, key),
      await send(clients.free.as(state), request, key),
    ];
    const after = await readBoth();
    const verdict = judge({
      request,
      conditions: state,
      hidden,
      policed: { before: before.full, after: after.full, answer: policedAnswer },
      free: { before: before.reduced, after: after.reduced, answer: freeAnswer },
    });
    expect(witnessed.filter((row) => hidden.has(row))).toEqual([]);
    count(verdict);
    if (isSuccess(policedAnswer)) count(`success ${request.kind}`);
    if (isSuccess(policedAnswer) && request.repeated && request.method !== 'DELETE')
      await expectReplay(clients.policed.as(state), request, {
        key,
        first: policedAnswer,
        stored: after.full,
      });
    if (verdict !== 'same' || !sameSets(hidden, findHidden(after.full, state))) await reduce(state);
  }

  async function readBoth(): Promise<{ readonly full: Tables; readonly reduced: Tables }> {
    const [full, reduced] = await Promise.all([readTables(harbour.full), readTables(harbour.reduced)]);
    return { full, reduced };
  }

  async function expectReplay(
    client: DirectClient,
    request: WriteRequest,
    { key, first, stored }: { readonly key: string; readonly first: Answer; readonly stored: Tables },
  ): Promise<void> {
    witnessed.length = 0;
    const again = await send(client, request, key);
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(await readTables(harbour.full)).toEqual(stored);
    expect(witnessed).toEqual([]);
  }
});

/** Sends a request; one with a current tag after reading it. */
async function send(client: DirectClient, request: WriteRequest, key: string): Promise<Answer> {
  const { method, target, body, ifMatch, minimal, repeated } = request;
  const current = ifMatch === 'current' ? (await client.get(target)).headers.etag : ifMatch;
  return client.send(method, target, body, {
    ...(current ? { 'if-match': current } : {}),
    ...(minimal ? { prefer: 'return=minimal' } : {}),
    ...(repeated ? { 'idempotency-key': key } : {}),
  });
}

const reads = [
  '/ports?sort=id',
  '/sailors?sort=id',
  '/boats?sort=id&deleted=with',
  '/boats?sort=id&deleted=only',
  '/cranes?sort=id&deleted=with',
  '/cranes?sort=id',
];

async function compareReads(
  { policed, free }: Harbour['clients']['plain'],
  state: HarbourState,
): Promise<void> {
  for (const target of reads) {
    const expected = pick(await free.as(state).get(target));
    expect({ target, answer: pick(await policed.as(state).get(target)) }).toEqual({
      target,
      answer: expected,
    });
  }
}

function sameSets(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}
