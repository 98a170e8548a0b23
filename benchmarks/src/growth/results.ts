// What a run measured, as a file in results/; and the files of several runs as one result.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DatabaseName } from '../data/database.js';

/** Times of a request at one size, in milliseconds. */
export interface RequestTimes {
  readonly database: DatabaseName;
  readonly request: string;
  readonly size: number;
  readonly median: number;
  readonly p95: number;
  readonly samples: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface ExportTimes {
  readonly database: DatabaseName;
  readonly size: number;
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly firstByteMs: number;
  /** Of the server's process, in bytes. */
  readonly peakMemory: number;
}

/** What one process answers to 16 connections. */
export interface Capacity {
  readonly database: DatabaseName;
  readonly size: number;
  readonly request: string;
  readonly requestsPerSecond: number;
  readonly p99: number;
  readonly failures: number;
  /** The share of one core that the server used. */
  readonly busy: number;
}

export interface DatabaseSize {
  readonly database: DatabaseName;
  readonly size: number;
  readonly bytes: number;
}

export interface GrowthResults {
  readonly requests: readonly RequestTimes[];
  readonly exports: readonly ExportTimes[];
  readonly capacities: readonly Capacity[];
  readonly sizes: readonly DatabaseSize[];
}

const folder = fileURLToPath(new URL('../../results/', import.meta.url));

/** Returns the path of the file. */
export function writeGrowthResults(begun: Date, results: GrowthResults): string {
  const machine = { node: process.version, cores: cpus().map(({ model }) => model), load: loadavg()[0] };
  mkdirSync(folder, { recursive: true });
  const file = `${folder}growth-${begun.toISOString().replace(/[:.]/g, '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ begun, machine, ...results }, null, 2)}\n`);
  return file;
}

/** Of two files that measured the same, the later in the list counts. */
export function readGrowthResults(files: readonly string[]): GrowthResults {
  const all = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as GrowthResults);
  return {
    requests: keepLast(
      all.flatMap(({ requests }) => requests),
      ({ request }) => request,
    ),
    exports: keepLast(all.flatMap(({ exports }) => exports)),
    capacities: keepLast(
      all.flatMap(({ capacities }) => capacities),
      ({ request }) => request,
    ),
    sizes: keepLast(all.flatMap(({ sizes }) => sizes)),
  };
}

function keepLast<T extends DatabaseSizeKey>(values: readonly T[], nameOf?: (value: T) => string): T[] {
  const byKey = new Map(
    values.map((value) => [`${value.database} ${value.size} ${nameOf?.(value) ?? ''}`, value]),
  );
  return [...byKey.values()].sort((a, b) => a.size - b.size);
}

type DatabaseSizeKey = Pick<DatabaseSize, 'database' | 'size'>;
