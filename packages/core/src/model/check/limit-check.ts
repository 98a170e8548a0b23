// Checks the options whose members are numbers: limits and timeouts.
import type { Limits, Timeouts } from '../../limits.js';
import { isCount } from '../problem/argument-check.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { suggestName } from '../problem/suggestion.js';
import { createFault, type ValueFault } from '../problem/value-fault.js';

const limitNames: Readonly<Record<keyof Limits, true>> = {
  listLength: true,
  filters: true,
  comparisons: true,
  statementLength: true,
  valueLength: true,
  bodySize: true,
  jsonDepth: true,
  offset: true,
  responseBytes: true,
  whereLength: true,
  whereDepth: true,
  includes: true,
  nodes: true,
  count: true,
  groupKeys: true,
  measures: true,
  exports: true,
  bulk: true,
  edgeIds: true,
};

const timeoutNames: Readonly<Record<keyof Timeouts, true>> = { acquireMs: true, statementMs: true };

/** Options whose members are numbers, with the names of the members. */
const numericOptions = { limits: Object.keys(limitNames), timeouts: Object.keys(timeoutNames) };

/** The valid members of an option whose members are numbers. */
export function collectValidMembers(
  option: keyof typeof numericOptions,
  given: object | undefined,
  problems: SchemaProblems,
): Record<string, number> {
  const sound: Record<string, number> = {};
  for (const [name, value] of Object.entries({ ...given })) {
    if (value === undefined) continue;
    const fault = checkNumericMember(option, name, value);
    if (fault) problems.add({ entity: 'options', member: `${option}.${name}`, ...fault });
    else sound[name] = Number(value);
  }
  return sound;
}

function checkNumericMember(
  option: keyof typeof numericOptions,
  name: string,
  value: unknown,
): ValueFault | null {
  const known = numericOptions[option];
  const what = option === 'limits' ? 'limit' : 'timeout';
  if (!known.includes(name)) return describeUnknownName(what, name, known);
  if (isCount(value)) return null;
  return option === 'limits'
    ? createFault(value, 'a limit', 'Use a positive integer.')
    : createFault(value, 'a timeout', 'Use a positive integer, in milliseconds.');
}

/** The fault of a name that no option, limit or timeout has. */
export function describeUnknownName(what: string, name: string, known: readonly string[]): ValueFault {
  const near = suggestName(name, known);
  return {
    problem: `no ${what} has this name.`,
    remedy: near === '' ? `Use ${known.join(', ')}.` : near.trimEnd(),
  };
}
