// F16: a server takes no more connections (53300, 1040): others hold them all. Clients get a 503, and service
// resumes as soon as connections are free.
import { robustnessFigures } from '../support/robustness-figures.js';
import { makeServer, servedDatabases, type OwnServer } from './own-server.js';
import { Outage, pause, poolSize, refusalsSince, spread } from './outage.js';

const figures = robustnessFigures('faults');
const fullMs = 2_000;

describe.each(servedDatabases)('%s', (database) => {
  let outage: Outage;
  beforeAll(async () => {
    outage = await Outage.open(await makeServer(database, { maxConnections: poolSize + 5 }));
  });
  afterAll(() => outage.close());

  test('others hold all its connections', async () => {
    // The pool has few connections so far, and would open more for the clients that come.
    const letGo = await holdAll(outage.server);
    expect(letGo.length).toBeGreaterThan(poolSize / 2);
    const written = await outage.underLoad(async (load) => {
      await pause(fullMs);
      const refusals = refusalsSince(0, load);
      // They are answered while the server is full.
      expect(refusals.length).toBeGreaterThan(0);
      process.stdout.write(`${database}: 503 after ${spread(refusals)}\n`);
      await Promise.all(letGo.map((end) => end()));
      await outage.served();
      const [roomSince, before] = [performance.now(), load.creates.acknowledged];
      await load.creates.until((acknowledged) => acknowledged > before + 50);
      await pause(500);
      expect(refusalsSince(roomSince, load)).toEqual([]);
    });
    await outage.settle(written, figures);
  });
});

/** Holds connections until the server takes no more. */
async function holdAll(server: OwnServer): Promise<(() => Promise<void>)[]> {
  const held: (() => Promise<void>)[] = [];
  for (;;) {
    try {
      held.push(await server.hold());
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(53300|ER_CON_COUNT_ERROR)$/) as unknown });
      return held;
    }
  }
}
