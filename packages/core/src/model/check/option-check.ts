// Checks the global options before anything uses them.
import { adviceModes, type ApiOptions, type Settings } from '../../options.js';
import { resolveSettings } from '../../option-defaults.js';
import { operations } from '../../vocabulary/operation.js';
import {
  checkBulkOperations,
  checkCacheDirectives,
  checkChoice,
  checkCountModes,
  checkDepth,
  checkOperation,
  checkRowLimit,
  isCount,
  isRecord,
} from '../problem/argument-check.js';
import { suggestName } from '../problem/suggestion.js';
import { checkDatabaseErrors } from './database-error-check.js';
import { checkIdempotency } from './idempotency-check.js';
import { collectValidMembers, describeUnknownName } from './limit-check.js';
import { isPathSegment } from './name-check.js';
import { checkProblemList } from '../resolve/problem-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { findFirstFault, createFault, type ValueFault } from '../problem/value-fault.js';

type OptionCheck = (value: unknown) => ValueFault | null;

/** One check per option: a new option does not compile without one. */
const optionChecks: Readonly<Record<keyof Required<ApiOptions>, OptionCheck>> = {
  defaultEagerLoad: checkBoolean,
  eagerLoadLimit: checkRowLimit,
  disableEagerLoadNonPagedOpt: checkBoolean,
  disableEagerLoadedEndpoints: checkBoolean,
  disablePagination: checkBoolean,
  minItemsPerPage: checkPageSize,
  maxItemsPerPage: checkPageSize,
  itemsPerPage: checkPageSize,
  unpagedLimit: checkRowLimit,
  allowClientIDs: checkBoolean,
  bulk: checkBulkOperations,
  defaultETag: (value) =>
    typeof value === 'boolean' || value === 'versioned'
      ? null
      : createFault(value, 'a choice of classes', "Use 'versioned', true or false."),
  requireIfMatch: checkBoolean,
  cacheControl: (value) => (value === null ? null : checkCacheDirectives(value)),
  defaultOperations: checkOperationList,
  shownSecrets: checkFieldNames,
  defaultFilterID: checkBoolean,
  where: checkBoolean,
  filterDepth: checkDepth,
  includeDepth: checkDepth,
  sparseFields: checkBoolean,
  cursorPagination: checkBoolean,
  totalCount: checkCountModes,
  cursorSecrets: checkSecrets,
  exportLimit: checkRowLimit,
  csvFormulas: (value) => checkChoice(value, ['keep', 'quote'], 'a treatment of formulas'),
  addEdgesToTags: checkBoolean,
  strictMutate: checkBoolean,
  returnMinimal: checkBoolean,
  listNotFound: checkBoolean,
  serverTiming: checkBoolean,
  advice: (value) => checkChoice(value, adviceModes, 'a mode of advice'),
  defaultSchema: (value) => (value === null ? null : checkChoice(value, ['any'], 'a schema for all values')),
  leaveOut: (value) => checkChoice(value, ['nothing', 'unservable'], 'a choice of what to leave out'),
  naming: checkNaming,
  paths: checkPathsByClass,
  policies: checkPolicyList,
  sessionSettings: (value) =>
    value === null || typeof value === 'function'
      ? null
      : createFault(value, 'a function', "Use ({ state }) => ({ 'app.tenant': ... })."),
  hooks: checkHookList,
  idempotency: checkIdempotency,
  errors: checkProblemList,
  constraints: checkConstraintNotes,
  databaseErrors: checkDatabaseErrors,
  limits: (value) =>
    isRecord(value) ? null : createFault(value, 'an object', 'Use { listLength: 100, ... }.'),
  timeouts: (value) =>
    isRecord(value) ? null : createFault(value, 'an object', 'Use { acquireMs: 5000, ... }.'),
  logger: checkLogger,
};

/** The settings, with the default for each invalid option, so that no later pass reports it again. */
export function checkOptions(options: ApiOptions, problems: SchemaProblems): Settings {
  const sound = Object.entries(options).filter(([name, value]) => isValidOption(name, value, problems));
  const limits = collectValidMembers('limits', options.limits, problems);
  const timeouts = collectValidMembers('timeouts', options.timeouts, problems);
  const settings = resolveSettings({ ...Object.fromEntries(sound), limits, timeouts });
  return hasOrderedPages(settings) ? settings : useDefaultPages(settings, problems);
}

function isValidOption(name: string, value: unknown, problems: SchemaProblems): boolean {
  if (value === undefined) return false;
  const known = Object.keys(optionChecks);
  const check = Object.hasOwn(optionChecks, name) ? optionChecks[name as keyof ApiOptions] : undefined;
  const fault = check ? check(value) : describeUnknownName('option', name, known);
  if (fault) problems.add({ entity: 'options', member: name, ...fault });
  return fault === null;
}

function hasOrderedPages({ minItemsPerPage, itemsPerPage, maxItemsPerPage }: Settings): boolean {
  return minItemsPerPage <= itemsPerPage && itemsPerPage <= maxItemsPerPage;
}

function useDefaultPages(settings: Settings, problems: SchemaProblems): Settings {
  const { minItemsPerPage, itemsPerPage, maxItemsPerPage } = settings;
  problems.add({
    entity: 'options',
    member: 'itemsPerPage',
    problem: `the page sizes are ${minItemsPerPage} (min), ${itemsPerPage} (default) and ${maxItemsPerPage} (max).`,
    remedy: 'Use minItemsPerPage <= itemsPerPage <= maxItemsPerPage.',
  });
  const defaults = resolveSettings({});
  return {
    ...settings,
    minItemsPerPage: defaults.minItemsPerPage,
    itemsPerPage: defaults.itemsPerPage,
    maxItemsPerPage: defaults.maxItemsPerPage,
  };
}

