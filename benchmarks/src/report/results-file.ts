// Results as JSON files in results/, a kind of run a name: `bench-<time>.json`, `start-up-<time>.json` ...
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isPinning } from '../run/server-process.js';

export type ResultsKind =
  | 'bench'
  | 'bench-unanalysed'
  | 'start-up'
  | 'costs'
  | 'starvation'
  | 'memory'
  | 'queries'
  | 'before-after'
  | 'bulk';

const folder = fileURLToPath(new URL('../../results/', import.meta.url));

/** Writes the results with the time and the machine, and returns the path of the file. */
export function writeResults(kind: ResultsKind, begun: Date, results: object): string {
  const [loadAverage] = loadavg();
  const cores = cpus().map(({ model }) => model);
  const machine = { node: process.version, cores, isPinning, loadAverage };
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${kind}-${begun.toISOString().replace(/[:.]/g, '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ begun, machine, ...results }, null, 2)}\n`);
  return file;
}
