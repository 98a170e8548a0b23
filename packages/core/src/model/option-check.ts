// Checks the global options before anything uses them.
import { settingsOf, type ApiOptions, type Limits, type Settings, type Timeouts } from '../options.js';
import { operations } from '../vocabulary/operation.js';
import { isRecord, operationFault } from './annotation-argument.js';
import { didYouMean } from './near-name.js';
import { isPathSegment } from './name-check.js';
import { problemList } from './problem-check.js';
import type { SchemaProblems } from './schema-problems.js';
import { firstFault, isNot, type ArgumentFault } from './value-fault.js';

type OptionCheck = (value: unknown) => ArgumentFault | null;

/** One check per option: a new option does not compile without one. */
const optionChecks: Readonly<Record<keyof Required<ApiOptions>, OptionCheck>> = {
  defaultEagerLoad: flag,
  eagerLoadLimit: limit,
  disableEagerLoadNonPagedOpt: flag,
  disableEagerLoadedEndpoints: flag,
  disablePagination: flag,
  minItemsPerPage: count,
  maxItemsPerPage: count,
  itemsPerPage: count,
  unpagedLimit: limit,
  allowClientIDs: flag,
  defaultOperations: operationList,
  defaultFilterID: flag,
  addEdgesToTags: flag,
  strictMutate: flag,
  listNotFound: flag,
  serverTiming: flag,
  naming: namingStyle,
  paths: pathsByClass,
  policies: policyList,
  hooks: hookList,
  errors: problemList,
  constraints: constraintNotes,
  limits: (value) => (isRecord(value) ? null : isNot(value, 'an object', 'Use { listLength: 100, ... }.')),
  timeouts: (value) => (isRecord(value) ? null : isNot(value, 'an object', 'Use { acquireMs: 5000, ... }.')),
  logger,
};

const limitNames: Readonly<Record<keyof Limits, true>> = {
  listLength: true,
  filters: true,
  valueLength: true,
  bodySize: true,
  jsonDepth: true,
  offset: true,
  responseBytes: true,
};

const timeoutNames: Readonly<Record<keyof Timeouts, true>> = { acquireMs: true, statementMs: true };

/** Options whose members are numbers, with the names of the members. */
const numericOptions = { limits: Object.keys(limitNames), timeouts: Object.keys(timeoutNames) };

/** The settings, with the default for each invalid option, so that no later pass reports it again. */
export function checkedSettings(options: ApiOptions, problems: SchemaProblems): Settings {
  const sound = Object.entries(options).filter(([name, value]) => isSound(name, value, problems));
  const limits = soundMembers('limits', options.limits, problems);
  const timeouts = soundMembers('timeouts', options.timeouts, problems);
  const settings = settingsOf({ ...Object.fromEntries(sound), limits, timeouts });
  return pagesInOrder(settings) ? settings : withDefaultPages(settings, problems);
}

function isSound(name: string, value: unknown, problems: SchemaProblems): boolean {
  if (value === undefined) return false;
  const known = Object.keys(optionChecks);
  const check = Object.hasOwn(optionChecks, name) ? optionChecks[name as keyof ApiOptions] : undefined;
  const fault = check ? check(value) : unknownName('option', name, known);
  if (fault) problems.add({ entity: 'options', member: name, ...fault });
  return fault === null;
}

/** The valid members of an option whose members are numbers. */
function soundMembers(
  option: keyof typeof numericOptions,
  given: object | undefined,
  problems: SchemaProblems,
): Record<string, number> {
  const sound: Record<string, number> = {};
  for (const [name, value] of Object.entries({ ...given })) {
    if (value === undefined) continue;
    const fault = memberFault(option, name, value);
    if (fault) problems.add({ entity: 'options', member: `${option}.${name}`, ...fault });
    else sound[name] = Number(value);
  }
  return sound;
}

function memberFault(
  option: keyof typeof numericOptions,
  name: string,
  value: unknown,
): ArgumentFault | null {
  const known = numericOptions[option];
  const what = option === 'limits' ? 'limit' : 'timeout';
  if (!known.includes(name)) return unknownName(what, name, known);
  if (isCount(value)) return null;
  return option === 'limits'
    ? isNot(value, 'a limit', 'Use a positive integer.')
    : isNot(value, 'a timeout', 'Use a positive integer, in milliseconds.');
}

function unknownName(what: string, name: string, known: readonly string[]): ArgumentFault {
  const near = didYouMean(name, known);
  return {
    problem: `no ${what} has this name.`,
    remedy: near === '' ? `Use ${known.join(', ')}.` : near.trimEnd(),
  };
}

function pagesInOrder({ minItemsPerPage, itemsPerPage, maxItemsPerPage }: Settings): boolean {
  return minItemsPerPage <= itemsPerPage && itemsPerPage <= maxItemsPerPage;
}

function withDefaultPages(settings: Settings, problems: SchemaProblems): Settings {
  const { minItemsPerPage, itemsPerPage, maxItemsPerPage } = settings;
  problems.add({
    entity: 'options',
    member: 'itemsPerPage',
    problem: `the page sizes are ${minItemsPerPage} (min), ${itemsPerPage} (default) and ${maxItemsPerPage} (max).`,
    remedy: 'Use minItemsPerPage <= itemsPerPage <= maxItemsPerPage.',
  });
  const defaults = settingsOf({});
  return {
    ...settings,
    minItemsPerPage: defaults.minItemsPerPage,
    itemsPerPage: defaults.itemsPerPage,
    maxItemsPerPage: defaults.maxItemsPerPage,
  };
}

