// Clients of several kinds at once, each of which sends its next request when it has its answer. In a process of its own,
// so that the load does not wait for the measuring process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface ClientGroup {
  readonly clients: number;
  /** Asked in turn, from the first again after the last. */
  readonly addresses: readonly string[];
}

export interface GroupResult {
  readonly requests: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** How many answers had a status; 0 stands for no answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface ClosedLoopJob {
  readonly groups: readonly ClientGroup[];
  readonly milliseconds: number;
}

const program = fileURLToPath(new URL('./closed-loop-program.js', import.meta.url));

/** The results are in the order of the groups. */
export async function closedLoop(job: ClosedLoopJob): Promise<GroupResult[]> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  await ended;
  return JSON.parse(output) as GroupResult[];
}
