// Results as JSON files in results/, a kind of run a name: `bench-<time>.json`, `start-up-<time>.json` ...
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isPinning } from '../run/pinned.js';

export type ResultsKind =
  | 'bench'
  | 'bench-unanalysed'
  | 'start-up'
  | 'soak'
  | 'curves'
  | 'costs'
  | 'starvation'
  | 'memory'
  | 'before-after';

/** What every results file holds beside the results. */
export interface Circumstances {
  /** ISO 8601. */
  readonly begun: string;
  readonly machine: {
    readonly node: string;
    readonly cores: readonly string[];
    readonly isPinning: boolean;
    /** Processes that ran or wanted to, at the end, over a minute. Much above 2: others were at work. */
    readonly loadAverage: number;
  };
}

const folder = fileURLToPath(new URL('../../results/', import.meta.url));

/** Writes a results file and returns its path. */
export function writeResults(kind: ResultsKind, begun: Date, results: object): string {
  const [loadAverage] = loadavg();
  const cores = cpus().map(({ model }) => model);
  const machine = { node: process.version, cores, isPinning, loadAverage };
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${kind}-${begun.toISOString().replace(/[:.]/g, '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ begun, machine, ...results }, null, 2)}\n`);
  return file;
}

/** The newest results of a kind that will do; undefined when there are none. */
export function newestResults(
  kind: ResultsKind,
  willDo: (results: unknown) => boolean = () => true,
): unknown {
  const all = existsSync(folder) ? readdirSync(folder) : [];
  const files = all.filter((file) => new RegExp(`^${kind}-\\d.*\\.json$`).test(file));
  return files
    .sort()
    .reverse()
    .map((file): unknown => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')))
    .find(willDo);
}
