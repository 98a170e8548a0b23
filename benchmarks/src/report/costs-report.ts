// Costs of requests -> the worst of them, and what is said against them.
import type { CheckedDatabaseName } from '../data/database.js';
import { growsTooFast, holdLimit, ratioLimit, smallestTime, type RequestCost } from '../run/request-costs.js';
import { aligned } from './text-table.js';

export interface Costs {
  readonly database: CheckedDatabaseName;
  /** What was asked: an app, or its long texts. */
  readonly data: string;
  readonly costs: readonly RequestCost[];
  /** Paths that the document has and decorest leaves to others. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

const worst = 10;
export function costsReport({ database, data, costs, skipped, seconds }: Costs): string {
  const notable = costs.filter(({ twice }) => twice >= smallestTime);
  return [
    `${data} (${database}): ${costs.length} requests in ${seconds.toFixed(0)} s`,
    ...skipped.map((path) => `  ${path} is not answered by decorest`),
    table('by ratio, where it takes 5 ms', notable, ({ ratio }) => ratio),
    table('by time', costs, ({ twice }) => twice),
    table('by hold of the event loop', costs, ({ hold }) => hold),
  ].join('\n');
}

/** A line for each request that is refused or beyond a limit. */
export function objectionsTo({ database, data, costs }: Costs): string[] {
  return costs.flatMap((cost) => {
    const { path, asks, ratio, hold, refused } = cost;
    const what = `${database} ${data}: ${path} ${asks}`;
    return [
      ...(refused === undefined ? [] : [`${what} is refused: ${refused}`]),
      ...(growsTooFast(cost) ? [`${what} grows ${ratio.toFixed(2)} times, the limit is ${ratioLimit}`] : []),
      ...(database === 'sqlite' && hold > holdLimit
        ? [`${what} holds the event loop for ${hold.toFixed(0)} ms, the limit is ${holdLimit}`]
        : []),
    ];
  });
}

/** The limits, and how far the worst requests are from them. */
export function verdicts(taken: readonly Costs[]): string[] {
  const all = taken.flatMap(({ database, costs }) => costs.map((cost) => ({ database, ...cost })));
  const ratios = all.filter(({ twice }) => twice >= smallestTime).map(({ ratio }) => ratio);
  const holds = all.filter(({ database }) => database === 'sqlite').map(({ hold }) => hold);
  const refused = all.filter((cost) => cost.refused !== undefined).length;
  return [
    verdict('time at 2n / time at n', Math.max(0, ...ratios), ratioLimit),
    verdict('hold of the event loop on SQLite, ms', Math.max(0, ...holds), holdLimit),
    verdict('refused requests', refused, 0),
  ];
}

function verdict(title: string, worstFigure: number, limit: number): string {
  const state = worstFigure <= limit ? 'ok' : 'EXCEEDED';
  return `${title}: at most ${worstFigure.toFixed(2)}, the limit is ${limit}: ${state}`;
}

function table(title: string, costs: readonly RequestCost[], by: (cost: RequestCost) => number): string {
  const sorted = [...costs].sort((a, b) => by(b) - by(a)).slice(0, worst);
  const lines = sorted.map(({ path, asks, once, twice, ratio, hold }) => [
    `${path} ${asks}`,
    ...[once, twice, ratio, hold].map((figure) => figure.toFixed(2)),
  ]);
  return `${aligned([[title, 'ms', 'ms at 2n', 'ratio', 'hold ms'], ...lines]).join('\n')}\n`;
}
