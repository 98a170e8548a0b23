// Resolves the option `errors`: the declared problems, and the routes that may answer with each.
import {
  problemStatus,
  problemTitles,
  type DeclaredProblem,
  type OwnProblem,
  type ProblemCode,
} from '../../errors.js';
import { checkClasses, isOrExtends } from './class-hierarchy.js';
import type { Route } from '../route-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

type Declaration = OwnProblem | ProblemCode;
type ProblemRoute = Pick<Route, 'entity' | 'subject' | 'operation'>;

/** The codes of the declared problems that a route may answer with. */
export type ProblemsOf = (route: ProblemRoute) => readonly string[];

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
