// Checks the option `hooks`: a hook with a misspelt name would never run.
import { firstFault, isNot, isRecord, operationFault, type ArgumentFault } from './annotation-argument.js';
import { didYouMean } from './near-name.js';

const moments = ['before', 'after'] as const;
const members = ['allow', ...moments];
const remedy = 'Use [hooksFor(Pet, { before: { create: ... } }), ...].';

/** The first fault of a list of hooks. */
export function hookList(value: unknown): ArgumentFault | null {
  if (!Array.isArray(value)) return isNot(value, 'a list of hooks', remedy);
  return firstFault(value, hooksFault);
}

function hooksFault(value: unknown): ArgumentFault | null {
  if (!isRecord(value) || typeof value.entity !== 'function' || !isRecord(value.hooks))
    return isNot(value, 'the result of hooksFor()', remedy);
  const { hooks } = value;
  return (
    firstFault(Object.keys(hooks), unknownMember) ??
    (hooks.allow === undefined ? null : functionFault('allow', hooks.allow)) ??
    firstFault(moments, (moment) => momentFault(moment, hooks[moment]))
  );
}

function unknownMember(name: string): ArgumentFault | null {
  if (members.includes(name)) return null;
  return isNot(name, 'a member of hooks', `${didYouMean(name, members)}Use ${members.join(', ')}.`);
}

function momentFault(moment: string, value: unknown): ArgumentFault | null {
  if (value === undefined) return null;
  if (!isRecord(value)) return isNot(value, `an object of hooks for '${moment}'`, remedy);
  return firstFault(Object.entries(value), ([operation, hook]) => {
    if (hook === undefined) return null;
    return operationFault(operation) ?? functionFault(`${moment}.${operation}`, hook);
  });
}

function functionFault(name: string, value: unknown): ArgumentFault | null {
  return typeof value === 'function' ? null : isNot(value, 'a function', `Make ${name} a function.`);
}
