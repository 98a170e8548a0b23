// What subscribers and listeners are told of each row by bulk, nested and edge writes through the API is what `save()`,
// `remove()`, `softRemove()` and `recover()` of TypeORM tell of the same writes on equal rows. docs/decisions/0099 has the
// exceptions, and observed-edge-cases.ts the place of each.
import fc from 'fast-check';
import { createApi, type Api } from '@decorest/core';
import type { EntityManager } from 'typeorm';
import { holds } from '../support/property.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../support/test-database.js';
import { observedCascades, observedWrites, type ObservedWrite } from './observed-edge-cases.js';
import { clearEvents, EventRecorder, getEventsByInstance, type Told } from './observed-events.js';
import { fillShelves, shelfEntities } from './observed-shelf-entities.js';

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let api: Api;
  beforeAll(async () => {
    database = await openDatabase(name, shelfEntities, [EventRecorder]);
    api = createApi(database.dataSource, { logger: new ServerLog() });
  });
  afterAll(() => database.close());

  async function send(method: string, path: string, body?: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: body as never };
    const answer = await api.handle({
      method,
      path: path.split('?')[0] ?? '',
      query: path.split('?')[1] ?? '',
      headers,
      ...sent,
    });
    if (answer.status >= 400)
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
  }

  type Side = (write: ObservedWrite, manager: EntityManager) => Promise<unknown>;
  const byApi: Side = (write, manager) => write.byApi(send, manager);
  const byTypeorm: Side = (write, manager) => write.byTypeorm(manager);
  const byCascade: Side = (write, manager) => write.byCascade!(manager);

  /** What each write of equal rows tells of each row. */
  async function record(writes: readonly ObservedWrite[], side: Side) {
    await database.statements.settled();
    await database.empty();
    const { manager } = database.dataSource;
    await fillShelves(manager);
    const told: (readonly Told[])[] = [];
    for (const write of writes) {
      clearEvents();
      await side(write, manager);
      told.push(...getEventsByInstance(side !== byApi || write.changesEdges === true));
    }
    return told;
  }

  const runs = speaksMysql(name) ? 20 : 40;

  test('told by the API as by TypeORM', async () => {
    await holds(
      fc.asyncProperty(observedWrites, async (writes) => {
        expect(await record(writes, byApi)).toEqual(await record(writes, byTypeorm));
      }),
      runs,
    );
  });

  test('nested creates are told as those of a cascade, but for the relations between the new rows', async () => {
    await holds(
      fc.asyncProperty(observedCascades, async (write) => {
        const told = await record([write], byApi);
        expect(withoutRelations(told)).toEqual(withoutRelations(await record([write], byCascade)));
      }),
      runs / 4,
    );
  });
});

/** A cascade sends all events before the first row has its key, and shows each row with the new rows in its relations. */
function withoutRelations(told: readonly (readonly Told[])[]) {
  return told.map((events) =>
    events.map((event) => ({
      ...event,
      entity: { ...(event.entity ?? {}), shelf: undefined, books: undefined },
    })),
  );
}
