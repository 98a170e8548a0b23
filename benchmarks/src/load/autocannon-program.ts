// The child process of autocannon.ts: a job on standard input, its result on standard output.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { AutocannonJob } from './autocannon.js';
import type { LoadResult } from './load.js';

const { target, milliseconds, connections } = JSON.parse(await text(process.stdin)) as AutocannonJob;
const result = await autocannon({
  url: `http://127.0.0.1:${target.port}`,
  connections,
  duration: milliseconds / 1000,
  requests: target.calls.map(({ method, path, body }) => ({
    method,
    path,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })),
});
const report: LoadResult = {
  requests: result.requests.total,
  failures: result.non2xx + result.errors + result.timeouts,
  seconds: result.duration,
  p99: result.latency.p99,
};
process.stdout.write(JSON.stringify(report));
