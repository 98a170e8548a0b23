// Runs scripts: within one tick, or with awaits between the steps.
import type { QueryResult, Step, Script, BoundStatement } from '../execute/script.js';

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

/** Runs statements one after the other, for drivers that cannot send them together. */
export function* runInOrder(calls: readonly BoundStatement[]): Script<QueryResult[]> {
  const answers: QueryResult[] = [];
  for (const call of calls) answers.push(yield call);
  return answers;
}

/** Narrows a step of a script that may contain statements only. */
export function requireStatement(call: Step): BoundStatement {
  if ('statement' in call) return call;
  throw new Error('Only an observed write may call listeners or hooks.');
}
