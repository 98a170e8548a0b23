// The tests of a cluster: its primary is killed, switched and frozen under load, so often as CLUSTER_EVENTS says.
import { join } from 'node:path';
import { AppProcesses } from '../support/app-process.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { Cluster, visibilities, wayNames, type ClusterName } from './cluster.js';
import { eventNames, happen, until } from './events.js';
import { Ledger } from './ledger.js';
import { Load } from './load.js';
import { compare, makeTables, readCounter } from './stored-rows.js';

/** Of each kind. */
const times = Number(process.env.CLUSTER_EVENTS ?? 2);

/** After the cluster has a primary again, in milliseconds. */
const servedWithinMs = 5_000;

export function testCluster(name: ClusterName, title: string): void {
  jest.setTimeout(600_000 + times * 300_000);
  const figures = robustnessFigures('clusters');
  const count = (figure: Parameters<typeof figures.count>[1], number: number) => {
    figures.count(title, figure, Math.round(number));
  };
  const apps = new AppProcesses(join(__dirname, 'app.ts'));
  const ledger = new Ledger(visibilities[name]);
  const served: number[] = [];
  let opened: { readonly cluster: Cluster; readonly load: Load } | undefined;
  const open = () => {
    if (!opened) throw new Error('The cluster runs only while tests do.');
    return opened;
  };

  beforeAll(async () => {
    const cluster = await Cluster.start(name);
    try {
      await makeTables(cluster);
      const started = await Promise.all(
        wayNames.map((way) => apps.start(cluster.way(way), cluster.environment)),
      );
      const load = new Load(
        ledger,
        started.map(({ port }) => port),
      );
      opened = { cluster, load };
    } catch (error) {
      await cluster.end();
      throw error;
    }
  });
  afterAll(async () => {
    await opened?.load.stop();
    // Fails where a process has ended by itself.
    await apps.stop().finally(() => opened?.cluster.end());
  });

  test.each(eventNames)('each process serves again after a %s of the primary', async (event) => {
    const { cluster, load } = open();
    for (let time = 0; time < times; time++) {
      const { awayMs, servedMs, last } = await happen(event, cluster, load);
      served.push(servedMs);
      process.stdout.write(
        `${title}, ${event}: ${awayMs.toFixed()} ms without a primary, served ${servedMs.toFixed()} ms later (${last})\n`,
      );
      count('faults injected', 1);
    }
    expect(Math.max(...served)).toBeLessThan(servedWithinMs);
  });

  test('each acknowledged write is there, once and completely', async () => {
    const { cluster, load } = open();
    await load.stop();
    await until(async () => (await cluster.leader()) !== undefined, cluster);
    const { lost, twice, half, unsent } = await compare(cluster, ledger);
    count('acknowledged writes', ledger.acknowledged);
    count('acknowledged writes lost', lost.length);
    count('writes made twice', twice.length);
    expect({ lost, twice, half, unsent }).toEqual({ lost: [], twice: [], half: [], unsent: [] });
    const { acknowledged, unknown } = ledger.counter;
    const counted = await readCounter(cluster);
    process.stdout.write(
      `${title}: counted to ${counted}, ${acknowledged} acknowledged, ${unknown} unknown\n`,
    );
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
    expect(counted).toBeLessThanOrEqual(acknowledged + unknown);
  });

  test('readers of the primary found each acknowledged row', () => {
    expect(ledger.stale.examples).toEqual([]);
  });

  test('every request was answered in time: with its answer, 503 and Retry-After, or 504', () => {
    const { statuses, strange, late, withoutRetryAfter, tried, slowestMs } = ledger;
    process.stdout.write(
      `${title}: ${JSON.stringify({ statuses, slowestMs, replays: ledger.replays.count })}\n`,
    );
    count('requests tried', tried);
    count('answers 503 and 504', (statuses[503] ?? 0) + (statuses[504] ?? 0));
    count('503 without Retry-After', withoutRetryAfter.count);
    count('5xx without an injected fault', statuses[500] ?? 0);
    count('slowest answer, ms', slowestMs);
    count('slowest service after a new primary, ms', Math.max(...served));
    expect([strange.examples, late.examples, withoutRetryAfter.examples]).toEqual([[], [], []]);
  });
}
