// From a program's first import to its first answer, in fresh processes that take turns.
import type { DatabaseName } from '../data/database.js';
import { databaseTemplate } from '../data/template.js';
import { aligned, median } from '../report/format.js';
import { writeResults } from '../report/results-file.js';
import { startServer } from '../run/server-process.js';
import { restDialect, type Call } from '../workloads/ask.js';

interface Program {
  readonly letter: string;
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The first is the yardstick: (b) in an application that has TypeORM, as every application with decorest has. */
const programs: readonly Program[] = [
  { letter: 'bt', file: 'bt-koa-typeorm-loaded' },
  { letter: 'b', file: 'b-koa' },
  { letter: 'bv', file: 'bt-koa-typeorm-loaded', environment: { BENCH_VALIDATOR: 'true' } },
  { letter: 'j', file: 'j-decorest' },
];

interface StartUp {
  /** From the first import, Node being up, to the end of the first answer. */
  readonly milliseconds: number;
  /** Processor time of the process by then, Node's own start included. */
  readonly processorMilliseconds: number;
  /** Peak memory by then, in bytes. */
  readonly peakMemory: number;
}

/** One sample of each program, in their order. */
type Round = readonly StartUp[];

export async function measureStartUp(databases: readonly DatabaseName[], rounds: number): Promise<void> {
  const begun = new Date();
  const results = [];
  for (const database of databases) {
    const taken = await runRounds(database, rounds);
    const summaries = programs.map((program, at) => summarize(program, at, taken));
    results.push({ database, summaries, rounds: taken });
    const header = ['', 'ms', 'x bt', 'cpu ms', 'x bt', 'MB', 'x bt'];
    console.log(`from import to first answer (${database}), ${taken.length} rounds`);
    console.log(`${aligned([header, ...summaries.map(({ line }) => line)]).join('\n')}\n`);
  }
  console.log(writeResults('start-up', begun, { yardstick: 'bt', results }));
}

/** Discards a first round, in which files are read from the disk. */
async function runRounds(database: DatabaseName, count: number): Promise<Round[]> {
  const template = await databaseTemplate(database);
  try {
    const url = await template.copy('start');
    const call = restDialect({ kind: 'read', of: 'pets', id: 1 }, database);
    const rounds: Round[] = [];
    for (let n = 0; n <= count; n++) {
      const round: StartUp[] = [];
      for (const program of programs) round.push(await startOnce(program, url, call));
      rounds.push(round);
    }
    return rounds.slice(1);
  } finally {
    await template.close();
  }
}

async function startOnce(
  { file, environment = {} }: Program,
  databaseUrl: string,
  { path }: Call,
): Promise<StartUp> {
  const server = await startServer(file, 'petstore', databaseUrl, { environment });
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    await response.text();
    const answered = performance.timeOrigin + performance.now();
    if (!response.ok) throw new Error(`${file} answers ${response.status} to its first request.`);
    const { cpu, peakMemory } = await server.usage();
    return { milliseconds: answered - server.begun, processorMilliseconds: cpu / 1000, peakMemory };
  } finally {
    await server.stop();
  }
}

/** Medians, and medians of the rounds' ratios to the yardstick. */
function summarize({ letter }: Program, at: number, rounds: readonly Round[]) {
  const figures = (['milliseconds', 'processorMilliseconds', 'peakMemory'] as const).map((figure) => ({
    figure,
    value: median(rounds.map((round) => round[at]?.[figure] ?? NaN)),
    ratio: median(rounds.map((round) => (round[at]?.[figure] ?? NaN) / (round[0]?.[figure] ?? NaN))),
  }));
  const cells = figures.flatMap(({ figure, value, ratio }) => [
    (figure === 'peakMemory' ? value / 1e6 : value).toFixed(0),
    ratio.toFixed(2),
  ]);
  return { letter, figures, line: [letter, ...cells] };
}
