// The pictures of docs/growth.md: what stays as fast as it was, and what grows with the table.
import { databaseNames, type DatabaseName } from '../data/database.js';
import { type Axis, type Chart, type Line, renderChart, type Ticks } from './chart.js';
import type { GrowthResults } from './results.js';
import { formatCount } from './tables.js';

interface LineOf {
  /** The id of the request. */
  readonly request: string;
  readonly title: string;
  readonly colour: string;
  readonly isDashed?: boolean;
}

const pageLines: readonly LineOf[] = [
  { request: 'page-far', title: 'largest offset allowed', colour: '#d55e00' },
  { request: 'cursor-sorted', title: 'after=…, sort=amount', colour: '#56a0d8', isDashed: true },
  { request: 'cursor-middle', title: 'after=…, middle of the list', colour: '#0072b2' },
  { request: 'filter-unique', title: 'filter with an index, 1 row', colour: '#9b4f84', isDashed: true },
  { request: 'edge', title: 'orders of one customer', colour: '#b07d00' },
  { request: 'read', title: 'read by key', colour: '#111111' },
  { request: 'create', title: 'create', colour: '#009e73' },
];

const countLines: readonly LineOf[] = [
  { request: 'groups', title: 'aggregate of all rows', colour: '#111111' },
  { request: 'scan-none', title: 'filter, no index, no row', colour: '#9b4f84', isDashed: true },
  { request: 'scan-exact', title: 'filter, no index, count=exact', colour: '#9b4f84' },
  { request: 'count-exact', title: 'count=exact', colour: '#d55e00' },
  { request: 'filter-index-exact', title: 'filter, index, count=exact', colour: '#b07d00' },
  { request: 'count-limited', title: 'count=limited', colour: '#56a0d8' },
  { request: 'page-first', title: 'count=none', colour: '#0072b2' },
];

const x: Axis = {
  title: 'rows in the table',
  ticks: [10_000, 100_000, 1_000_000, 10_000_000].map((size) => [size, formatCount(size)]),
};
const times: Ticks = [
  [0.1, '0.1 ms'],
  [1, '1 ms'],
  [10, '10 ms'],
  [100, '100 ms'],
  [1_000, '1 s'],
  [10_000, '10 s'],
];
const databaseTitles: Readonly<Record<DatabaseName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** By the name of the file in docs/images. */
export function renderPictures(results: GrowthResults): ReadonlyMap<string, string> {
  const subtitle = 'Median time of a request by one client; both axes are logarithmic.';
  const chart = (title: string, lines: readonly LineOf[], upTo: number): Chart => ({
    title,
    subtitle,
    x,
    y: times.filter(([time]) => time <= upTo),
    panels: databaseNames.map((database) => ({
      title: databaseTitles[database],
      lines: lines.map((line) => lineOf(line, database, results)).filter(({ points }) => points.length > 0),
    })),
  });
  return new Map([
    ['growth-pages.svg', renderChart(chart('What an index answers stays as fast as it was', pageLines, 100))],
    ['growth-counts.svg', renderChart(chart('What reads all rows grows with the table', countLines, 10_000))],
  ]);
}

function lineOf(line: LineOf, database: DatabaseName, { requests }: GrowthResults): Line {
  const points = requests
    .filter((times) => times.database === database && times.request === line.request)
    .map(({ size, median }) => [size, median] as const);
  return { ...line, points };
}
