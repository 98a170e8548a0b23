// Custom problems must be declared in the option `errors`, so that the OpenAPI document lists every problem.
import { ApiError, type OwnProblem } from '../errors.js';
import type { Settings } from '../options.js';

/** Returns the problem, or an `internal_error` in place of a custom problem that is not declared. */
export type RequireDeclared = (problem: ApiError) => ApiError;

/** Builds the check from the option `errors`. */
export function createDeclaredCheck(errors: Settings['errors']): RequireDeclared {
  const declared = new Map(
    errors.flatMap((error) => (typeof error === 'string' ? [] : [[error.code, error]])),
  );
  return (problem) => {
    if (!problem.own || isSame(problem.own, declared.get(problem.code))) return problem;
    return new ApiError('internal_error', { cause: createUndeclaredError(problem) });
  };
}

function isSame(thrown: OwnProblem, declared: OwnProblem | undefined): boolean {
  if (thrown === declared) return true;
  return (
    declared?.status === thrown.status && declared.title === thrown.title && declared.type === thrown.type
  );
}

function createUndeclaredError({ code, status }: ApiError): Error {
  return new TypeError(
    `The problem '${code}' (${status}) was thrown, but the option 'errors' of createApi does not declare it with this status, title and type.`,
  );
}
