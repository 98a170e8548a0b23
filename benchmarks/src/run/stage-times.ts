// What each stage of decorest costs, as its own Server-Timing header tells: one request at a time.
import type { DatabaseName } from '../data/database.js';
import type { DatabaseTemplate } from '../data/fresh-database.js';
import { median } from '../report/median.js';
import { restDialect } from '../workloads/ask.js';
import type { Workload } from '../workloads/workload.js';
import { startServer } from './server-process.js';

export interface StageTimes {
  readonly workload: string;
  readonly title: string;
  /** Median milliseconds by stage. */
  readonly stages: Readonly<Record<string, number>>;
}

const requests = 3_000;
/** Before that, code is still being compiled. */
const warmUp = 2_000;

export async function stageTimes(
  { id, title, app, asks }: Workload,
  database: DatabaseName,
  template: DatabaseTemplate,
): Promise<StageTimes> {
  const url = await template.copy('timed');
  const server = await startServer('js-decorest-timed', app, url);
  const taken = new Map<string, number[]>();
  try {
    for (let n = 0; n < requests; n++) {
      const ask = asks[n % asks.length];
      if (!ask) throw new Error(`${id} asks nothing.`);
      const { method, path, body } = restDialect(ask, database);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        ...(body === undefined ? {} : { body, headers }),
      });
      await response.text();
      if (n >= warmUp) take(taken, response.headers.get('server-timing') ?? '');
    }
  } finally {
    await server.stop();
    await template.drop(url);
  }
  return {
    workload: id,
    title,
    stages: Object.fromEntries([...taken].map(([name, all]) => [name, median(all)])),
  };
}

function take(taken: Map<string, number[]>, header: string): void {
  for (const [, name = '', milliseconds] of header.matchAll(/(\w+);dur=([\d.]+)/g))
    taken.set(name, [...(taken.get(name) ?? []), Number(milliseconds)]);
}
