// F6, F7, F8, F10: a database server crashes, restarts, or throws its clients out, under load. Clients get a 503 at
// once, no acknowledged write is lost, and service resumes soon after the server, without a restart of ours.
import { robustnessFigures } from '../support/robustness-figures.js';
import { makeServer, servedDatabases } from './own-server.js';
import { Outage, pause, refusalsSince, spread } from './outage.js';

const figures = robustnessFigures('faults');

const awayMs = 2_000;
const thrownOut = { everyMs: 1_000, times: 20 };

describe.each(servedDatabases)('%s', (database) => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await Outage.open(await makeServer(database));
  });
  afterAll(() => outage.close());

  test.each(['crash', 'orderly'] as const)('a stop (%s) and a start under load', async (mode) => {
    const written = await outage.underLoad(async (load) => {
      const { creates, updates } = load;
      await creates.until((acknowledged) => acknowledged > 50);
      await updates.until((acknowledged) => acknowledged > 50);
      await outage.server.stop(mode);
      const gone = performance.now();
      const answer = await outage.client.attempt('GET', '/labels/1');
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^[15]$/) },
      });
      await pause(awayMs);
      const away = refusalsSince(gone, load);
      process.stdout.write(`${database}, ${mode}: 503 after ${spread(away)}\n`);
      expect(away.length).toBeGreaterThan(0);
      await outage.server.start();
      const back = await outage.served();
      process.stdout.write(`${database}, ${mode}: served ${back.toFixed(0)} ms after it was back\n`);
    });
    await outage.settle(written, figures);
  });

  test('clients thrown out again and again', async () => {
    const load = await outage.underLoad(async ({ creates }) => {
      for (let time = 0; time < thrownOut.times; time++) {
        await outage.server.throwOut();
        const before = creates.acknowledged;
        await pause(thrownOut.everyMs);
        // Between two times it goes on: more than the clients had on the way.
        await creates.until((acknowledged) => acknowledged > before + 10);
      }
      await outage.served();
    });
    await outage.settle(load, figures);
    figures.count(database, 'faults injected', thrownOut.times - 1);
    figures.count(database, 'faults survived', thrownOut.times - 1);
  });
});
