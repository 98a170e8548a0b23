// Exports, and what one process answers under load.
import type { DatabaseName } from '../data/database.js';
import { autocannonLoad } from '../load/autocannon.js';
import { isWrkInstalled, wrkLoad } from '../load/wrk.js';
import type { Call } from '../workloads/ask.js';
import { timeRequest } from './client.js';
import { type GrowthServer, startGrowthServer } from './growth-server.js';
import { findRequest, type GrowthRequest } from './requests.js';
import type { Capacity, ExportTimes } from './results.js';

/** One export to a client that reads as fast as it can, by a server of its own. */
export async function measureExport(database: DatabaseName, size: number): Promise<ExportTimes> {
  const { server } = await startGrowthServer(database, size, true);
  try {
    const call: Call = { method: 'GET', path: '/orders' };
    const { status, lines, time, firstByte } = await timeRequest(server.port, call, 'lines');
    if (status !== 200) throw new Error(`The export of ${size} rows has the status ${status}.`);
    const { peakMemory } = await server.usage();
    return {
      database,
      size,
      rows: lines,
      rowsPerSecond: (lines / time) * 1_000,
      firstByteMs: firstByte,
      peakMemory,
    };
  } finally {
    await server.stop();
  }
}

interface Load {
  readonly request: GrowthRequest;
  /** How many requests there are before they begin again. Numbers are unique: no create may be sent twice. */
  readonly calls: number;
}

const loads: readonly Load[] = [
  { request: findRequest('read'), calls: 5_000 },
  { request: findRequest('cursor-middle'), calls: 20 },
  { request: findRequest('create'), calls: 60_000 },
];

const connections = 16;
const warmUpMs = 3_000;

export async function measureCapacity(
  database: DatabaseName,
  size: number,
  milliseconds: number,
): Promise<Capacity[]> {
  const growthServer = await startGrowthServer(database, size, false);
  try {
    const capacities: Capacity[] = [];
    for (const load of loads) {
      await runLoad(growthServer, load, warmUpMs);
      const measured = await runLoad(growthServer, load, milliseconds);
      capacities.push({ database, size, request: load.request.id, ...measured });
    }
    return capacities;
  } finally {
    await growthServer.server.stop();
  }
}

async function runLoad(
  { server, table }: GrowthServer,
  { request, calls: count }: Load,
  milliseconds: number,
): Promise<Omit<Capacity, 'database' | 'size' | 'request'>> {
  const calls = Array.from({ length: count }, (_, turn) => request.buildCall(table, turn));
  const { cpu: before } = await server.usage();
  const generator = isWrkInstalled() ? wrkLoad(connections) : autocannonLoad(connections);
  const { requests, failures, seconds, p99 } = await generator.run(
    { port: server.port, calls },
    milliseconds,
  );
  const { cpu } = await server.usage();
  return { requestsPerSecond: requests / seconds, p99, failures, busy: (cpu - before) / 1e6 / seconds };
}
