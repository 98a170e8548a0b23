import { DatabaseError } from '../../execute/database-error.js';
import { bindStatement, type BoundStatement, type QueryResult } from '../../execute/script.js';
import { createFixedStatement } from '../../sql/statement.js';
import { SharedReads, type ReadRunners } from './shared-reads.js';

const statement = createFixedStatement('SELECT 1');
const bindOne = (): BoundStatement => bindStatement(statement, []);

/** Answers with the number of the read; a read that is held waits until it is released. */
function createReads({ refused = new Error('refused'), milliseconds = 0 } = {}) {
  const sent: number[] = [];
  const clients: number[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state = { isHeld: false, refusesTogether: false };
  const answer: QueryResult = { rows: [], affected: 1 };
  const runners: ReadRunners = {
    runAlone: async () => {
      sent.push(1);
      if (state.isHeld) await held;
      return answer;
    },
    runTogether: (calls, signals) => {
      sent.push(calls.length);
      clients.push(signals.length);
      return state.refusesTogether ? Promise.reject(refused) : Promise.resolve(calls.map(() => answer));
    },
  };
  // Each look at the clock is as long after the one before.
  let time = 0;
  const shared = new SharedReads(runners, () => (time += milliseconds));
  return { shared, sent, clients, state, release };
}

/** Leaves one read under way, after one whose time is known. */
async function createBusyReads(...given: Parameters<typeof createReads>) {
  const reads = createReads(...given);
  await reads.shared.read(bindOne(), undefined);
  reads.state.isHeld = true;
  const first = reads.shared.read(bindOne(), undefined);
  reads.state.isHeld = false;
  return { ...reads, first };
}

test('reads one after the other run alone', async () => {
  const { shared, sent } = createReads();
  for (let n = 0; n < 3; n++) await shared.read(bindOne(), undefined);
  expect(sent).toEqual([1, 1, 1]);
});

test('reads of unknown time run alone', async () => {
  const { shared, sent } = createReads();
  await Promise.all([shared.read(bindOne(), undefined), shared.read(bindOne(), undefined)]);
  expect(sent).toEqual([1, 1]);
});

test('reads that take long run alone', async () => {
  const { shared, sent, first, release } = await createBusyReads({ milliseconds: 3 });
  await Promise.all([shared.read(bindOne(), undefined), shared.read(bindOne(), undefined)]);
  expect(sent).toEqual([1, 1, 1, 1]);
  release();
  await first;
});

test('reads of a tick share a round trip beside one that is under way, eight at most', async () => {
  const { shared, sent, clients, first, release } = await createBusyReads();
  const signal = new AbortController().signal;
  await Promise.all(Array.from({ length: 11 }, () => shared.read(bindOne(), signal)));
  expect(sent).toEqual([1, 1, 8, 3]);
  expect(clients).toEqual([8, 3]);
  release();
  await first;
});

test('a round trip with a read that has no client cannot be aborted', async () => {
  const { shared, clients, first, release } = await createBusyReads();
  const { signal } = new AbortController();
  await Promise.all([shared.read(bindOne(), signal), shared.read(bindOne(), undefined)]);
  expect(clients).toEqual([0]);
  release();
  await first;
});

test('reads run alone when the database refuses one of them', async () => {
  const { shared, sent, state, first, release } = await createBusyReads();
  state.refusesTogether = true;
  await Promise.all([shared.read(bindOne(), undefined), shared.read(bindOne(), undefined)]);
  expect(sent).toEqual([1, 1, 2, 1, 1]);
  release();
  await first;
});

test('an outage concerns all reads of a round trip', async () => {
  const outage = new DatabaseError('unavailable', undefined);
  const { shared, sent, state, first, release } = await createBusyReads({ refused: outage });
  state.refusesTogether = true;
  const reads = [shared.read(bindOne(), undefined), shared.read(bindOne(), undefined)];
  expect(await Promise.allSettled(reads)).toEqual(reads.map(() => ({ status: 'rejected', reason: outage })));
  expect(sent).toEqual([1, 1, 2]);
  release();
  await first;
});
