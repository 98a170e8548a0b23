// The whole run: each database, each workload; within a workload the contestants take turns, A B C A B C.
import { type Contestant, contestants, reference } from '../contestants.js';
import type { BenchDatabaseName } from '../data/database.js';
import { databaseTemplate, type DatabaseTemplate } from '../data/template.js';
import type { LoadGenerator } from '../load/load.js';
import {
  type Absence,
  measure,
  type Player,
  type Sample,
  startCast,
  warmUp,
  type WarmUp,
} from './players.js';
import { answersOf, objectionTo } from './probe.js';
import type { Workload } from '../workloads/workloads.js';

/** A database and what is run on it. */
export interface Run {
  readonly database: BenchDatabaseName;
  readonly workloads: readonly Workload[];
}

export interface BenchPlan {
  readonly runs: readonly Run[];
  readonly contestants: readonly Contestant[];
  readonly load: LoadGenerator;
  readonly rounds: number;
  /** Length of a round, in milliseconds. */
  readonly round: number;
  readonly warmUp: WarmUp;
  /** Whether SQLite's planner has statistics. */
  readonly analysed: boolean;
}

/** One contestant on one workload. */
export interface Entry {
  readonly letter: string;
  /** One for each round. */
  readonly samples: readonly Sample[];
  /** Of the server process, in bytes. */
  readonly peakMemory: number;
}

export interface WorkloadResult {
  readonly database: BenchDatabaseName;
  readonly workload: Workload;
  readonly entries: readonly Entry[];
  /** Contestants that did not take part, with the reason. */
  readonly absent: readonly Absence[];
}

/** Runs the plan; results come as they are there. */
export async function* bench(plan: BenchPlan): AsyncGenerator<WorkloadResult> {
  for (const { database, workloads } of plan.runs) {
    const template = await databaseTemplate(database, plan.analysed);
    try {
      for (const workload of workloads) yield await runWorkload(plan, database, workload, template);
    } finally {
      await template.close();
    }
  }
}

async function runWorkload(
  plan: BenchPlan,
  database: BenchDatabaseName,
  workload: Workload,
  template: DatabaseTemplate,
): Promise<WorkloadResult> {
  const known = plan.contestants.flatMap((contestant) => absenceOf(contestant, database, workload));
  const present = without(plan.contestants, known);
  const cast = await startCast(withReference(present), workload.app, template);
  try {
    const refused = await probe(cast.players, workload);
    const measured = without(present, refused);
    const players = cast.players.filter(({ contestant }) => measured.includes(contestant));
    const entries = await runRounds(plan, workload, players);
    return { database, workload, entries, absent: [...known, ...cast.failed, ...refused] };
  } finally {
    await cast.dismiss();
  }
}

function absenceOf(
  { letter, absences }: Contestant,
  database: BenchDatabaseName,
  { id }: Workload,
): Absence[] {
  const reason = absences?.[database] ?? absences?.[id];
  return reason === undefined ? [] : [{ letter, reason }];
}

function without(contestants: readonly Contestant[], absent: readonly Absence[]): Contestant[] {
  return contestants.filter(({ letter }) => absent.every((absence) => absence.letter !== letter));
}

/** The reference answers the probe even when it is not measured. */
function withReference(present: readonly Contestant[]): Contestant[] {
  const others = present.filter(({ letter }) => letter !== reference);
  return [...contestants.filter(({ letter }) => letter === reference), ...others];
}

async function probe([first, ...others]: readonly Player[], { asks }: Workload): Promise<Absence[]> {
  if (first?.contestant.letter !== reference) throw new Error('The reference could not be started.');
  const expected = await answersOf(first, asks);
  const refused: Absence[] = [];
  for (const player of others) {
    const reason = await objectionTo(player, expected, asks);
    if (reason !== undefined) refused.push({ letter: player.contestant.letter, reason });
  }
  return refused;
}

async function runRounds(
  { load, rounds, round, ...plan }: BenchPlan,
  { asks }: Workload,
  players: readonly Player[],
): Promise<Entry[]> {
  const samples = new Map<Player, Sample[]>(players.map((player) => [player, []]));
  for (const player of players) await warmUp(player, asks, load, plan.warmUp);
  for (let n = 0; n < rounds; n++) {
    for (const [player, taken] of samples) taken.push(await measure(player, asks, load, round));
  }
  return Promise.all(players.map((player) => entryOf(player, samples.get(player) ?? [])));
}

async function entryOf({ contestant, server }: Player, samples: readonly Sample[]): Promise<Entry> {
  return { letter: contestant.letter, samples, peakMemory: (await server.usage()).peakMemory };
}
