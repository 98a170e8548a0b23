// One entry in the log for each failed request: what failed, where and why, under the id that the client was told. Never
// a value of the request or of a row: those are in messages and details of drivers.
import type { ApiError } from '../errors.js';
import { DatabaseError, memberOf, type DatabaseErrorKind } from '../execute/database-error.js';
import type { Logger } from '../options.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { RouteMatch } from '../request/route-match.js';

/** A request that failed. `since` is when it arrived, by `performance.now()`. */
export interface FailedRequest {
  readonly request: CompleteRequest;
  readonly match: RouteMatch;
  readonly since: number;
}

/** What is written. Members are named as in the problem document. */
interface Entry {
  readonly request_id: string;
  readonly method: string;
  /** The template, such as `/pets/{id}`; null where there is no such route. */
  readonly path: string | null;
  readonly status: number;
  readonly code: string;
  readonly duration_ms: number;
  readonly error?: ErrorEntry;
}

interface ErrorEntry {
  readonly name: string;
  /** The driver's. */
  readonly code?: string;
  /** Name of the violated constraint. */
  readonly constraint?: string;
  readonly message?: string;
  readonly stack?: string;
}

/** Writes the entry. A logger that throws does not cost the client its answer, nor one that rejects the process. */
export function logFailure(logger: Logger, problem: ApiError, failed: FailedRequest): void {
  // Nobody waits for the answer: it was not the server that failed.
  if (failed.request.signal?.aborted) return;
  write(logger, problem, failed).catch((error: unknown) => {
    console.error(error);
  });
}

/** At once; what a logger that writes with promises answers is only waited for. */
async function write(logger: Logger, problem: ApiError, failed: FailedRequest): Promise<void> {
  const entry = entryOf(problem, failed);
  const { title } = problem;
  if (entry.status >= 500) await logger.error(entry, title);
  else if (isGap(problem))
    await logger.warn(entry, 'The database refused a value that the schema let through');
  else await logger.info?.(entry, title);
}

/** Only the database knows the rule: neither the schema nor the option `constraints` has it. */
function isGap({ code, cause, faults }: ApiError): boolean {
  return code === 'invalid_request' && cause !== undefined && faults.length === 0;
}

function entryOf(problem: ApiError, { request, match, since }: FailedRequest): Entry {
  const { code, status, cause } = problem;
  return {
    request_id: request.requestId,
    method: request.method,
    path: match.kind === 'route' ? match.route.path : null,
    status,
    code,
    duration_ms: Math.round((performance.now() - since) * 10) / 10,
    ...(cause === undefined ? {} : { error: errorEntry(cause) }),
  };
}

function errorEntry(cause: unknown): ErrorEntry {
  if (!(cause instanceof DatabaseError)) return thrown(cause);
  const driverCode = memberOf(cause.cause, 'code');
  // A listener of the user's own may have thrown, too.
  if (driverCode === '') return thrown(cause.cause ?? cause);
  const message = memberOf(cause.cause, 'message');
  const name = memberOf(cause.cause, 'name');
  const constraint = cause.constraint === null ? {} : { constraint: cause.constraint };
  return { name, code: driverCode, ...constraint, ...(quotesValues[cause.kind] ? {} : { message }) };
}

/** Kinds of failure about a value: drivers tell which. */
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

/** Only these three members: others may hold anything, such as the parameters of a statement. */
function thrown(error: unknown): ErrorEntry {
  if (typeof error !== 'object' || error === null) return { name: typeof error };
  const [name = '', message = '', stack = ''] = ['name', 'message', 'stack'].map((member) =>
    memberOf(error, member),
  );
  return { name: name || 'Object', ...(message ? { message } : {}), ...(stack ? { stack } : {}) };
}
