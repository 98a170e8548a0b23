// The soak's results as a table of docs/performance.md.
import type { Soak } from '../run/soak.js';
import { fixed, markdownTable, provenance } from './markdown.js';
import { newestResults, type Circumstances } from './results-file.js';

interface SoakResults extends Circumstances {
  readonly requests: number;
  readonly results: readonly {
    readonly database: string;
    readonly soaks: readonly (Soak & {
      readonly letter: string;
      readonly title: string;
      readonly peakRatio: number;
    })[];
  }[];
}

export function soakTables(): Record<string, string> {
  const results = newestResults('soak') as SoakResults | undefined;
  if (!results) return {};
  const header = [
    '',
    'heap at first, MB',
    'at the end',
    'growth, bytes a request',
    'peak MB',
    'multiple of (b)',
  ];
  const rows = results.results.flatMap(({ database, soaks }) =>
    soaks.map(({ letter, title, samples, growth, peakMemory, peakRatio }) => [
      `(${letter}) ${title}, ${database}`,
      fixed((samples[0]?.heap ?? NaN) / 1e6, 1),
      fixed((samples.at(-1)?.heap ?? NaN) / 1e6, 1),
      fixed(growth),
      fixed(peakMemory / 1e6, 0),
      fixed(peakRatio),
    ]),
  );
  const how = `${provenance(results)} ${results.requests} requests each, a tenth of that for new shapes; 100,000 distinct ones in turn.`;
  return { soak: [how, markdownTable([header, ...rows])].join('\n\n') };
}
