// F35: when any function of the application fails in any way during a request: one opaque 500, one line in the log, the
// write undone, the connection released, the next request served.
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type { openApiDocument } from '@decorest/openapi';
import Koa from 'koa';
import { ApiClient } from '../support/client.js';
import { forEachDatabase, type Fixture, type Stage } from '../support/for-each-database.js';
import type { Answer } from '../support/http-client.js';
import type { Mount } from '../support/mounts.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { databaseState } from './database-state.js';
import {
  Badge,
  Clerk,
  Crate,
  fillPostOffice,
  Letter,
  Note,
  Parcel,
  Postman,
  Stamp,
  Straggler,
} from './injected-entities.js';
import {
  FailingLogger,
  hooks,
  places,
  policies,
  state,
  statementLogger,
  type Place,
} from './injected-places.js';
import { injection, waysOf, type Way } from './injection.js';
import { lentConnections } from './lent-connections.js';

type Document = ReturnType<typeof openApiDocument>;

const figures = robustnessFigures('faults');
const lastId = 4;

const postOffice: Fixture = {
  entities: [Note, Stamp, Badge, Crate, Parcel, Letter],
  subscribers: [Straggler, Clerk, Postman],
  options: { policies, hooks },
  fill: fillPostOffice,
};

const titled = places.map((place) => ({ ...place, title: `${place.name}: ${place.method} ${place.path}` }));

forEachDatabase(postOffice, (stage) => {
  let logger: FailingLogger;
  let client: ApiClient;
  const unhandled: unknown[] = [];
  const keep = (reason: unknown) => unhandled.push(reason);

  beforeAll(() => {
    stage.dataSource.logger = statementLogger;
    process.on('unhandledRejection', keep);
  });
  beforeEach(async () => {
    logger = new FailingLogger();
    client = await ApiClient.start(
      createApi(stage.dataSource, { ...stage.options, logger }),
      logger.kept,
      mount,
    );
  });
  afterEach(() => client.stop());
  afterAll(() => {
    process.off('unhandledRejection', keep);
    expect(unhandled).toEqual([]);
  });

  test.each(titled)('$title', async (place) => {
    const before = await stateOf(stage);
    const failed: Failed[] = [];
    for (const way of waysOf(place.answer)) {
      logger.levels.length = 0;
      const answer = await attemptFailing(client, place, way);
      failed.push({ way: way.name, answer, levels: [...logger.levels], state: await stateOf(stage) });
      await expectInOrder(stage, client);
      if (place.outcome !== 'undone') await stage.refill();
    }
    // Last: what is answered well may be answered from memory from then on.
    const healthy = await attempt(client, place);
    const whole = { before, healthy, after: await stateOf(stage) };
    expect(failed.map((one) => judged(place, one, whole))).toEqual(failed.map(({ way }) => `${way}: right`));
    figures.count(stage.database, 'faults injected', failed.length);
    figures.count(stage.database, 'faults survived', failed.length);
    figures.count(stage.database, 'requests tried', failed.length);
  });
});

/** Serves as an application does that has functions of its own around the API. */
const mount: Mount = (api) => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state = state;
    await next();
  });
  const hook = (place: string) => (document: Document) => {
    injection.pass(place);
    return document;
  };
  const openapi = { before: hook('openapi.before'), after: hook('openapi.after') };
  app.use(restRouter(api, { openapi }).routes());
  return app;
};

interface Failed {
  readonly way: string;
  readonly answer: Answer;
  readonly levels: readonly string[];
  readonly state: string;
}

interface Whole {
  readonly before: string;
  readonly healthy: Answer;
  readonly after: string;
}

function stateOf(stage: Stage): Promise<string> {
  return databaseState(stage.dataSource, lastId);
}

function attempt(client: ApiClient, { method, path, body }: Place): Promise<Answer> {
  return client.attempt(method, path, body === undefined ? {} : { body });
}

async function attemptFailing(client: ApiClient, place: Place, way: Way): Promise<Answer> {
  injection.arm(place.name, way);
  try {
    return await attempt(client, place);
  } finally {
    const strikes = injection.disarm();
    expect({ place: place.name, way: way.name, struck: strikes > 0 }).toMatchObject({ struck: true });
  }
}

/** `<way>: right`, or what is not. */
function judged({ outcome }: Place, failed: Failed, { before, healthy, after }: Whole): string {
  const { way, answer, levels, state: left } = failed;
  const expected = outcome === 'as ever' ? healthy.status : isRefusal(outcome, way) ? 400 : 500;
  if (answer.status !== expected) return `${way}: answered ${answer.status} ${answer.text}`;
  if (/inject|INSERT|UPDATE|SELECT|node_modules|\.ts/.test(answer.text)) return `${way}: told ${answer.text}`;
  if (expected === 500 && !answer.text.includes('"code":"internal_error"')) return `${way}: ${answer.text}`;
  if (levels.length !== 1) return `${way}: logged ${levels.join()}`;
  if (left !== (outcome === 'undone' || outcome === 'refused' ? before : after))
    return `${way}: left ${left}`;
  return `${way}: right`;
}

/** A proxy claims to be a problem of ours, and is none. */
function isRefusal(outcome: Place['outcome'], way: string): boolean {
  return outcome === 'refused' && !way.includes('proxy');
}

/** Nothing is lent, and every kind of request is served that the next client may send. */
async function expectInOrder(stage: Stage, client: ApiClient): Promise<void> {
  const read = await client.attempt('GET', '/letters/1');
  const write = await client.attempt('PATCH', '/letters/1', { body: { text: 'a' } });
  const followed = await client.attempt('PATCH', '/parcels/2', { body: { text: 'b' } });
  // What is lent now is lent for good: nothing asks any more, not even the start of the API.
  const lent = lentConnections(stage.database, stage.dataSource);
  expect({ lent, statuses: [read.status, write.status, followed.status] }).toEqual({
    lent: 0,
    statuses: [200, 200, 200],
  });
}
