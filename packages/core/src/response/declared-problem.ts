// The author's own problems must be declared before they are thrown: the document lists every problem.
import { ApiError, type OwnProblem } from '../errors.js';
import type { Settings } from '../options.js';

/** The problem, or an `internal_error` in place of one of the author's own that is not declared. */
export type RequireDeclared = (problem: ApiError) => ApiError;

/** Knows the problems that the option `errors` declares. */
export function declaredOnly(errors: Settings['errors']): RequireDeclared {
  const declared = new Map(
    errors.flatMap((error) => (typeof error === 'string' ? [] : [[error.code, error]])),
  );
  return (problem) => {
    if (!problem.own || isSame(problem.own, declared.get(problem.code))) return problem;
    return new ApiError('internal_error', { cause: undeclared(problem) });
  };
}

function isSame(thrown: OwnProblem, declared: OwnProblem | undefined): boolean {
  if (thrown === declared) return true;
  return (
    declared?.status === thrown.status && declared.title === thrown.title && declared.type === thrown.type
  );
}

function undeclared({ code, status }: ApiError): Error {
  return new TypeError(
    `The problem '${code}' (${status}) was thrown, but the option 'errors' of createApi does not declare it so.`,
  );
}
