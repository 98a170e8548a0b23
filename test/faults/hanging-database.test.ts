// F11: a database server hangs: connections stay open and nothing answers. Waiting requests end at the timeout, later
// ones at once; when the server resumes, no write happens twice and the pool is complete.
import { robustnessFigures } from '../support/robustness-figures.js';
import { makeServer, servedDatabases } from './own-server.js';
import { expectToldAtOnce, Outage, pause, refusalsSince, spread } from './outage.js';

jest.setTimeout(60_000);
const figures = robustnessFigures('faults');

const timeouts = { acquireMs: 1_500, statementMs: 1_000 };
/** From the timeout to the answer: one second to send the cancel request, and one for the server to obey. */
const stoppingMs = 2_000;
/** Clocks look every 50 ms, and the machine has other work. */
const slackMs = 500;
const hangingMs = 7_000;

describe.each(servedDatabases)('%s', (database) => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await Outage.open(await makeServer(database), { timeouts });
  });
  afterAll(() => outage.close());

  test('it hangs under load, and goes on', async () => {
    const written = await outage.underLoad(async (load) => {
      await load.creates.until((acknowledged) => acknowledged > 50);
      outage.server.hang();
      // Not every thread stops at once, and what was answered before has yet to be read.
      await pause(300);
      const since = performance.now();
      const [first, ready] = await Promise.all([timed('/labels/1'), outage.api.ready()]);
      expect([503, 504]).toContain(first.status);
      expect(ready).toBe(false);
      expect(first.ms).toBeLessThan(Math.max(...Object.values(timeouts)) + stoppingMs + slackMs);
      // From now on every request is refused at once, whatever runs in the background.
      const known = performance.now();
      while (performance.now() - since < hangingMs) {
        expect((await timed('/labels/1')).status).toBe(503);
        await pause(50);
      }
      const later = refusalsSince(known, load);
      process.stdout.write(
        `${database}: told after ${first.ms.toFixed(0)} ms, then after ${spread(later)}\n`,
      );
      expectToldAtOnce(later);
      outage.server.wake();
      process.stdout.write(`${database}: served ${(await outage.served()).toFixed(0)} ms after it went on\n`);
    });
    // The requests that had a connection at that moment.
    expect(written.creates.told(504) + written.updates.told(504)).toBeGreaterThan(0);
    expect(await outage.api.ready()).toBe(true);
    await outage.settle(written, figures);
  });

  async function timed(path: string): Promise<{ status: number; ms: number }> {
    const since = performance.now();
    const { status } = await outage.client.attempt('GET', path);
    return { status, ms: performance.now() - since };
  }
});
