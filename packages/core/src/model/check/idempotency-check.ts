// Checks the option `idempotency`.
import { isRecord } from '../problem/argument-check.js';
import { createFault, findFirstFault, type ValueFault } from '../problem/value-fault.js';
import { describeUnknownName } from './limit-check.js';

const remedy = 'Use { scope: ({ state }) => String(state.userId), keepHours: 24 }.';
const members = ['scope', 'keepHours'];
const maxKeepHours = 168;

/** The fault of a value that is neither null nor a scope and the hours that answers are kept. */
export function checkIdempotency(value: unknown): ValueFault | null {
  if (value === null) return null;
  if (!isRecord(value)) return createFault(value, 'an object', remedy);
  const { scope, keepHours = 1 } = value;
  const unknown = Object.keys(value).filter((name) => !members.includes(name));
  return (
    findFirstFault(unknown, (name) => describeUnknownName('member', name, members)) ??
    (typeof scope === 'function' ? null : createFault(scope, 'a function that returns the scope', remedy)) ??
    (isKeepTime(keepHours) ? null : createFault(keepHours, 'a time', `Use 1 to ${maxKeepHours} hours.`))
  );
}

function isKeepTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 1 && value <= maxKeepHours;
}
