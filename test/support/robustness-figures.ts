// What the suites of hardship (abuse, clusters, faults, scaling) have tried and seen, per database. Written when a test file ends;
// `npm run robustness:report` adds them up into docs/robustness.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The folder of the figures, one JSON file per test file and suite. Not in the repository. */
export const figuresFolder = join(__dirname, '../../.robustness');

export type Suite = 'abuse' | 'clusters' | 'faults' | 'scaling';

/** What is counted. A suite that looks for something and finds none counts 0 of it. */
export type Figure =
  | 'requests tried'
  | 'faults injected'
  | 'faults survived'
  | 'crash points swept'
  | 'acknowledged writes'
  | 'acknowledged writes lost'
  | 'interleavings tried'
  | 'non-serial outcomes'
  | '5xx without an injected fault'
  | 'writes made twice'
  | 'answers 503 and 504'
  | '503 without Retry-After'
  | 'slowest answer, ms'
  | 'slowest service after a new primary, ms'
  | 'slowest service after a silence, ms';

/** Counts for one test file. */
export interface Figures {
  /** Adds to a figure; 0 says that it was looked for. `database` as in `DatabaseName`, or a cluster's name. */
  count(database: string, figure: Figure, times?: number): void;
}

/** Begins to count; to be called where tests are declared. A later run of the same file replaces its figures. */
export function robustnessFigures(suite: Suite): Figures {
  const counted: Record<string, Partial<Record<Figure, number>>> = {};
  afterAll(() => {
    const file = basename(expect.getState().testPath ?? 'unknown', '.test.ts');
    mkdirSync(figuresFolder, { recursive: true });
    writeFileSync(
      join(figuresFolder, `${suite}.${file}.json`),
      `${JSON.stringify({ suite, file, counted }, null, 2)}\n`,
    );
  });
  return {
    count: (database, figure, times = 1) => {
      const figures = (counted[database] ??= {});
      figures[figure] = (figures[figure] ?? 0) + times;
    },
  };
}