function flag(value: unknown): ArgumentFault | null {
  return typeof value === 'boolean' ? null : isNot(value, 'a boolean', 'Use true or false.');
}

function count(value: unknown): ArgumentFault | null {
  return isCount(value) ? null : isNot(value, 'a page size', 'Use a positive integer.');
}

function limit(value: unknown): ArgumentFault | null {
  if (value === -1 || isCount(value)) return null;
  return isNot(value, 'a limit', 'Use a positive integer, or -1 for no limit.');
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

function operationList(value: unknown): ArgumentFault | null {
  const remedy = `Name at least one of ${operations.join(', ')}, or leave the option out.`;
  if (!Array.isArray(value)) return isNot(value, 'a list of operations', remedy);
  if (value.length === 0) return { problem: 'an empty list allows no operation.', remedy };
  return value.map(operationFault).find((fault) => fault !== null) ?? null;
}

function namingStyle(value: unknown): ArgumentFault | null {
  if (value === 'declared' || value === 'snake_case') return null;
  return isNot(value, 'a naming style', "Use 'declared' or 'snake_case'.");
}

function pathsByClass(value: unknown): ArgumentFault | null {
  const remedy = "Use one path segment per class, such as { BlogPost: 'articles' }.";
  if (!isRecord(value)) return isNot(value, 'an object', remedy);
  const bad = Object.values(value).find((path) => typeof path !== 'string' || !isPathSegment(path));
  return bad === undefined ? null : isNot(bad, 'a valid path segment', remedy);
}

function constraintNotes(value: unknown): ArgumentFault | null {
  const remedy = "Use { CHK_stock: { pointer: '/stock', detail: 'must not be negative' } }.";
  if (!isRecord(value)) return isNot(value, 'an object', remedy);
  return firstFault(Object.values(value), (note) => {
    if (!isRecord(note)) return isNot(note, 'a note on a constraint', remedy);
    const { pointer = '', detail = '-', ...others } = note;
    if (typeof pointer !== 'string' || !/^(?:\/.*)?$/s.test(pointer))
      return isNot(pointer, 'a JSON Pointer', remedy);
    if (typeof detail !== 'string' || detail.trim() === '')
      return isNot(detail, 'a non-empty string', remedy);
    const [other] = Object.keys(others);
    return other === undefined ? null : isNot(other, 'a member of a note', remedy);
  });
}

function policyList(value: unknown): ArgumentFault | null {
  const remedy = 'Use [policyFor(Pet, ...), ...].';
  if (!Array.isArray(value)) return isNot(value, 'a list of policies', remedy);
  const bad = value.findIndex((policy: unknown) => !isPolicy(policy));
  return bad === -1 ? null : isNot(value[bad], 'a policy', remedy);
}

function isPolicy(value: unknown): boolean {
  return isRecord(value) && typeof value.entity === 'function' && typeof value.rows === 'function';
}

function logger(value: unknown): ArgumentFault | null {
  const fits = isRecord(value) && typeof value.error === 'function' && typeof value.warn === 'function';
  return fits ? null : { problem: 'it is not a logger.', remedy: 'Use an object with error() and warn().' };
}

const moments = ['before', 'after'] as const;
const hookMembers = ['allow', ...moments];
const hooksRemedy = 'Use [hooksFor(Pet, { before: { create: ... } }), ...].';

/** A hook with a misspelt name would never run. */
function hookList(value: unknown): ArgumentFault | null {
  if (!Array.isArray(value)) return isNot(value, 'a list of hooks', hooksRemedy);
  return firstFault(value, hooksFault);
}

function hooksFault(value: unknown): ArgumentFault | null {
  if (!isRecord(value) || typeof value.entity !== 'function' || !isRecord(value.hooks))
    return isNot(value, 'the result of hooksFor()', hooksRemedy);
  const { hooks } = value;
  return (
    firstFault(Object.keys(hooks), unknownMember) ??
    (hooks.allow === undefined ? null : functionFault('allow', hooks.allow)) ??
    firstFault(moments, (moment) => momentFault(moment, hooks[moment]))
  );
}

function unknownMember(name: string): ArgumentFault | null {
  if (hookMembers.includes(name)) return null;
  return isNot(name, 'a member of hooks', `${didYouMean(name, hookMembers)}Use ${hookMembers.join(', ')}.`);
}

function momentFault(moment: string, value: unknown): ArgumentFault | null {
  if (value === undefined) return null;
  if (!isRecord(value)) return isNot(value, `an object of hooks for '${moment}'`, hooksRemedy);
  return firstFault(Object.entries(value), ([operation, hook]) => {
    if (hook === undefined) return null;
    return operationFault(operation) ?? functionFault(`${moment}.${operation}`, hook);
  });
}

function functionFault(name: string, value: unknown): ArgumentFault | null {
  return typeof value === 'function' ? null : isNot(value, 'a function', `Make ${name} a function.`);
}