function checkBoolean(value: unknown): ValueFault | null {
  return typeof value === 'boolean' ? null : createFault(value, 'a boolean', 'Use true or false.');
}

function checkPageSize(value: unknown): ValueFault | null {
  return isCount(value) ? null : createFault(value, 'a page size', 'Use a positive integer.');
}

/** The fault does not repeat the value: it is secret. */
function checkSecrets(value: unknown): ValueFault | null {
  const fits =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((secret) => typeof secret === 'string' && secret.length >= 16);
  if (fits) return null;
  return {
    problem: 'it is not a list of secrets.',
    remedy: 'Use a list of texts of at least 16 characters; the first seals.',
  };
}

function checkOperationList(value: unknown): ValueFault | null {
  const remedy = `Name at least one of ${operations.join(', ')}, or leave the option out.`;
  if (!Array.isArray(value)) return createFault(value, 'a list of operations', remedy);
  if (value.length === 0) return { problem: 'an empty list allows no operation.', remedy };
  return value.map(checkOperation).find((fault) => fault !== null) ?? null;
}

function checkFieldNames(value: unknown): ValueFault | null {
  const remedy = "Use a list of fields, such as ['Link.token'].";
  if (!Array.isArray(value)) return createFault(value, 'a list of fields', remedy);
  return findFirstFault(value, (name) =>
    typeof name === 'string' && /^[^.]+\.[^.]+$/.test(name)
      ? null
      : createFault(name, 'a field of a class', remedy),
  );
}

function checkNaming(value: unknown): ValueFault | null {
  if (value === 'declared' || value === 'snake_case') return null;
  return createFault(value, 'a naming style', "Use 'declared' or 'snake_case'.");
}

function checkPathsByClass(value: unknown): ValueFault | null {
  const remedy = "Use one path segment per class, such as { BlogPost: 'articles' }.";
  if (!isRecord(value)) return createFault(value, 'an object', remedy);
  const bad = Object.values(value).find((path) => typeof path !== 'string' || !isPathSegment(path));
  return bad === undefined ? null : createFault(bad, 'a valid path segment', remedy);
}

function checkConstraintNotes(value: unknown): ValueFault | null {
  const remedy = "Use { CHK_stock: { pointer: '/stock', detail: 'must not be negative' } }.";
  if (!isRecord(value)) return createFault(value, 'an object', remedy);
  return findFirstFault(Object.values(value), (note) => {
    if (!isRecord(note)) return createFault(note, 'a note on a constraint', remedy);
    const { pointer = '', detail = '-', ...others } = note;
    if (typeof pointer !== 'string' || !/^(?:\/.*)?$/s.test(pointer))
      return createFault(pointer, 'a JSON Pointer', remedy);
    if (typeof detail !== 'string' || detail.trim() === '')
      return createFault(detail, 'a non-empty string', remedy);
    const [other] = Object.keys(others);
    return other === undefined ? null : createFault(other, 'a member of a note', remedy);
  });
}

function checkPolicyList(value: unknown): ValueFault | null {
  const remedy = 'Use [policyFor(Pet, ...), ...].';
  if (!Array.isArray(value)) return createFault(value, 'a list of policies', remedy);
  const bad = value.findIndex((policy: unknown) => !isPolicy(policy));
  return bad === -1 ? null : createFault(value[bad], 'a policy', remedy);
}

function isPolicy(value: unknown): boolean {
  return isRecord(value) && typeof value.entity === 'function' && typeof value.rows === 'function';
}

function checkLogger(value: unknown): ValueFault | null {
  const fits = isRecord(value) && typeof value.error === 'function' && typeof value.warn === 'function';
  return fits ? null : { problem: 'it is not a logger.', remedy: 'Use an object with error() and warn().' };
}

const moments = ['before', 'after'] as const;
const hookMembers = ['allow', ...moments];
const hooksRemedy = 'Use [hooksFor(Pet, { before: { create: ... } }), ...].';

/** A hook with a misspelt name would never run. */
function checkHookList(value: unknown): ValueFault | null {
  if (!Array.isArray(value)) return createFault(value, 'a list of hooks', hooksRemedy);
  return findFirstFault(value, checkEntityHooks);
}

function checkEntityHooks(value: unknown): ValueFault | null {
  if (!isRecord(value) || typeof value.entity !== 'function' || !isRecord(value.hooks))
    return createFault(value, 'the result of hooksFor()', hooksRemedy);
  const { hooks } = value;
  return (
    findFirstFault(Object.keys(hooks), checkHookMember) ??
    (hooks.allow === undefined ? null : checkFunction('allow', hooks.allow)) ??
    findFirstFault(moments, (moment) => checkMoment(moment, hooks[moment]))
  );
}

function checkHookMember(name: string): ValueFault | null {
  if (hookMembers.includes(name)) return null;
  return createFault(
    name,
    'a member of hooks',
    `${suggestName(name, hookMembers)}Use ${hookMembers.join(', ')}.`,
  );
}

function checkMoment(moment: string, value: unknown): ValueFault | null {
  if (value === undefined) return null;
  if (!isRecord(value)) return createFault(value, `an object of hooks for '${moment}'`, hooksRemedy);
  return findFirstFault(Object.entries(value), ([operation, hook]) => {
    if (hook === undefined) return null;
    return checkOperation(operation) ?? checkFunction(`${moment}.${operation}`, hook);
  });
}

function checkFunction(name: string, value: unknown): ValueFault | null {
  return typeof value === 'function' ? null : createFault(value, 'a function', `Make ${name} a function.`);
}
