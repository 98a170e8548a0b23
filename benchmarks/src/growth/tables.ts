// The results as tables of text.
import { databaseNames, type DatabaseName } from '../data/database.js';
import { aligned } from '../report/format.js';
import { findRequest, growthRequests } from './requests.js';
import type { Capacity, DatabaseSize, ExportTimes, GrowthResults, RequestTimes } from './results.js';

/** A table for each database that has results. */
export function formatGrowth(results: GrowthResults): string {
  return databaseNames.flatMap((database) => formatDatabase(database, results)).join('\n');
}

function formatDatabase(database: DatabaseName, results: GrowthResults): string[] {
  const ofDatabase = <T extends { database: DatabaseName }>(all: readonly T[]) =>
    all.filter((one) => one.database === database);
  return [
    ...formatRequests(database, ofDatabase(results.requests)),
    ...ofDatabase(results.exports).map(formatExport),
    ...ofDatabase(results.capacities).map(formatCapacity),
    ...ofDatabase(results.sizes).map(formatSize),
  ];
}

function formatRequests(database: DatabaseName, times: readonly RequestTimes[]): string[] {
  if (times.length === 0) return [];
  const sizes = [...new Set(times.map(({ size }) => size))].sort((a, b) => a - b);
  const header = [`${database}: median (p95) in ms`, ...sizes.map(formatCount)];
  const lines = growthRequests.map(({ id, title }) => [
    title,
    ...sizes.map((size) => formatTimes(times.find((one) => one.request === id && one.size === size))),
  ]);
  return [...aligned([header, ...lines]), ''];
}

function formatTimes(times: RequestTimes | undefined): string {
  if (!times) return '-';
  const failures = Object.entries(times.statuses).filter(([status]) => !status.startsWith('2'));
  const failed = failures.map(([status, count]) => ` ${count}x${status}`).join('');
  return `${formatMs(times.median)} (${formatMs(times.p95)})${failed}`;
}

function formatExport({ size, rowsPerSecond, firstByteMs, peakMemory }: ExportTimes): string {
  const megabytes = (peakMemory / 1e6).toFixed(0);
  return `export of ${formatCount(size)}: ${rowsPerSecond.toFixed(0)} rows/s, first byte after ${formatMs(firstByteMs)} ms, ${megabytes} MB`;
}

function formatCapacity({ size, request, requestsPerSecond, p99, failures, busy }: Capacity): string {
  const rate = `${requestsPerSecond.toFixed(0)}/s, p99 ${formatMs(p99)} ms, busy ${(busy * 100).toFixed(0)}%`;
  return `${findRequest(request).title} at ${formatCount(size)}: ${rate}, ${failures} failed`;
}

function formatSize({ size, bytes }: DatabaseSize): string {
  return `${formatCount(size)} rows: ${(bytes / 1e6).toFixed(0)} MB`;
}

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0);
}

/** `10k`, `1M`. */
export function formatCount(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000}M`;
  return count >= 1_000 ? `${count / 1_000}k` : String(count);
}
