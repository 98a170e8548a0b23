// wrk, where it is installed: one thread of it saturates every server measured here.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadGenerator, LoadResult, LoadTarget } from './load.js';
import { loadCore, pinned } from '../run/server-process.js';
import type { Call } from '../workloads/ask.js';

export function isWrkInstalled(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

export function wrkLoad(connections: number): LoadGenerator {
  return { name: 'wrk', connections, run: (target, milliseconds) => run(target, milliseconds, connections) };
}

async function run(
  { port, calls }: LoadTarget,
  milliseconds: number,
  connections: number,
): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'decorest-wrk-'));
  const script = join(folder, 'calls.lua');
  try {
    writeFileSync(script, luaScript(calls));
    return await runScript(port, script, milliseconds, connections);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** wrk counts in whole seconds, but once it has begun it ends early on SIGINT and still reports. */
async function runScript(
  port: number,
  script: string,
  milliseconds: number,
  connections: number,
): Promise<LoadResult> {
  const seconds = Math.ceil(milliseconds / 1000);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`];
  const child = spawn(...pinned(loadCore, 'wrk', args), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdout.once('data', () => {
    const early = setTimeout(() => child.kill('SIGINT'), milliseconds);
    child.once('exit', () => {
      clearTimeout(early);
    });
  });
  const output = await text(child.stdout);
  await ended;
  return resultOf(output);
}

/** The last line is our own report; what wrk prints before it is for people. */
function resultOf(output: string): LoadResult {
  const [requests, failures, microseconds, p99] = (output.trimEnd().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (requests === undefined || failures === undefined || microseconds === undefined || p99 === undefined)
    throw new Error(`wrk reported nothing:\n${output}`);
  return { requests, failures, seconds: microseconds / 1e6, p99: p99 / 1e3 };
}

function luaScript(calls: readonly Call[]): string {
  return `local requests = {}
function init()
${luaFunctions(calls).join('\n')}
  io.write("begun\\n")
  io.flush()
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("%d %d %d %d\\n", summary.requests,
    e.connect + e.read + e.write + e.status + e.timeout, summary.duration, latency:percentile(99)))
end
`;
}

/** A function of Lua holds 65,536 constants and no more. */
const callsPerFunction = 10_000;

function luaFunctions(calls: readonly Call[]): string[] {
  const functions: string[] = [];
  for (let at = 0; at < calls.length; at += callsPerFunction) {
    const some = calls.slice(at, at + callsPerFunction);
    functions.push(`  (function()\n${some.map(luaRequest).join('\n')}\n  end)();`);
  }
  return functions;
}

function luaRequest({ method, path, body }: Call): string {
  const headers = body === undefined ? 'nil' : '{ ["Content-Type"] = "application/json" }';
  const quoted = [method, path].map(luaText).join(', ');
  return `  table.insert(requests, wrk.format(${quoted}, ${headers}, ${body === undefined ? 'nil' : luaText(body)}))`;
}

function luaText(value: string): string {
  return `[==[${value}]==]`;
}
