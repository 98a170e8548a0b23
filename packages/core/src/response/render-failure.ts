// An error of any stage -> its answer: what it means for the client, what the log records, the problem document.
import { ApiError } from '../errors.js';
import { asOwnError, DatabaseError, getStringProperty } from '../execute/database-error.js';
import { failureKinds } from '../execute/failure-kinds.js';
import { isSameProblem } from '../model/resolve/problem-model.js';
import type { RefusalModel } from '../model/resolve/refusal-model.js';
import type { Logger, Settings } from '../options.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { RouteMatch } from '../request/route-table.js';
import { shortenName } from '../vocabulary/wording.js';
import type { ApiResponse } from './api-response.js';
import { translateDatabaseError, type TranslatedError } from './database-problem.js';
import { asApiError, renderProblem } from './render-problem.js';

/** Logs a failure and renders its problem document (RFC 9457). */
export type RenderFailure = (error: unknown, failed: FailedRequest) => ApiResponse;

/** Where failures are logged, which problems and constraints are declared, which errors are mapped. */
interface FailureSettings extends RefusalModel {
  readonly settings: { readonly logger: Logger; readonly errors: Settings['errors'] };
}

/** Builds the renderer of failures, once. */
export function createFailureRenderer(failures: FailureSettings): RenderFailure {
  const { logger, errors } = failures.settings;
  const requireDeclared = createDeclaredCheck(errors);
  const render: RenderFailure = (error, failed) => {
    const { problem, isGap } = translateError(error, failed.match, failures);
    const detailed = requireDeclared(addDetail(problem, failed.match));
    logFailure(logger, { problem: detailed, isGap }, failed);
    return renderProblem(detailed, failed.request);
  };
  return (error, failed) => {
    try {
      return render(error, failed);
    } catch (unreadable) {
      // A proxy may claim to be one of our errors, and throw when it is read.
      return render(new ApiError('internal_error', { cause: unreadable }), failed);
    }
  };
}

/** The meaning of a database error on the route where it occurred; other errors as they are. */
function translateError(
  thrown: unknown,
  match: RouteMatch,
  { constraints, databaseErrors }: FailureSettings,
): TranslatedError {
  const error = asOwnError(thrown) ?? thrown;
  if (!(error instanceof DatabaseError) || match.kind !== 'route')
    return { problem: asApiError(error), isGap: false };
  const { subject: entity, operation, kind } = match.route;
  const hasBody = kind !== 'restore';
  return translateDatabaseError(error, { entity, operation, hasBody, constraints, databaseErrors });
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
    const known = declared.get(problem.code);
    if (!problem.own || (known && isSameProblem(known, problem.own))) return problem;
    return new ApiError('internal_error', { cause: createUndeclaredError(problem) });
  };
}

function createUndeclaredError({ code, status }: ApiError): Error {
  return new TypeError(
    `The problem '${code}' (${status}) was thrown, but the option 'errors' of createApi does not declare it with this status, title and type.`,
  );
}

/** A failed request. `since` is its time of arrival, from `performance.now()`. */
export interface FailedRequest {
  readonly request: CompleteRequest;
  readonly match: RouteMatch;
  readonly since: number;
}

/** A log entry. Its members have the names of the problem document's. */
interface Entry {
  readonly request_id: string;
  readonly method: string;
  /** The path template, such as `/pets/{id}`; null without a matching route. */
  readonly path: string | null;
  readonly status: number;
  readonly code: string;
  readonly duration_ms: number;
  readonly error?: ErrorEntry;
}

interface ErrorEntry {
  readonly name: string;
  /** Error code of the driver. */
  readonly code?: string;
  /** Name of the violated constraint. */
  readonly constraint?: string;
  readonly message?: string;
  readonly stack?: string;
}

/** Writes the entry. A logger that throws or rejects affects neither the answer nor the process. */
function logFailure(logger: Logger, translated: TranslatedError, failed: FailedRequest): void {
  // The client is gone; the server did not fail.
  if (failed.request.signal?.aborted) return;
  writeEntry(logger, translated, failed).catch((error: unknown) => {
    console.error(error);
  });
}

/** Calls the logger synchronously, then waits for its promise, if any. */
async function writeEntry(
  logger: Logger,
  { problem, isGap }: TranslatedError,
  failed: FailedRequest,
): Promise<void> {
  const entry = buildEntry(problem, failed);
  const { title } = problem;
  if (entry.status >= 500) await logger.error(entry, title);
  else if (isGap) await logger.warn(entry, gapTitles.get(problem.code) ?? title);
  else await logger.info?.(entry, title);
}

/** What to look for: only the database knows the violated rule. */
const gapTitles: ReadonlyMap<string, string> = new Map([
  ['invalid_request', 'The database rejected a value that the schema accepts'],
  ['conflict', 'The database refused a change that no option describes'],
]);

function buildEntry(problem: ApiError, { request, match, since }: FailedRequest): Entry {
  const { code, status, cause } = problem;
  return {
    request_id: request.requestId,
    method: request.method,
    path: match.kind === 'route' ? match.route.path : null,
    status,
    code,
    duration_ms: Math.round((performance.now() - since) * 10) / 10,
    ...(cause === undefined ? {} : { error: buildErrorEntry(cause) }),
  };
}

function buildErrorEntry(cause: unknown): ErrorEntry {
  if (!(cause instanceof DatabaseError)) return describeThrown(cause);
  const driverCode = getStringProperty(cause.cause, 'code');
  // An error without a code is not the driver's: a listener may have thrown it.
  if (driverCode === '') return describeThrown(cause.cause ?? cause);
  const message = getStringProperty(cause.cause, 'message');
  const name = getStringProperty(cause.cause, 'name');
  const constraint = cause.constraint === null ? {} : { constraint: cause.constraint };
  return {
    name,
    code: driverCode,
    ...constraint,
    ...(failureKinds[cause.kind].quotesValues ? {} : { message }),
  };
}

/** Logs only these three members: others may contain anything, such as the parameters of a statement. */
function describeThrown(error: unknown): ErrorEntry {
  if (typeof error !== 'object' || error === null) return { name: typeof error };
  const [name = '', message = '', stack = ''] = ['name', 'message', 'stack'].map((member) =>
    getStringProperty(error, member),
  );
  return { name: name || 'Object', ...(message ? { message } : {}), ...(stack ? { stack } : {}) };
}
