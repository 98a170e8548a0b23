// The start-up's results as a table of docs/performance.md.
import { fixed, markdownTable, provenance } from './markdown.js';
import { newestResults, type Circumstances } from './results-file.js';

interface StartUpResults extends Circumstances {
  readonly results: readonly { readonly database: string; readonly summaries: readonly Started[] }[];
}

interface Started {
  readonly letter: string;
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly ratios: { readonly milliseconds: number; readonly processorMilliseconds: number };
}

const titles: Readonly<Record<string, string>> = {
  b: '(b) Koa by hand',
  bt: '(b) with TypeORM loaded',
  bv: '(b) with TypeORM and class-validator loaded',
  jp: 'decorest',
};

export function startUpTables(): Record<string, string> {
  const results = newestResults('start-up') as StartUpResults | undefined;
  if (!results) return {};
  const header = ['', 'ms', 'multiple', 'processor ms', 'multiple'];
  const rows = results.results.flatMap(({ database, summaries }) =>
    summaries.map(({ letter, milliseconds, processorMilliseconds, ratios }) => [
      `${titles[letter] ?? letter}, ${database}`,
      fixed(milliseconds, 0),
      fixed(ratios.milliseconds),
      fixed(processorMilliseconds, 0),
      fixed(ratios.processorMilliseconds),
    ]),
  );
  return { 'start-up': [provenance(results), markdownTable([header, ...rows])].join('\n\n') };
}
