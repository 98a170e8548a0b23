// Resolves the option `errors`: the declared problems, and the routes that may answer with each.
import {
  problemStatus,
  problemTitles,
  type DeclaredProblem,
  type OwnProblem,
  type ProblemCode,
} from '../errors.js';
import { checkClasses, isOrExtends } from './class-kinship.js';
import type { Route } from './route-model.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

type Declaration = OwnProblem | ProblemCode;
type Declaring = Pick<Route, 'entity' | 'subject' | 'operation'>;

/** The codes of the declared problems that a route may answer with. */
export type ProblemsOf = (route: Declaring) => readonly string[];

/** The declared problems with status and title. */
export function declaredProblems(errors: readonly Declaration[]): readonly DeclaredProblem[] {
  return errors.map((error) => {
    if (typeof error === 'string')
      return { code: error, status: problemStatus[error], title: problemTitles[error] };
    const { code, status, title } = error;
    return { code, status, title };
  });
}

/** Assigns problems to entities. Reports classes that no entity is or extends. */
export function problemsByRoute(
  errors: readonly Declaration[],
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): ProblemsOf {
  const tests = errors.map((error) => declarationTest(error, scanned, problems));
  return (route) => tests.flatMap(({ code, fits }) => (fits(route) ? [code] : []));
}

function declarationTest(error: Declaration, scanned: readonly ScannedEntity[], problems: SchemaProblems) {
  if (typeof error === 'string') return { code: error, fits: () => true };
  const { code, operations, entities } = error;
  const classes = entities?.map((entity) => ({ entity }));
  if (classes) checkClasses({ option: 'errors', given: classes }, scanned, problems);
  const names =
    classes &&
    new Set(
      scanned.filter((one) => classes.some(({ entity }) => isOrExtends(one, entity))).map(({ name }) => name),
    );
  const fits = ({ entity, subject, operation }: Declaring) =>
    (operations?.includes(operation) ?? true) &&
    (names ? names.has(entity.name) || names.has(subject.name) : true);
  return { code, fits };
}
