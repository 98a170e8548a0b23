// Runs scripts: within one tick, or with awaits between the calls.
import type { Answer, Call, Script, StatementCall } from './script.js';

/** For synchronous drivers: the script ends within this tick. Its calls must be statements. */
export function driveAtOnce<T>(script: Script<T>, ask: (call: StatementCall) => Answer): T {
  let step = script.next();
  while (!step.done) step = script.next(ask(statementOf(step.value)));
  return step.value;
}

/** For asynchronous drivers. */
export async function drive<T>(script: Script<T>, ask: (call: Call) => Promise<Answer>): Promise<T> {
  let step = script.next();
  while (!step.done) step = script.next(await ask(step.value));
  return step.value;
}

/** Runs statements one after the other, for drivers that cannot send them together. */
export function* inTurn(calls: readonly StatementCall[]): Script<Answer[]> {
  const answers: Answer[] = [];
  for (const call of calls) answers.push(yield call);
  return answers;
}

/** Narrows a call of a script that may contain statements only. */
export function statementOf(call: Call): StatementCall {
  if ('statement' in call) return call;
  throw new Error('Only an observed write may call listeners or hooks.');
}
