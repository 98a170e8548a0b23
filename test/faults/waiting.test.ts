// F15, F17, F34, F35: what waits is bounded, what is given up is cancelled, and the pool is whole afterwards.
import { request } from 'node:http';
import type { DataSource, QueryRunner } from 'typeorm';
import { createApi, type ApiOptions } from '@decorest/core';
import { ApiClient } from '../support/client.js';
import { forEachDatabase, type Stage } from '../support/for-each-database.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { label, lastId } from './crash-point-entities.js';
import { databaseState } from './database-state.js';
import { lentConnections } from './lent-connections.js';

const figures = robustnessFigures('faults');
/** Clients of the storm at a time, and how soon they go away. */
const [stormers, goneMs] = [50, 5];
const cancelled = 'when its client goes away, a statement is cancelled and the write undone';
const inProcess = 'SQLite has no other connection that could hold a row, and nothing that could be cancelled';

forEachDatabase(label, (stage) => {
  const ours = { acquireMs: 400, statementMs: 400 };
  let client: ApiClient;
  let log: ServerLog;
  let holder: QueryRunner | undefined;

  beforeEach(async () => {
    ({ client, log } = await serve(stage.dataSource, { timeouts: ours }));
  });
  afterEach(async () => {
    await letGo();
    await client.stop();
    await untilNothingIsLent(stage);
  });

  /** Another transaction that has written the row of a label; on SQLite it has the connection. */
  async function hold(): Promise<void> {
    holder = stage.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.manager.update('Label', 1, { name: 'held' });
  }

  async function letGo(): Promise<void> {
    if (holder?.isTransactionActive) await holder.rollbackTransaction();
    await holder?.release();
    holder = undefined;
  }

  test('a write that waits for another ends in time, and nothing of it is left', async () => {
    const before = await databaseState(stage.dataSource, lastId);
    await hold();
    const answer = await client.attempt('PATCH', '/labels/1', { body: { name: 'Late' } });
    expect(answer.status).toBe(stage.database === 'sqlite' ? 503 : 504);
    expect(answer.headers['retry-after'] ?? 'none').toBe(stage.database === 'sqlite' ? '1' : 'none');
    await letGo();
    expect(await databaseState(stage.dataSource, lastId)).toBe(before);
    expect((await client.patch('/labels/1', { name: 'Next' })).status).toBe(200);
    survived(stage);
  });

  test('many that wait for one row are all answered, and the pool serves again', async () => {
    await hold();
    const waiting = Array.from({ length: 40 }, () =>
      client.attempt('PATCH', '/labels/1', { body: { name: 'Late' } }),
    );
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    await letGo();
    await recovered(client);
    figures.count(stage.database, 'requests tried', 40);
    survived(stage);
  });

  if (stage.database === 'sqlite') {
    test.skip(`${cancelled}: ${inProcess}`, () => undefined);
  } else {
    test(cancelled, async () => {
      const before = await databaseState(stage.dataSource, lastId);
      await client.stop();
      ({ client, log } = await serve(stage.dataSource, { timeouts: { statementMs: 60_000 } }));
      await hold();
      await Promise.all(
        Array.from({ length: 8 }, () =>
          abandoned(client, '/labels/1', { name: 'Gone' }, 100 * Math.random()),
        ),
      );
      // Well before the statement's own end: the row is still held.
      await untilNothingIsLent(stage, 1);
      expect(log.failure).toBeUndefined();
      await letGo();
      expect(await databaseState(stage.dataSource, lastId)).toBe(before);
      figures.count(stage.database, 'requests tried', 8);
      survived(stage);
    });
  }

  test('a storm of clients that go away at once leaves the pool whole and the server well', async () => {
    const { database } = stage;
    const inOurProcess = database === 'sqlite';
    const storm = inOurProcess ? 1_000 : 5_000;
    // Where a statement can be cancelled, each write would wait: the row is held.
    if (!inOurProcess) await hold();
    await Promise.all(
      Array.from({ length: stormers }, async () => {
        for (let at = 0; at < storm / stormers / 2; at++) {
          await abandoned(client, '/labels/1', { name: 'Gone' }, goneMs);
          await abandonedRead(client, '/artists', goneMs);
        }
      }),
    );
    await untilNothingIsLent(stage, inOurProcess ? 0 : 1);
    expect(log.failure).toBeUndefined();
    await letGo();
    await recovered(client);
    figures.count(database, 'requests tried', storm);
    survived(stage);
  });
});

async function serve(
  dataSource: DataSource,
  options: ApiOptions,
): Promise<{ client: ApiClient; log: ServerLog }> {
  const log = new ServerLog();
  return { client: await ApiClient.start(createApi(dataSource, { ...options, logger: log }), log), log };
}

function survived(stage: Stage): void {
  figures.count(stage.database, 'faults injected');
  figures.count(stage.database, 'faults survived');
}

async function recovered(client: ApiClient): Promise<void> {
  while ((await client.attempt('PATCH', '/labels/1', { body: { name: 'Next' } })).status !== 200) {
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Waits until only `held` connections, of the test's own, are in use. */
async function untilNothingIsLent(stage: Stage, held = 0): Promise<void> {
  while (lentConnections(stage.database, stage.dataSource) > held) {
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** Sends an update and closes the connection a moment after it has been sent. */
async function abandoned({ port }: ApiClient, path: string, body: object, afterMs: number): Promise<void> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
  await given(
    request({ port, host: '127.0.0.1', method: 'PATCH', path, headers, agent: false }),
    text,
    afterMs,
  );
}

async function abandonedRead({ port }: ApiClient, path: string, afterMs: number): Promise<void> {
  await given(request({ port, host: '127.0.0.1', path, agent: false }), '', afterMs);
}

async function given(sent: ReturnType<typeof request>, body: string, afterMs: number): Promise<void> {
  sent
    .on('error', () => undefined)
    .on('response', (response) => {
      response.on('error', () => undefined).resume();
    });
  const closed = new Promise((end) => sent.once('close', end));
  sent.end(body, () => {
    setTimeout(() => sent.destroy(), afterMs);
  });
  await closed;
}
