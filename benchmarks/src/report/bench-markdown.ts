// The bench's results as the tables of docs/performance.md: everybody, and decorest against its goals.
import { databaseNames } from '../data/database.js';
import { goalOf } from './goals.js';
import { fixed, markdownTable, provenance } from './markdown.js';
import { newestResults, type Circumstances, type ResultsKind } from './results-file.js';
import type { Ratios, Summary } from './summary.js';

interface BenchResults extends Circumstances {
  readonly method: { readonly load: string; readonly rounds: number; readonly roundMilliseconds: number };
  readonly contestants: Readonly<Record<string, string>>;
  readonly results: readonly WorkloadSummary[];
}

interface WorkloadSummary {
  readonly database: string;
  readonly workload: string;
  readonly title: string;
  readonly summaries: readonly Summary[];
}

const ours = 'j';
/** Everybody who makes an API out of entities or a schema, or uses an ORM for it. */
const generators = ['d', 'e', 'f', 'g', 'h', 'i'];

/** The newest run on one database, and what it found there. */
interface Run {
  readonly database: string;
  readonly contestants: BenchResults['contestants'];
  readonly results: readonly WorkloadSummary[];
  /** When and how it was measured. */
  readonly how: string;
}

/** Tables by the name of their place; none when there are no results. */
export function benchTables(): Record<string, string> {
  const runs = databaseNames.flatMap((database) => newestRun('bench', database));
  if (runs.length === 0) return {};
  const [unanalysed] = newestRun('bench-unanalysed', 'sqlite');
  const forEach = (rows: (run: Run) => string[][]) =>
    runs.map((run) => [run.how, markdownTable(rows(run))].join('\n\n')).join('\n\n');
  return {
    ...Object.fromEntries(runs.map((run) => [run.database, everybody(run)])),
    ...(unanalysed ? { unanalysed: everybody(unanalysed) } : {}),
    generators: forEach(generatorRows),
    goals: forEach(goalRows),
  };
}

function newestRun(kind: ResultsKind, database: string): Run[] {
  const holds = (run: unknown) => resultsOn(run as BenchResults, database).length > 0;
  const bench = newestResults(kind, holds) as BenchResults | undefined;
  if (!bench) return [];
  const { method, contestants } = bench;
  const how = `${provenance(bench)} ${method.rounds} rounds of ${method.roundMilliseconds} ms, ${method.load}.`;
  return [{ database, contestants, results: resultsOn(bench, database), how }];
}

function resultsOn({ results }: BenchResults, database: string): WorkloadSummary[] {
  return results.filter((result) => result.database === database);
}

function everybody(run: Run): string {
  return [
    `${run.how} Requests/s as multiples of (b).`,
    markdownTable(ratioRows(run, 'requestsPerSecond')),
    'Processor time of the server for one request, as multiples of (b): less is better.',
    markdownTable(ratioRows(run, 'cpuPerRequest')),
  ].join('\n\n');
}

/** How many times as many requests decorest answers as each of them. */
function generatorRows({ contestants, results }: Run): string[][] {
  const there = generators.filter((letter) => letter in contestants);
  const header = ['', ...there.map((letter) => `(${letter}) ${contestants[letter] ?? ''}`)];
  const multiple = (result: WorkloadSummary, letter: string) => {
    const own = summaryOf(result, ours)?.ratios?.requestsPerSecond;
    const theirs = summaryOf(result, letter)?.ratios?.requestsPerSecond;
    return own === undefined || theirs === undefined ? undefined : own / theirs;
  };
  const rows = results.map((result) => [
    `${result.database} ${result.workload} ${result.title}`,
    ...there.map((letter) => fixed(multiple(result, letter), 1)),
  ]);
  return [header, ...rows];
}

function ratioRows({ contestants, results }: Run, figure: keyof Ratios): string[][] {
  const letters = Object.keys(contestants).filter((letter) =>
    results.some(({ summaries }) => summaries.some((summary) => summary.letter === letter)),
  );
  const header = ['', ...results.map(({ workload }) => workload)];
  const rows = letters.map((letter) => [
    `(${letter}) ${contestants[letter] ?? ''}`,
    ...results.map((result) => fixed(summaryOf(result, letter)?.ratios?.[figure])),
  ]);
  return [header, ...rows];
}

/** Where decorest stands; what misses its goal says by how much. */
function goalRows({ results }: Run): string[][] {
  const header = ['', 'requests/s', 'goal', 'processor time', 'goal', 'p99', 'peak memory', 'missed'];
  const rows = results.map((result) => {
    const ratios = summaryOf(result, ours)?.ratios;
    const { requests, cpu } = goalOf(result.database, result.workload);
    return [
      `${result.database} ${result.workload} ${result.title}`,
      fixed(ratios?.requestsPerSecond),
      fixed(requests),
      fixed(ratios?.cpuPerRequest),
      fixed(cpu),
      fixed(ratios?.p99),
      fixed(ratios?.peakMemory),
      ratios ? missed(ratios, requests, cpu) : 'not measured',
    ];
  });
  return [header, ...rows];
}

function missed(ratios: Ratios, requests: number | undefined, cpu: number | undefined): string {
  const faults = [
    short('requests/s', requests === undefined ? 0 : 1 - ratios.requestsPerSecond / requests),
    short('processor time', cpu === undefined ? 0 : ratios.cpuPerRequest / cpu - 1),
    short('p99', ratios.p99 - 1),
    short('memory', ratios.peakMemory / 1.3 - 1),
  ];
  return faults.filter((fault) => fault !== '').join(', ') || '-';
}

/** Half a percent is no miss. */
function short(what: string, by: number): string {
  return by > 0.005 ? `${what} by ${(by * 100).toFixed(0)} %` : '';
}

function summaryOf({ summaries }: WorkloadSummary, letter: string): Summary | undefined {
  return summaries.find((summary) => summary.letter === letter);
}
