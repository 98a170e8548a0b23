// Requests whose key another request has: they wait, without a connection in the same process, and not for ever.
import { createApi, hooksFor, type ApiOptions } from '@decorest/core';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import { ServerLog } from '../../support/server-log.js';
import { Payment, scopeOptions, till, withKey } from './till.js';

/** Opens when its `open` is called. */
class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** An API whose payments wait for a gate, and what tells that one of them does. */
function serveGated(stage: Stage, options: ApiOptions = {}) {
  const [gate, entered] = [new Gate(), new Gate()];
  const logger = new ServerLog();
  const hooks = [
    hooksFor(Payment, {
      before: {
        create: async () => {
          entered.open();
          await gate.opened;
        },
      },
    }),
  ];
  const api = createApi(stage.dataSource, { ...scopeOptions, hooks, logger, ...options });
  const pay = (key: string, signal?: AbortSignal) =>
    api.handle({
      method: 'POST',
      path: '/payments',
      headers: { 'content-type': 'application/json', ...withKey(key) },
      body: { cents: 1 },
      signal,
    });
  return { gate, entered, pay, logger };
}

forEachDatabase(till, (stage) => {
  const countPayments = () => stage.dataSource.getRepository(Payment).count();

  test('a request waits for the first one with its key, and gets its answer', async () => {
    const { gate, entered, pay } = serveGated(stage);
    const first = pay('a');
    await entered.opened;
    const others = Array.from({ length: 30 }, () => pay('a'));
    gate.open();
    const [answer, ...replays] = await Promise.all([first, ...others]);
    expect(answer.status).toBe(201);
    for (const { status, body } of replays) expect([status, body]).toEqual([201, answer.body]);
    expect(await countPayments()).toBe(1);
  });

  test('after timeouts.acquireMs it is told to come again', async () => {
    const { gate, entered, pay } = serveGated(stage, { timeouts: { acquireMs: 100 } });
    const first = pay('a');
    await entered.opened;
    const second = await pay('a');
    expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    expect(JSON.parse(second.body as string)).toMatchObject({ code: 'request_in_progress' });
    gate.open();
    expect((await first).status).toBe(201);
    expect((await pay('a')).headers).toHaveProperty('idempotent-replayed', 'true');
  });

  test('when the first one fails, the next one runs', async () => {
    let calls = 0;
    const { pay } = serveGated(stage, {
      hooks: [
        hooksFor(Payment, {
          before: {
            create: async () => {
              await new Promise((wake) => setTimeout(wake, 20));
              if (++calls === 1) throw new Error('The first one fails.');
            },
          },
        }),
      ],
    });
    const statuses = (await Promise.all([pay('a'), pay('a'), pay('a')])).map(({ status }) => status);
    expect(statuses).toEqual([500, 201, 201]);
    expect(await countPayments()).toBe(1);
  });

  test('a client that leaves while it waits leaves the queue', async () => {
    const { gate, entered, pay } = serveGated(stage);
    const first = pay('a');
    await entered.opened;
    const leaving = new AbortController();
    const second = pay('a', leaving.signal);
    leaving.abort();
    expect((await second).status).toBe(503);
    gate.open();
    expect((await first).status).toBe(201);
    expect((await pay('a')).headers).toHaveProperty('idempotent-replayed', 'true');
  });

  test('other keys do not wait', async () => {
    if (stage.database === 'sqlite') return;
    const { gate, entered, pay } = serveGated(stage);
    const { pay: payAtOnce } = serveGated(stage, { hooks: [] });
    const first = pay('a');
    await entered.opened;
    expect((await payAtOnce('b')).status).toBe(201);
    gate.open();
    await first;
  });

  test('a key that another process has: when the claim times out', async () => {
    // SQLite has one writer at a time: the other process would wait for the file.
    if (stage.database === 'sqlite') return;
    const { gate, entered, pay } = serveGated(stage);
    const { pay: payElsewhere } = serveGated(stage, { hooks: [], timeouts: { statementMs: 300 } });
    const first = pay('a');
    await entered.opened;
    const second = await payElsewhere('a');
    expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    gate.open();
    const answer = await first;
    expect((await payElsewhere('a')).body).toBe(answer.body);
    expect(await countPayments()).toBe(1);
  });

  test('an answer larger than limits.responseBytes is refused, and takes no key', async () => {
    const { pay: payWithin } = serveGated(stage, { hooks: [], limits: { responseBytes: 16 } });
    const { pay } = serveGated(stage, { hooks: [] });
    for (let times = 0; times < 2; times++) {
      const refused = await payWithin('a');
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.body as string)).toMatchObject({ code: 'response_too_large' });
    }
    expect(await countPayments()).toBe(0);
    const first = await pay('a');
    expect(first.status).toBe(201);
    // A stored answer is replayed whole, whatever the limit is by then.
    expect(await payWithin('a')).toMatchObject({ status: 201, body: first.body });
  });
});
