// Which processor core a process runs on. Where `taskset` is missing, the system chooses.
import { spawnSync } from 'node:child_process';

export const serverCore = 0;
export const loadCore = 1;

/** Whether processes are pinned on this machine. */
export const isPinning = spawnSync('taskset', ['-c', String(loadCore), 'true']).status === 0;

/** The command and its arguments that run a program on one core. */
export function pinned(core: number, program: string, args: readonly string[]): [string, string[]] {
  return isPinning ? ['taskset', ['-c', String(core), program, ...args]] : [program, [...args]];
}
