// Checks the option `databaseErrors`: conditions, and the problem to which each rule maps.
import { checkProblem } from '../resolve/problem-model.js';
import { detailReferences } from '../resolve/database-error-model.js';
import { isRecord } from '../problem/argument-check.js';
import { suggestName } from '../problem/suggestion.js';
import { createFault, findFirstFault, type ValueFault } from '../problem/value-fault.js';

const conditions = ['sqlState', 'number', 'constraint', 'message'] as const;
const members = [...conditions, 'problem', 'detail', 'pointer'];
const remedy =
  "Use [{ sqlState: 'P0001', message: /^over budget/, problem: { code: 'over_budget', status: 409, title: 'Over budget' } }].";

/** The first fault of a list of rules. */
export function checkDatabaseErrors(value: unknown): ValueFault | null {
  if (!Array.isArray(value)) return createFault(value, 'a list of rules for database errors', remedy);
  return findFirstFault(value, checkRule);
}

function checkRule(rule: unknown): ValueFault | null {
  if (!isRecord(rule)) return createFault(rule, 'a rule for database errors', remedy);
  return (
    findFirstFault(Object.keys(rule), checkMember) ??
    (conditions.some((condition) => rule[condition] !== undefined)
      ? null
      : { problem: 'a rule without a condition matches every error.', remedy }) ??
    findFirstFault(conditions, (condition) =>
      rule[condition] === undefined ? null : conditionChecks[condition](rule[condition]),
    ) ??
    checkProblem(rule.problem) ??
    checkPointer(rule.pointer) ??
    checkDetail(rule.detail, rule.message)
  );
}

function checkMember(name: string): ValueFault | null {
  if (members.includes(name)) return null;
  return createFault(
    name,
    'a member of a rule for database errors',
    `${suggestName(name, members)}Use ${members.join(', ')}.`,
  );
}

const conditionChecks: Readonly<Record<(typeof conditions)[number], (value: unknown) => ValueFault | null>> =
  {
    sqlState: (value) =>
      typeof value === 'string' && /^[0-9A-Z]{5}$/.test(value)
        ? null
        : createFault(value, 'a SQLSTATE', "Use five digits or capital letters, such as 'P0001' or '45000'."),
    number: (value) =>
      Number.isInteger(value) && Number(value) > 0
        ? null
        : createFault(value, 'an error number', 'Use that of MySQL or MariaDB, such as 1644.'),
    constraint: (value) => checkText(value, 'the name of a constraint'),
    message: (value) =>
      value instanceof RegExp
        ? null
        : checkText(value, 'a message', 'Use its text, or a regular expression.'),
  };

function checkText(value: unknown, what: string, how = 'Use a non-empty string.'): ValueFault | null {
  return typeof value === 'string' && value.trim() !== '' ? null : createFault(value, what, how);
}

function checkPointer(pointer: unknown): ValueFault | null {
  if (pointer === undefined || (typeof pointer === 'string' && /^(?:\/.*)?$/s.test(pointer))) return null;
  return createFault(pointer, 'a JSON Pointer', remedy);
}

/** A reference to nothing would be sent as a gap in the sentence. */
function checkDetail(detail: unknown, message: unknown): ValueFault | null {
  if (detail === undefined) return null;
  if (typeof detail !== 'string') return checkText(detail, 'a non-empty string');
  const unknown = [...detail.matchAll(detailReferences)].find(
    ([whole, at, name]) => !hasGroup(message, { whole, at, name }),
  );
  return unknown
    ? createFault(unknown[0], 'a group of the message', 'Refer to a group of its pattern.')
    : checkText(detail, 'a non-empty string');
}

/** A reference of a detail: `$&`, `$1`, `$<name>`. */
interface Reference {
  readonly whole: string;
  readonly at: string | undefined;
  readonly name: string | undefined;
}

function hasGroup(message: unknown, { whole, at, name }: Reference): boolean {
  if (whole === '$&') return message !== undefined;
  if (!(message instanceof RegExp)) return false;
  // An alternative that always matches has the groups of the pattern.
  const groups = new RegExp(`${message.source}|`, message.flags).exec('');
  return at === undefined
    ? Object.hasOwn(groups?.groups ?? {}, name ?? '')
    : Number(at) < (groups?.length ?? 0);
}
