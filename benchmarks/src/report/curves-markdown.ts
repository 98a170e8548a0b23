// The curves and the costs of the stages as tables of docs/performance.md.
import type { CurvePoint } from '../run/curve.js';
import type { StageTimes } from '../run/stage-times.js';
import { fixed, markdownTable, provenance } from './markdown.js';
import { newestResults, type Circumstances } from './results-file.js';

interface CurvesResults extends Circumstances {
  readonly database: string;
  readonly curves: readonly { readonly name: string; readonly points: readonly CurvePoint[] }[];
  readonly stages: readonly StageTimes[];
}

export function curveTables(): Record<string, string> {
  const results = newestResults('curves') as CurvesResults | undefined;
  if (!results) return {};
  const how = `${provenance(results)} ${results.database}.`;
  return {
    stages: [how, markdownTable(stageRows(results.stages))].join('\n\n'),
    curves: [how, ...results.curves.map(({ name, points }) => markdownTable(curveRows(name, points)))].join(
      '\n\n',
    ),
  };
}

function stageRows(stages: readonly StageTimes[]): string[][] {
  const names = Object.keys(stages[0]?.stages ?? {});
  const header = ['microseconds', ...names];
  const rows = stages.map(({ workload, title, stages: times }) => [
    `${workload} ${title}`,
    ...names.map((name) => fixed((times[name] ?? NaN) * 1000, 0)),
  ]);
  return [header, ...rows];
}

function curveRows(name: string, points: readonly CurvePoint[]): string[][] {
  const header = [
    name,
    '(b), processor us',
    'decorest, processor us',
    'decorest to its first line, requests/s',
  ];
  const rows = points.map(({ at, cpuPerRequest: { b, j }, toFirst }) => [
    at,
    fixed(b, 0),
    fixed(j, 0),
    fixed(toFirst),
  ]);
  return [header, ...rows];
}
