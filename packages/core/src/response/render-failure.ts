// An error of any stage -> its answer: what it means for the client, what the log records, the problem document.
import { ApiError, type OwnProblem } from '../errors.js';
import { DatabaseError } from '../execute/database-error.js';
import type { ConstraintModel } from '../model/resolve/constraint-model.js';
import type { Logger, Settings } from '../options.js';
import type { RouteMatch } from '../request/route-table.js';
import { shortenName } from '../vocabulary/wording.js';
import type { ApiResponse } from './api-response.js';
import { toApiError } from './database-problem.js';
import { logFailure, type FailedRequest } from './failure-log.js';
import { asApiError, renderProblem } from './render-problem.js';

/** Logs a failure and renders its problem document (RFC 9457). */
export type RenderFailure = (error: unknown, failed: FailedRequest) => ApiResponse;

/** Where failures are logged, which problems and constraints are declared. */
interface FailureSettings {
  readonly settings: { readonly logger: Logger; readonly errors: Settings['errors'] };
  readonly constraints: ConstraintModel;
}

/** Builds the renderer of failures, once. */
export function createFailureRenderer({ settings, constraints }: FailureSettings): RenderFailure {
  const requireDeclared = createDeclaredCheck(settings.errors);
  return (error, failed) => {
    const problem = asApiError(translateDatabaseError(error, failed.match, constraints));
    const detailed = requireDeclared(addDetail(problem, failed.match));
    logFailure(settings.logger, detailed, failed);
    return renderProblem(detailed, failed.request);
  };
}

/** The meaning of a database error on the route where it occurred; other errors as they are. */
function translateDatabaseError(error: unknown, match: RouteMatch, constraints: ConstraintModel): unknown {
  if (!(error instanceof DatabaseError) || match.kind !== 'route') return error;
  const { entity, operation } = match.route;
  return toApiError(error, { entity, operation, constraints });
}

/** Adds details: a 404 names the entity, the same for missing and hidden rows, a 405 the methods of the path. */
function addDetail(problem: ApiError, match: RouteMatch): ApiError {
  if (problem.code === 'method_not_allowed' && problem.detail === undefined)
    return addAllowedMethods(problem);
  if (problem.code !== 'not_found' || problem.detail !== undefined) return problem;
  return new ApiError('not_found', { detail: describeMissing(match), headers: problem.headers });
}

function addAllowedMethods({ headers }: ApiError): ApiError {
  const { allow } = headers;
  if (allow === undefined) return new ApiError('method_not_allowed', { headers });
  return new ApiError('method_not_allowed', { detail: `The methods of this path are ${allow}.`, headers });
}

function describeMissing(match: RouteMatch): string {
  if (match.kind !== 'route' || !match.route.mounted || match.id === '') return 'Nothing is at this path.';
  const { entity, edge } = match.route;
  const named = `${entity.name} ${shortenName(match.id)}`;
  return edge?.unique ? `There is no ${named}, or its ${edge.name} is empty.` : `There is no ${named}.`;
}

/** Returns the problem, or an `internal_error` in place of a custom problem that is not declared. */
type RequireDeclared = (problem: ApiError) => ApiError;

/** Builds the check from the option `errors`. */
function createDeclaredCheck(errors: Settings['errors']): RequireDeclared {
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
