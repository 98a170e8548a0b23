// Checks and resolves the option `errors`: the declared problems, and the routes that may answer with each.
import {
  problemStatus,
  problemTitles,
  type DeclaredProblem,
  type OwnProblem,
  type ProblemCode,
} from '../../errors.js';
import type { Settings } from '../../options.js';
import { isRecord, checkOperation } from '../problem/argument-check.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { suggestName } from '../problem/suggestion.js';
import { findFirstFault, createFault, inspectValue, type ValueFault } from '../problem/value-fault.js';
import type { Route } from '../route-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { checkClasses, isOrExtends } from './class-hierarchy.js';

type Declaration = OwnProblem | ProblemCode;
type ProblemRoute = Pick<Route, 'entity' | 'subject' | 'operation'>;

/** The codes of the declared problems that a route may answer with. */
export type ProblemsOf = (route: ProblemRoute) => readonly string[];

/**
 * The problems of the options `errors` and `databaseErrors`, each once. Reports a code that stands for two problems.
 */
export function listDeclarations(
  { errors, databaseErrors }: Pick<Settings, 'errors' | 'databaseErrors'>,
  problems: SchemaProblems,
): readonly Declaration[] {
  const declared = new Map(errors.map((error) => [getCode(error), error]));
  for (const { problem } of databaseErrors) {
    const known = declared.get(getCode(problem));
    if (known === undefined) declared.set(getCode(problem), problem);
    else if (!isSameProblem(known, problem))
      problems.add({
        entity: 'options',
        member: 'databaseErrors',
        problem: `the problem '${getCode(problem)}' is declared twice, with another status, title or type.`,
        remedy: 'Use one declaration for both.',
      });
  }
  return [...declared.values()];
}

function getCode(error: Declaration): string {
  return typeof error === 'string' ? error : error.code;
}

/** Whether two declarations stand for the same problem. */
export function isSameProblem(one: Declaration, other: Declaration): boolean {
  if (one === other) return true;
  if (typeof one === 'string' || typeof other === 'string') return false;
  return one.status === other.status && one.title === other.title && one.type === other.type;
}

/** The declared problems with status and title. */
export function createDeclaredProblems(errors: readonly Declaration[]): readonly DeclaredProblem[] {
  return errors.map((error) => {
    if (typeof error === 'string')
      return { code: error, status: problemStatus[error], title: problemTitles[error] };
    const { code, status, title } = error;
    return { code, status, title };
  });
}

/** Assigns problems to entities. Reports classes that no entity is or extends. */
export function resolveRouteProblems(
  errors: readonly Declaration[],
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): ProblemsOf {
  const tests = errors.map((error) => createDeclarationTest(error, scanned, problems));
  return (route) => tests.flatMap(({ code, fits }) => (fits(route) ? [code] : []));
}

function createDeclarationTest(
  error: Declaration,
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
) {
  if (typeof error === 'string') return { code: error, fits: () => true };
  const { code, operations, entities } = error;
  const classes = entities?.map((entity) => ({ entity }));
  if (classes) checkClasses({ option: 'errors', classes }, scanned, problems);
  const names =
    classes &&
    new Set(
      scanned.filter((one) => classes.some(({ entity }) => isOrExtends(one, entity))).map(({ name }) => name),
    );
  const fits = ({ entity, subject, operation }: ProblemRoute) =>
    (operations?.includes(operation) ?? true) &&
    (names ? names.has(entity.name) || names.has(subject.name) : true);
  return { code, fits };
}

const members = ['code', 'status', 'title', 'type', 'operations', 'entities'];
const remedy = "Use [{ code: 'sold_out', status: 409, title: 'Sold out' }, 'unauthorized', ...].";

/** The first fault of a list of problems. */
export function checkProblemList(value: unknown): ValueFault | null {
  if (!Array.isArray(value)) return createFault(value, 'a list of problems', remedy);
  const codes = value.map((one: unknown) => (isRecord(one) ? one.code : one));
  const duplicate = codes.find((code, at) => codes.indexOf(code) !== at);
  return (
    findFirstFault(value, checkProblem) ??
    (duplicate === undefined
      ? null
      : { problem: `${inspectValue(duplicate)} is listed twice.`, remedy: 'Remove one of them.' })
  );
}

/** The fault of one problem: a code of the catalogue, or one of the author's. */
export function checkProblem(value: unknown): ValueFault | null {
  if (typeof value === 'string') return checkBuiltInCode(value);
  if (!isRecord(value)) return createFault(value, 'a problem', remedy);
  const { code, status, title, type } = value;
  return (
    findFirstFault(Object.keys(value), checkProblemMember) ??
    checkCode(code) ??
    (isErrorStatus(status)
      ? null
      : createFault(status, 'an error status', 'Use an integer from 400 to 599.')) ??
    (isText(title) ? null : createFault(title, 'a title', 'Use a short string that does not vary.')) ??
    (type === undefined || isUri(type)
      ? null
      : createFault(type, 'a URI', "Use one such as 'https://example.com/sold-out'.")) ??
    findFirstFault(toNonEmptyList(value.operations), checkOperation) ??
    findFirstFault(toNonEmptyList(value.entities), checkClass)
  );
}

function checkBuiltInCode(code: string): ValueFault | null {
  const known = Object.keys(problemTitles);
  if (known.includes(code)) return null;
  return createFault(
    code,
    'a built-in code',
    `${suggestName(code, known)}Use { code, status, title } for one of your own.`,
  );
}

function checkProblemMember(name: string): ValueFault | null {
  if (members.includes(name)) return null;
  return createFault(
    name,
    'a member of a problem',
    `${suggestName(name, members)}Use ${members.join(', ')}.`,
  );
}

function checkCode(code: unknown): ValueFault | null {
  if (typeof code !== 'string' || !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code))
    return createFault(code, 'a code', "Use lower-case words with underscores, such as 'sold_out'.");
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
function toNonEmptyList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value.length > 0 ? value : [value];
}

function checkClass(value: unknown): ValueFault | null {
  return typeof value === 'function'
    ? null
    : createFault(value, 'a list of classes', 'Use [Pet, ...], or leave it out.');
}
