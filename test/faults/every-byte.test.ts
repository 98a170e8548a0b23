// A connection to the database ends, stops for a moment or says something else at any byte of its life: while it is opened,
// idle, in a statement, in a commit. The process goes on, an answer is right or a 503 or 504, and what was acknowledged is
// stored once. CONNECTION_FAULTS is how many times per database; once with 1,000.
import { createApi } from '@decorest/core';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { holds } from '../support/property.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { proxied } from './proxied.js';
import { Artist, Contract, label, Label } from './crash-point-entities.js';
import { lentConnections } from './lent-connections.js';
import { closingErrors, strangeBytes } from './strange-bytes.js';
import type { Fault, TcpProxy } from './tcp-proxy.js';

const runs = Number(process.env.CONNECTION_FAULTS ?? 40);
jest.setTimeout(60_000 + runs * 5_000);
/** How often a request is repeated until it is served again. */
const maxAttempts = 500;
/** Long after every limit of a request and of a connect. */
const maxActionMs = 20_000;
const figures = robustnessFigures('faults');
const servers = databaseNames.filter((name) => name !== 'sqlite' && name !== 'sqlite3');

/** What a client or the application does meanwhile. */
const actions = [
  'create',
  'createInSteps',
  'createWithListeners',
  'read',
  'list',
  'query',
  'transaction',
] as const;

interface Case {
  readonly action: (typeof actions)[number];
  /** Whether the pool is empty: the first bytes are those of a new connection. */
  readonly isNew: boolean;
  readonly side: 'onRequest' | 'onAnswer';
  /** The fault comes so many bytes, or segments, after the beginning. */
  readonly at: { readonly bytes: number } | { readonly segments: number };
  readonly says: 'nothing' | 'an error' | 'anything';
  readonly what: number;
  readonly then: Fault['then'];
}

