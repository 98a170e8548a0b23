// Writes one log entry per failed request, with the request id that the client got. Never logs values of the request or
// of rows, which messages and details of drivers may contain.
import type { ApiError } from '../errors.js';
import { DatabaseError, getStringProperty, type DatabaseErrorKind } from '../execute/database-error.js';
import type { Logger } from '../options.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { RouteMatch } from '../request/route-table.js';

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
export function logFailure(logger: Logger, problem: ApiError, failed: FailedRequest): void {
  // The client is gone; the server did not fail.
  if (failed.request.signal?.aborted) return;
  writeEntry(logger, problem, failed).catch((error: unknown) => {
    console.error(error);
  });
}

/** Calls the logger synchronously, then waits for its promise, if any. */
async function writeEntry(logger: Logger, problem: ApiError, failed: FailedRequest): Promise<void> {
  const entry = buildEntry(problem, failed);
  const { title } = problem;
  if (entry.status >= 500) await logger.error(entry, title);
  else if (isGap(problem)) await logger.warn(entry, 'The database rejected a value that the schema accepts');
  else await logger.info?.(entry, title);
}

/** Whether only the database knows the violated rule: neither the schema nor the option `constraints` covers it. */
function isGap({ code, cause, faults }: ApiError): boolean {
  return code === 'invalid_request' && cause !== undefined && faults.length === 0;
}

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
  return { name, code: driverCode, ...constraint, ...(quotesValues[cause.kind] ? {} : { message }) };
}

/** Kinds of failure whose driver message may quote a value. */
const quotesValues: Readonly<Record<DatabaseErrorKind, boolean>> = {
  unique: true,
  'foreign-key': true,
  value: true,
  conflict: false,
  locked: false,
  timeout: false,
  cancelled: false,
  unavailable: false,
  unprintable: false,
  unknown: false,
};

/** Logs only these three members: others may contain anything, such as the parameters of a statement. */
function describeThrown(error: unknown): ErrorEntry {
  if (typeof error !== 'object' || error === null) return { name: typeof error };
  const [name = '', message = '', stack = ''] = ['name', 'message', 'stack'].map((member) =>
    getStringProperty(error, member),
  );
  return { name: name || 'Object', ...(message ? { message } : {}), ...(stack ? { stack } : {}) };
}
