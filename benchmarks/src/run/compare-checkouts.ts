// One workload of decorest from two checkouts: two servers that take turns, and what each asks of its database.
import { contestants } from '../contestants.js';
import { type BenchDatabaseName, type DatabaseName, databaseNameOf } from '../data/database.js';
import type { DatabaseTemplate } from '../data/template.js';
import { countingProxy, type Counts } from '../load/counting-proxy.js';
import type { LoadGenerator } from '../load/load.js';
import { median } from '../report/format.js';
import { measure, type Player, type Sample, warmUp, type WarmUp } from './players.js';
import { answersOf } from './probe.js';
import { type ServerProcess, type ServerSettings, startServer } from './server-process.js';
import { type Ask, restDialect } from '../workloads/ask.js';
import type { Workload } from '../workloads/workloads.js';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];

export interface ComparisonPlan {
  /** Absolute paths. */
  readonly checkouts: Readonly<Record<Side, string>>;
  readonly load: LoadGenerator;
  readonly rounds: number;
  /** How often both servers are started anew: each process is a few percent faster or slower than the next, by chance. */
  readonly starts: number;
  /** In milliseconds. */
  readonly round: number;
  readonly warmUp: WarmUp;
  /** Requests of which the statements are counted. */
  readonly counted: number;
}

export interface Comparison {
  readonly database: BenchDatabaseName;
  readonly workload: string;
  readonly title: string;
  readonly samples: Readonly<Record<Side, readonly Sample[]>>;
  /** After as a multiple of before: medians of the rounds' ratios. For processor time before is divided by after. */
  readonly speed: number;
  readonly economy: number;
  /** For one request. SQLite has no trips. */
  readonly counts: Readonly<Record<Side, Counts>>;
  readonly failures: number;
  /** The first answers of both are alike. */
  readonly isSame: boolean;
}

export async function compareCheckouts(
  plan: ComparisonPlan,
  database: BenchDatabaseName,
  workload: Workload,
  template: DatabaseTemplate,
): Promise<Comparison> {
  const [counts, measured] = [
    {
      before: await countsOf(plan, 'before', workload, template),
      after: await countsOf(plan, 'after', workload, template),
    },
    await measuredRounds(plan, workload, template),
  ];
  const { samples, isSame } = measured;
  const ratios = (of: (before: Sample, after: Sample) => number) =>
    median(samples.before.map((before, at) => of(before, samples.after[at] ?? before)));
  const all = [...samples.before, ...samples.after];
  return {
    database,
    workload: workload.id,
    title: workload.title,
    samples,
    speed: ratios((before, after) => after.requestsPerSecond / before.requestsPerSecond),
    economy: ratios((before, after) => before.cpuPerRequest / after.cpuPerRequest),
    counts,
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
    isSame,
  };
}

async function measuredRounds(plan: ComparisonPlan, workload: Workload, template: DatabaseTemplate) {
  const samples: Record<Side, Sample[]> = { before: [], after: [] };
  let isSame = true;
  for (let n = 0; n < plan.starts; n++) {
    // The server that is started second is a few percent slower than the first.
    const order = n % 2 === 0 ? sides : [...sides].reverse();
    const rounds = await roundsOfOneStart(plan, order, workload, template);
    for (const side of sides) samples[side].push(...rounds.samples[side]);
    isSame &&= rounds.isSame;
  }
  return { samples, isSame };
}

async function roundsOfOneStart(
  { load, rounds, starts, round, ...plan }: ComparisonPlan,
  order: readonly Side[],
  { app, asks }: Workload,
  template: DatabaseTemplate,
) {
  const contestant = contestants.find(({ letter }) => letter === 'j');
  if (!contestant) throw new Error('decorest is no contestant.');
  const players = new Map<Side, Player>();
  const urls: string[] = [];
  try {
    for (const side of order) {
      const url = await template.copy(side);
      urls.push(url);
      const server = await startServer(contestant.program, app, url, settingsOf(plan.checkouts[side]));
      players.set(side, { contestant, server, database: databaseNameOf(url) });
    }
    const playerOf = (side: Side) => players.get(side) ?? fail(side);
    const answers = [await answersOf(playerOf('before'), asks), await answersOf(playerOf('after'), asks)];
    const [first, second] = answers.map((some) =>
      JSON.stringify(some.map(({ status, body }) => [status, body])),
    );
    for (const side of order) await warmUp(playerOf(side), asks, load, plan.warmUp);
    const samples: Record<Side, Sample[]> = { before: [], after: [] };
    for (let n = 0; n < rounds / starts; n++)
      // The first in a round waits for the other's garbage collection, so they begin in turn.
      for (const side of n % 2 === 0 ? order : [...order].reverse())
        samples[side].push(await measure(playerOf(side), asks, load, round));
    return { samples, isSame: first === second };
  } finally {
    for (const { server } of players.values()) await server.stop();
    for (const url of urls) await template.drop(url);
  }
}

function fail(side: Side): never {
  throw new Error(`There is no server ${side}.`);
}

/** The packages come from a checkout. */
function settingsOf(checkout: string, environment: Readonly<Record<string, string>> = {}): ServerSettings {
  const hook = new URL('./checkout-hook.js', import.meta.url).href;
  return { nodeArguments: ['--import', hook], environment: { BENCH_CHECKOUT: checkout, ...environment } };
}

/** Asks one after the other, after as many that are not counted: a first request prepares its statements. */
async function countsOf(
  { checkouts, counted }: ComparisonPlan,
  side: Side,
  { app, asks }: Workload,
  template: DatabaseTemplate,
): Promise<Counts> {
  const url = await template.copy(`count${side}`);
  const database = databaseNameOf(url);
  const proxy = database === 'sqlite' ? undefined : await countingProxy(database, url);
  let server: ServerProcess | undefined;
  try {
    const started = (server = await startServer(
      'jn-decorest-counted',
      app,
      proxy?.url ?? url,
      settingsOf(checkouts[side]),
    ));
    const countsNow = async () =>
      proxy?.counts() ?? { statements: (await started.statements()).statements, roundTrips: 0 };
    const askAll = () => askInTurn(started.port, database, asks, counted);
    await askAll();
    const before = await countsNow();
    await askAll();
    const after = await countsNow();
    return {
      statements: (after.statements - before.statements) / counted,
      roundTrips: (after.roundTrips - before.roundTrips) / counted,
    };
  } finally {
    await server?.stop();
    proxy?.close();
    await template.drop(url);
  }
}

async function askInTurn(
  port: number,
  database: DatabaseName,
  asks: readonly Ask[],
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const ask = asks[n % asks.length];
    if (!ask) throw new Error('The workload asks nothing.');
    const { method, path, body } = restDialect(ask, database);
    const headers = { 'content-type': 'application/json' };
    const given = body === undefined ? {} : { body, headers };
    await (await fetch(`http://127.0.0.1:${port}${path}`, { method, ...given })).text();
  }
}
