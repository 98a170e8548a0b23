// F38: when any statement of an operation fails in any way, the operation is applied completely or not at all, the client
// learns nothing internal, and the next request succeeds.
import type { Answer } from '../support/http-client.js';
import { forEachDatabase, type Stage } from '../support/for-each-database.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { databaseState } from './database-state.js';
import { label, lastId } from './crash-point-entities.js';
import { failing, faultsOf, type Fault } from './statement-fault.js';
import { lentConnections } from './lent-connections.js';

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const operations: readonly Operation[] = [
  { name: 'read', method: 'GET', path: '/artists/1' },
  { name: 'list', method: 'GET', path: '/artists?per_page=3' },
  { name: 'a page past the end', method: 'GET', path: '/artists?page=1&per_page=1' },
  { name: 'unique edge', method: 'GET', path: '/songs/1/artist' },
  { name: 'non-unique edge', method: 'GET', path: '/artists/1/songs' },
  { name: 'non-unique edge of nobody', method: 'GET', path: '/artists/2/songs' },
  { name: 'create', method: 'POST', path: '/labels', body: { name: 'Green' } },
  { name: 'create with client id', method: 'POST', path: '/genres', body: { id: 77, name: 'Dub' } },
  {
    name: 'create with edges',
    method: 'POST',
    path: '/artists',
    body: { name: 'Marvin', label: 2, genres: [2, 3], songs: [3, 4] },
  },
  { name: 'update fields', method: 'PATCH', path: '/artists/1', body: { name: 'Simone' } },
  { name: 'update nothing', method: 'PATCH', path: '/artists/1', body: {} },
  { name: 'clear a unique edge', method: 'PATCH', path: '/artists/1', body: { label: null } },
  {
    name: 'add and remove edges',
    method: 'PATCH',
    path: '/artists/1',
    body: {
      name: 'Simone',
      label: 2,
      add_genres: [3],
      remove_genres: [1],
      add_songs: [3],
      remove_songs: [1],
    },
  },
  { name: 'set edges', method: 'PATCH', path: '/artists/1', body: { genres: [3, 4], songs: [2, 4] } },
  { name: 'clear edges', method: 'PATCH', path: '/artists/1', body: { genres: [], songs: [] } },
  { name: 'delete', method: 'DELETE', path: '/genres/4' },
  { name: 'soft delete', method: 'DELETE', path: '/songs/1' },
  { name: 'followed create', method: 'POST', path: '/contracts', body: { text: 'second', genres: [1, 2] } },
  {
    name: 'followed update',
    method: 'PATCH',
    path: '/contracts/1',
    body: { text: 'changed', add_genres: [3] },
  },
  { name: 'followed delete', method: 'DELETE', path: '/contracts/1' },
];

const figures = robustnessFigures('faults');

forEachDatabase(label, (stage) => {
  describe.each(operations)('$name', (operation) => {
    test.each(faultsOf(stage.database))('each statement in turn: %s', async (fault) => {
      const whole = await attemptWhole(stage, operation);
      let swept = 0;
      // How many statements it takes depends on what the connection holds prepared: it ends when none is left to fail.
      for (let k = 1; ; k++) {
        if ((await stateOf(stage)) !== whole.before) await stage.refill();
        const { answer, struck } = await attemptFailing(stage, operation, fault, k);
        if (!struck) break;
        await expectWholeOrNothing(stage, fault, answer, whole, k);
        await expectInOrder(stage);
        swept++;
      }
      expect(swept).toBeGreaterThan(0);
      figures.count(stage.database, 'crash points swept', swept);
      figures.count(stage.database, 'faults injected', swept);
      figures.count(stage.database, 'faults survived', swept);
    });
  });
});

interface Whole {
  readonly status: number;
  readonly before: string;
  readonly after: string;
}

/** The operation without a fault: what it takes and what it leaves. */
async function attemptWhole(stage: Stage, operation: Operation): Promise<Whole> {
  // What is asked once on a connection is asked now.
  await expectInOrder(stage);
  const before = await stateOf(stage);
  const { status } = await attempt(stage, operation);
  return { status, before, after: await stateOf(stage) };
}

function stateOf(stage: Stage): Promise<string> {
  return databaseState(stage.dataSource, lastId);
}

async function attemptFailing(
  stage: Stage,
  operation: Operation,
  fault: Fault,
  k: number,
): Promise<{ answer: Answer; struck: boolean }> {
  const striking = failing(fault, stage.database, k);
  stage.statements.intercept = striking.intercept;
  try {
    return { answer: await attempt(stage, operation), struck: striking.struck() };
  } finally {
    stage.statements.intercept = undefined;
  }
}

function attempt(stage: Stage, { method, path, body }: Operation): Promise<Answer> {
  figures.count(stage.database, 'requests tried');
  return stage.client.attempt(method, path, body === undefined ? {} : { body });
}

async function expectWholeOrNothing(
  stage: Stage,
  fault: Fault,
  answer: Answer,
  whole: Whole,
  k: number,
): Promise<void> {
  const { status, text } = answer;
  const state = await stateOf(stage);
  if (fault === 'conflict') {
    expect({ k, status, state }).toEqual({ k, status: whole.status, state: whole.after });
    return;
  }
  expect([500, 503]).toContain(status);
  expect(text).not.toMatch(/injected|terminat|connection|SELECT|INSERT|UPDATE|SQLITE|node_modules/);
  if (fault === 'refused') expect({ k, state }).toEqual({ k, state: whole.before });
  else expect([whole.before, whole.after]).toContain(state);
}

/** Nothing is still lent, and the next requests, which change nothing, are served. */
async function expectInOrder(stage: Stage): Promise<void> {
  expect(lentConnections(stage.database, stage.dataSource)).toBe(0);
  const [read, write] = [
    await stage.client.get('/labels/1'),
    await stage.client.patch('/labels/1', { name: 'Blue' }),
  ];
  expect([read.status, write.status]).toEqual([200, 200]);
}
