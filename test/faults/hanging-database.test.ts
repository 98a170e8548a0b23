// F11: a database server hangs: connections stay open and nothing answers. Waiting and later requests are answered all the
// same; when the server resumes, no write happens twice and the pool is complete.
import { robustnessFigures } from '../support/robustness-figures.js';
import { makeServer, servedDatabases } from './own-server.js';
import { Outage, pause, refusalsSince, spread } from './outage.js';

const figures = robustnessFigures('faults');

const timeouts = { acquireMs: 1_500, statementMs: 1_000 };
const requestsWhileHanging = 100;

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
      // The answers come while the server hangs: it wakes after them.
      const [first, ready] = await Promise.all([timed('/labels/1'), outage.api.ready()]);
      expect([503, 504]).toContain(first.status);
      expect(ready).toBe(false);
      // From now on every request is refused, whatever runs in the background.
      const known = performance.now();
      for (let request = 0; request < requestsWhileHanging; request++) {
        expect((await timed('/labels/1')).status).toBe(503);
        await pause(50);
      }
      const later = refusalsSince(known, load);
      process.stdout.write(
        `${database}: told after ${first.ms.toFixed(0)} ms, then after ${spread(later)}\n`,
      );
      expect(later.length).toBeGreaterThan(0);
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
