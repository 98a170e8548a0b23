// A write with an idempotency key, any statement of which fails in any way: the client sends it again until it is answered,
// and it has happened once.
import type { DataSource } from 'typeorm';
import { hookCalls, Payment, Purchase, till, withKey } from '../features/idempotency/till.js';
import { forEachDatabase, type Stage } from '../support/for-each-database.js';
import type { Answer } from '../support/http-client.js';
import { lentConnections } from './lent-connections.js';
import { failing, faultsOf, type Fault } from './statement-fault.js';

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: object;
  /** The state that exactly one run leaves. */
  readonly count: (dataSource: DataSource) => Promise<number>;
}

const countPurchases = (dataSource: DataSource) => dataSource.getRepository(Purchase).count();

const operations: readonly Operation[] = [
  { name: 'create', method: 'POST', path: '/purchases', body: { item: 'mug' }, count: countPurchases },
  {
    name: 'create with edges',
    method: 'POST',
    path: '/customers',
    body: { name: 'cyd', purchases: [1] },
    count: (dataSource) => dataSource.getRepository('Customer').count(),
  },
  {
    name: 'observed create',
    method: 'POST',
    path: '/payments',
    body: { cents: 7 },
    count: (dataSource) => dataSource.getRepository(Payment).count(),
  },
  {
    name: 'update',
    method: 'PATCH',
    path: '/purchases/1',
    body: { item: 'pot', customer: 2 },
    count: async (dataSource) =>
      (await dataSource.getRepository(Purchase).findOneBy({ id: 1 }))?.item === 'pot' ? 1 : 0,
  },
];

forEachDatabase(till, (stage) => {
  describe.each(operations)('$name', (operation) => {
    test.each(faultsOf(stage.database))('each statement in turn: %s', async (fault) => {
      let swept = 0;
      for (let k = 1; await strikesAt(stage, operation, fault, k); k++) swept++;
      expect(swept).toBeGreaterThan(3);
    });
  });
});

/** Sends the request, whose k-th statement fails, until it is answered. False when it has fewer statements. */
async function strikesAt(stage: Stage, operation: Operation, fault: Fault, k: number): Promise<boolean> {
  await stage.refill();
  const before = await operation.count(stage.dataSource);
  const key = `${operation.name} ${fault} ${k}`.replaceAll(' ', '-');
  const striking = failing(fault, stage.database, k);
  stage.statements.intercept = striking.intercept;
  const first = await send(stage, operation, key).finally(() => {
    stage.statements.intercept = undefined;
  });
  const last = await sendUntilAnswered(stage, operation, key);
  if (first.status < 300) expect(last.text).toBe(first.text);
  else expect([500, 503]).toContain(first.status);
  expect({ k, rows: await operation.count(stage.dataSource) }).toEqual({ k, rows: before + 1 });
  await expectNoneLent(stage);
  const rows = await stage.dataSource
    .getRepository<{ id: string; answer: string | null }>('DecorestIdempotency')
    .find();
  expect(rows.map(({ answer }) => answer === null)).toEqual([false]);
  if (first.status < 300 && fault !== 'conflict' && operation.path === '/payments')
    expect(hookCalls.after).toBe(1);
  return striking.struck();
}

/** The deletion of old keys may go on after the answer. */
async function expectNoneLent({ database, dataSource }: Stage): Promise<void> {
  for (let tries = 0; tries < 100 && lentConnections(database, dataSource) > 0; tries++)
    await new Promise((wake) => setTimeout(wake, 10));
  expect(lentConnections(database, dataSource)).toBe(0);
}

function send(stage: Stage, { method, path, body }: Operation, key: string): Promise<Answer> {
  return stage.client.attempt(method, path, { body, headers: withKey(key) });
}

async function sendUntilAnswered(stage: Stage, operation: Operation, key: string): Promise<Answer> {
  for (let tries = 0; tries < 10; tries++) {
    const answer = await send(stage, operation, key);
    if (answer.status < 300) return answer;
    expect([409, 500, 503]).toContain(answer.status);
  }
  throw new Error('The request is not answered.');
}
