// Checks the option `errors`: the problems must be valid, and their codes unique.
import { problemTitles } from '../errors.js';
import { isRecord, operationFault } from './annotation-argument.js';
import { didYouMean } from './near-name.js';
import { firstFault, isNot, shown, type ArgumentFault } from './value-fault.js';

const members = ['code', 'status', 'title', 'type', 'operations', 'entities'];
const remedy = "Use [{ code: 'sold_out', status: 409, title: 'Sold out' }, 'unauthorized', ...].";

/** The first fault of a list of problems. */
export function problemList(value: unknown): ArgumentFault | null {
  if (!Array.isArray(value)) return isNot(value, 'a list of problems', remedy);
  const codes = value.map((one: unknown) => (isRecord(one) ? one.code : one));
  const duplicate = codes.find((code, at) => codes.indexOf(code) !== at);
  return (
    firstFault(value, problemFault) ??
    (duplicate === undefined
      ? null
      : { problem: `${shown(duplicate)} is listed twice.`, remedy: 'Remove one of them.' })
  );
}

function problemFault(value: unknown): ArgumentFault | null {
  if (typeof value === 'string') return catalogueFault(value);
  if (!isRecord(value)) return isNot(value, 'a problem', remedy);
  const { code, status, title, type } = value;
  return (
    firstFault(Object.keys(value), unknownMember) ??
    codeFault(code) ??
    (isErrorStatus(status) ? null : isNot(status, 'an error status', 'Use an integer from 400 to 599.')) ??
    (isText(title) ? null : isNot(title, 'a title', 'Use a short string that does not vary.')) ??
    (type === undefined || isUri(type)
      ? null
      : isNot(type, 'a URI', "Use one such as 'https://example.com/sold-out'.")) ??
    firstFault(listOf(value.operations), operationFault) ??
    firstFault(listOf(value.entities), classFault)
  );
}

function catalogueFault(code: string): ArgumentFault | null {
  const known = Object.keys(problemTitles);
  if (known.includes(code)) return null;
  return isNot(
    code,
    'a built-in code',
    `${didYouMean(code, known)}Use { code, status, title } for one of your own.`,
  );
}

function unknownMember(name: string): ArgumentFault | null {
  if (members.includes(name)) return null;
  return isNot(name, 'a member of a problem', `${didYouMean(name, members)}Use ${members.join(', ')}.`);
}

function codeFault(code: unknown): ArgumentFault | null {
  if (typeof code !== 'string' || !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code))
    return isNot(code, 'a code', "Use lower-case words with underscores, such as 'sold_out'.");
  if (!Object.hasOwn(problemTitles, code)) return null;
  return {
    problem: `'${code}' is a built-in code.`,
    remedy: `Use another code, or list the plain string '${code}'.`,
  };
}

function isErrorStatus(status: unknown): boolean {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value);
}

/** The values to check one by one. A value other than a non-empty list is checked itself, and so rejected. */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value.length > 0 ? value : [value];
}

function classFault(value: unknown): ArgumentFault | null {
  return typeof value === 'function'
    ? null
    : isNot(value, 'a list of classes', 'Use [Pet, ...], or leave it out.');
}
