// The bench's results as the tables of docs/performance.md: everybody, and decorest against its goals.
import { goalOf } from './goals.js';
import { fixed, markdownTable, provenance } from './markdown.js';
import { newestResults, type Circumstances } from './results-file.js';
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

/** Tables by the name of their place; none when there are no results. */
export function benchTables(): Record<string, string> {
  const bench = newestResults('bench') as BenchResults | undefined;
  if (!bench) return {};
  const { load, rounds, roundMilliseconds } = bench.method;
  const how = `${provenance(bench)} ${rounds} rounds of ${roundMilliseconds} ms, ${load}.`;
  const of = (database: string) => bench.results.filter((result) => result.database === database);
  const whole = (database: string) => [
    `${how} Requests/s as multiples of (b).`,
    markdownTable(ratioRows(bench, of(database), 'requestsPerSecond')),
    'Processor time of the server for one request, as multiples of (b): less is better.',
    markdownTable(ratioRows(bench, of(database), 'cpuPerRequest')),
  ];
  return {
    sqlite: whole('sqlite').join('\n\n'),
    postgres: whole('postgres').join('\n\n'),
    goals: [how, markdownTable(goalRows(bench.results))].join('\n\n'),
  };
}

function ratioRows(
  { contestants }: BenchResults,
  results: readonly WorkloadSummary[],
  figure: keyof Ratios,
): string[][] {
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
function goalRows(results: readonly WorkloadSummary[]): string[][] {
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
