// Runs scripts and reads of several steps: within one tick, or with awaits between the statements.
import type { ReadStep, SnapshotRead } from '../execute/executor.js';
import {
  emptyResult,
  type QueryResult,
  type Step,
  type Script,
  type BoundStatement,
} from '../execute/script.js';

/** For synchronous drivers: the script ends within this tick. Its steps must be statements. */
export function runScriptSync<T>(script: Script<T>, execute: (call: BoundStatement) => QueryResult): T {
  let step = script.next();
  while (!step.done) step = script.next(execute(requireStatement(step.value)));
  return step.value;
}

/** For asynchronous drivers. */
export async function runScript<T>(
  script: Script<T>,
  execute: (call: Step) => Promise<QueryResult>,
): Promise<T> {
  let step = script.next();
  while (!step.done) step = script.next(await execute(step.value));
  return step.value;
}

/**
 * Runs the statements of a read one after the other. After a cut answer the response has no room for another: the rest of its
 * step has no rows.
 */
export async function readInOrder(
  { first, further }: SnapshotRead,
  execute: (call: BoundStatement) => Promise<QueryResult>,
): Promise<readonly QueryResult[]> {
  const all: QueryResult[] = [];
  let step: ReadStep = { calls: [first], further };
  for (;;) {
    const answers: QueryResult[] = [];
    for (const call of step.calls)
      answers.push(answers.some(({ cut }) => cut) ? emptyResult : await execute(call));
    all.push(...answers);
    if (step.further === null || answers.some(({ cut }) => cut)) return all;
    step = step.further(answers);
  }
}

/** Narrows a step of a script that may contain statements only. */
export function requireStatement(call: Step): BoundStatement {
  if ('statement' in call) return call;
  throw new Error('Only an observed write may call listeners or hooks.');
}