const cases: fc.Arbitrary<Case> = fc.record({
  action: fc.constantFrom(...actions),
  isNew: fc.boolean(),
  side: fc.constantFrom('onAnswer' as const, 'onAnswer' as const, 'onRequest' as const),
  at: fc.oneof(
    fc.record({ bytes: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ bytes: fc.integer({ min: 0, max: 700 }) }),
    fc.record({ segments: fc.integer({ min: 0, max: 2 }) }),
  ),
  says: fc.constantFrom('nothing' as const, 'an error' as const, 'an error' as const, 'anything' as const),
  what: fc.nat(100),
  then: fc.constantFrom('reset' as const, 'end' as const, 'wait' as const, 'go on' as const),
});

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataSource: DataSource;
  let client: ApiClient;

  beforeAll(async () => {
    database = await openDatabase(name, label.entities, label.subscribers);
    await label.fill(database.dataSource);
    ({ proxy, dataSource } = await proxied(database, { poolSize: 3 }));
    const logger = new ServerLog();
    const api = createApi(dataSource, { timeouts: { acquireMs: 1_500, statementMs: 1_000 }, logger });
    client = await ApiClient.start(api, logger);
  });
  // The driver prints packets that come out of order.
  beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    proxy.rest();
    await client.stop();
    await dataSource.destroy();
    await proxy.close();
    await database.close();
  });

  let written = 0;
  let met = 0;

  test('connections fail at any byte', async () => {
    await holds(
      fc.asyncProperty(cases, async (chosen) => {
        const text = `row ${++written}`;
        if (chosen.isNew) await proxy.cut();
        arm(chosen);
        const check = await settled(act[chosen.action](text), chosen.action);
        proxy.rest();
        await served();
        await check();
        figures.count(name, 'faults injected');
        figures.count(name, 'faults survived');
      }),
      runs,
    );
    process.stdout.write(`${name}: ${met} of ${runs} connections met their fault\n`);
    expect(met).toBeGreaterThan(runs / 4);
  });

  /** Each does one thing and returns the check of what came of it. */
  const act: Readonly<Record<Case['action'], (text: string) => Promise<() => Promise<void>>>> = {
    create: (text) => create('/labels', { name: text }, () => countOf(Label, { name: text })),
    createInSteps: (text) =>
      create('/artists', { name: text, genres: [1, 2] }, () => countOf(Artist, { name: text })),
    createWithListeners: (text) =>
      create('/contracts', { text, genres: [1, 2] }, () => countOf(Contract, { text })),
    read: async () => {
      const { status, json } = await client.attempt('GET', '/labels/1');
      return () => {
        if (status === 200) expect(json).toMatchObject({ id: 1 });
        else expect([503, 504]).toContain(status);
        return Promise.resolve();
      };
    },
    list: async () => {
      const { status, json } = await client.attempt('GET', '/genres?per_page=2');
      return () => {
        if (status === 200) expect(json).toMatchObject({ page: 1, content: [{ id: 1 }, { id: 2 }] });
        else expect([503, 504]).toContain(status);
        return Promise.resolve();
      };
    },
    query: async () => {
      const outcome = await settle(dataSource.query<{ id: number }[]>('SELECT 7 AS id'));
      return () => {
        if (outcome.isDone) expect(Number(outcome.value[0]?.id)).toBe(7);
        return Promise.resolve();
      };
    },
    transaction: async (text) => {
      const outcome = await settle(
        dataSource.transaction((manager) => manager.insert(Label, { name: text })),
      );
      return async () => {
        const count = await countOf(Label, { name: text });
        expect(count).toBeGreaterThanOrEqual(outcome.isDone ? 1 : 0);
        expect(count).toBeLessThanOrEqual(1);
      };
    },
  };

  async function create(
    path: string,
    body: object,
    count: () => Promise<number>,
  ): Promise<() => Promise<void>> {
    const { status, headers } = await client.attempt('POST', path, { body });
    return async () => {
      const stored = await count();
      if (status === 201) expect(stored).toBe(1);
      else {
        expect([503, 504]).toContain(status);
        if (status === 503) expect(headers).toHaveProperty('retry-after');
        expect(stored).toBeLessThanOrEqual(1);
      }
    };
  }

  function countOf(entity: typeof Label | typeof Artist | typeof Contract, where: object): Promise<number> {
    return database.dataSource.manager.countBy(entity, where);
  }

  function arm({ side, at, says, what, then }: Case): void {
    let [bytes, segments] = [0, 0];
    let isDone = false;
    proxy[side] = (chunk) => {
      if (isDone) return undefined;
      const before = bytes;
      bytes += chunk.length;
      segments++;
      if ('bytes' in at ? bytes <= at.bytes : segments <= at.segments) return undefined;
      isDone = true;
      met++;
      const said = side === 'onAnswer' ? sayings(says, what) : undefined;
      // A server that says so goes away. In the middle of a message, its words would be those of the message.
      if (said) return { pass: chunk.length, append: said, then: then === 'reset' ? 'reset' : 'end' };
      return { pass: 'bytes' in at ? at.bytes - before : chunk.length, then };
    };
  }

  function sayings(says: Case['says'], what: number): Buffer | undefined {
    if (says === 'nothing') return undefined;
    const list = says === 'an error' ? closingErrors[name] : strangeBytes[name];
    return list[what % list.length];
  }

  /** Requests are answered again, and no connection stays lent. */
  async function served(): Promise<void> {
    let last: unknown;
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const { status } = await client.attempt('GET', '/labels/1');
      const lent = lentConnections(name, dataSource);
      if (status === 200 && lent === 0) return;
      expect([200, 503, 504]).toContain(status);
      last = { status, lent };
      await new Promise((wake) => setTimeout(wake, 20));
    }
    throw new Error(`It is not served again: ${JSON.stringify(last)}`);
  }
});

/** Fails when nothing comes of an action. */
async function settled<T>(acting: Promise<T>, action: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Nothing comes of ${action}.`));
    }, maxActionMs);
  });
  return Promise.race([acting, late]).finally(() => {
    clearTimeout(timer);
  });
}

type Outcome<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false };

function settle<T>(promise: Promise<T>): Promise<Outcome<T>> {
  return promise.then(
    (value) => ({ isDone: true, value }),
    () => ({ isDone: false }),
  );
}
