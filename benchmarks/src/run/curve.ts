// One curve: a server for each point and each contestant, all of them in turn, round by round.
import { contestants, yardstick, type Contestant } from '../contestants.js';
import type { DatabaseName } from '../data/database.js';
import { databaseTemplate } from '../data/fresh-database.js';
import type { LoadGenerator } from '../load/load.js';
import { median } from '../report/median.js';
import type { Curve, Point } from '../workloads/curves.js';
import type { Player } from './cast.js';
import { measure, warmUp, type Sample, type WarmUp } from './measure.js';
import { startServer } from './server-process.js';

export interface CurvePoint {
  readonly at: string;
  /** Processor time of a request by contestant, in microseconds: medians over rounds. */
  readonly cpuPerRequest: Readonly<Record<string, number>>;
  /** Requests/s of j as a multiple of j's at the first point: the median of the rounds' ratios. */
  readonly toFirst: number;
}

export interface CurvePlan {
  readonly database: DatabaseName;
  readonly load: LoadGenerator;
  readonly rounds: number;
  /** In milliseconds. */
  readonly round: number;
}

const letters = [yardstick, 'j'];
const warm: WarmUp = { requests: 10_000, milliseconds: 5_000 };

interface Runner {
  readonly point: Point;
  readonly player: Player;
  readonly samples: Sample[];
}

export async function runCurve({ points }: Curve, plan: CurvePlan): Promise<CurvePoint[]> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const runners: Runner[] = [];
    for (const point of points) {
      const template = await databaseTemplate(plan.database, point);
      closing.unshift(() => template.close());
      for (const contestant of contestants.filter(({ letter }) => letters.includes(letter))) {
        const player = await start(contestant, point, await template.copy(contestant.letter), plan.database);
        closing.unshift(() => player.server.stop());
        runners.push({ point, player, samples: [] });
      }
    }
    await runRounds(runners, plan);
    return points.map((point) => curvePoint(point, runners));
  } finally {
    for (const close of closing) await close();
  }
}

async function start(contestant: Contestant, { app }: Point, url: string, database: DatabaseName) {
  return { contestant, database, server: await startServer(contestant.program, app, url) };
}

async function runRounds(runners: readonly Runner[], { load, rounds, round }: CurvePlan): Promise<void> {
  for (const { player, point } of runners) await warmUp(player, point.asks, load, warm);
  for (let n = 0; n < rounds; n++) {
    for (const { player, point, samples } of runners)
      samples.push(await measure(player, point.asks, load, round));
  }
}

function curvePoint(point: Point, runners: readonly Runner[]): CurvePoint {
  const own = runners.filter((runner) => runner.point === point);
  const [first, here] = [runners, own].map((some) =>
    some.find(({ player }) => player.contestant.letter !== yardstick),
  );
  const ratios = (here?.samples ?? []).map(
    ({ requestsPerSecond }, n) => requestsPerSecond / (first?.samples[n]?.requestsPerSecond ?? NaN),
  );
  return {
    at: point.at,
    cpuPerRequest: Object.fromEntries(
      own.map(({ player, samples }) => [player.contestant.letter, cpuOf(samples)]),
    ),
    toFirst: median(ratios),
  };
}

function cpuOf(samples: readonly Sample[]): number {
  return median(samples.map(({ cpuPerRequest }) => cpuPerRequest));
}
