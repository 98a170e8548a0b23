// autocannon, in a process of its own so that it can be pinned: the load generator where wrk is not installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LoadGenerator, LoadResult, LoadTarget } from './load.js';
import { loadCore, pinned } from '../run/server-process.js';

export function autocannonLoad(connections: number): LoadGenerator {
  return {
    name: 'autocannon',
    connections,
    run: (target, milliseconds) => run({ target, milliseconds, connections }),
  };
}

export interface AutocannonJob {
  readonly target: LoadTarget;
  readonly milliseconds: number;
  readonly connections: number;
}

const program = fileURLToPath(new URL('./autocannon-program.js', import.meta.url));

async function run(job: AutocannonJob): Promise<LoadResult> {
  const child = spawn(...pinned(loadCore, process.execPath, [program]), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  await ended;
  return JSON.parse(output) as LoadResult;
}
