// Eight clients change boards through three processes: what they see has one sequential order. HISTORY_SEED draws the
// operations of a run again, HISTORY_BOARDS is how many boards of each variety are played on each database.
import { seededRandom } from '../faults/seeded-random.js';
import { HttpClient } from '../support/http-client.js';
import { databaseNames } from '../support/test-database.js';
import { boardModel } from './board-model.js';
import { printHistory, recordHistory, type History, type Play } from './history-recorder.js';
import { findViolation } from './linearizability.js';
import { startServers, type Servers } from './servers.js';

const boards = Number(process.env.HISTORY_BOARDS ?? 30);
const { seed, random } = seededRandom(process.env.HISTORY_SEED);

jest.setTimeout(60_000 + boards * 10_000);
process.stdout.write(`HISTORY_SEED=${seed}\n`);

/** Eight clients in all; boards that are played at once have nothing to do with each other. */
const plays: Readonly<Record<string, Play & { readonly boardsAtOnce: number }>> = {
  'rows and edges of every kind': { variety: 'everything', boardsAtOnce: 2, clients: 4, operations: 12 },
  'many-to-many links from both sides': { variety: 'links', boardsAtOnce: 1, clients: 8, operations: 12 },
};

describe.each(databaseNames)('%s', (database) => {
  let servers: Servers;
  let processes: readonly HttpClient[] = [];
  let board = 0;

  beforeAll(async () => {
    servers = await startServers(database);
    processes = servers.ports.map((port) => new HttpClient(port));
  });
  afterAll(async () => {
    for (const client of processes) client.close();
    await servers.stop();
  });

  async function record(name: string): Promise<readonly History[]> {
    const play = plays[name];
    if (!play) throw new Error('There is no such play.');
    const histories: History[] = [];
    while (histories.length < boards) {
      const playing = Array.from({ length: play.boardsAtOnce }, () =>
        recordHistory(processes, ++board, random, play),
      );
      histories.push(...(await Promise.all(playing)));
    }
    return histories;
  }

  test.each(Object.keys(plays))('%s: what clients see has a sequential order', async (name) => {
    const started = performance.now();
    const histories = await record(name);
    const recorded = performance.now();
    const violations = histories.flatMap((history) => {
      const found = findViolation(boardModel(history.board, database !== 'sqlite'), history.events);
      return found ? [printHistory(history.board, found)] : [];
    });
    const events = histories.flatMap((history) => history.events);
    const unknown = events.filter(({ answer }) => answer === null).length;
    process.stdout.write(
      `${database}, ${name}: ${events.length} operations (${unknown} without an answer) in ` +
        `${Math.round(recorded - started)} ms, checked in ${Math.round(performance.now() - recorded)} ms: ` +
        `${violations.length} of ${histories.length} boards have no order.\n`,
    );
    expect(histories.flatMap(({ failures }) => failures)).toEqual([]);
    expect(violations.slice(0, 1).join()).toBe('');
    expect(unknown).toBeLessThan(events.length / 20);
  });
});
