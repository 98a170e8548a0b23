// The error catalogue: the problem codes that clients see, their titles and HTTP statuses, and the codes of faults.
// Documented in docs/errors.md.
import { recognizeAcrossCopies } from './vocabulary/is-instance.js';
import type { Operation } from './vocabulary/operation.js';

/** The title of each problem in the catalogue, by its stable code: `code` and `title` of a problem document. */
export const problemTitles = {
  invalid_request: 'The request is not valid',
  malformed_body: 'The body is not valid JSON',
  unauthorized: 'Authentication is needed',
  forbidden: 'The operation is not allowed',
  not_found: 'Not found',
  method_not_allowed: 'The method is not allowed here',
  not_acceptable: 'Only application/json can be returned',
  request_timeout: 'The request took too long to arrive',
  already_exists: 'A value that must be unique is taken',
  still_referenced: 'Other entities still refer to this one',
  edge_conflict: 'The edge cannot be changed like this',
  conflict: 'A rule of the database does not allow the change',
  request_in_progress: 'The first request with this key has not ended',
  precondition_failed: 'The entity is not as the request expects',
  body_too_large: 'The body is too large',
  response_too_large: 'The answer is too large',
  unsupported_media_type: 'The body must be application/json',
  idempotency_key_reused: 'The key was used for another request',
  precondition_required: 'The request must say which state it is meant for',
  too_many_requests: 'Too many requests',
  internal_error: 'Something went wrong on the server',
  unavailable: 'The service is not available right now',
  timeout: 'The request took too long',
} as const satisfies Record<string, string>;

/** The stable code of a problem in the catalogue: what went wrong with a request as a whole. */
export type ProblemCode = keyof typeof problemTitles;

/** The HTTP status of each problem code. */
export const problemStatus: Readonly<Record<ProblemCode, number>> = {
  invalid_request: 400,
  malformed_body: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  already_exists: 409,
  still_referenced: 409,
  edge_conflict: 409,
  conflict: 409,
  request_in_progress: 409,
  precondition_failed: 412,
  body_too_large: 413,
  response_too_large: 400,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  precondition_required: 428,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  timeout: 504,
};

/**
 * A custom problem, such as `{ code: 'sold_out', status: 409, title: 'Sold out' }`. Declare it in the option `errors` and
 * throw it as `new ApiError(soldOut)`.
 */
export interface OwnProblem {
  /** Lower-case words joined by underscores. Must not be a code of the catalogue. */
  readonly code: string;
  /** HTTP status, from 400 to 599. */
  readonly status: number;
  /** A short summary, the same for every occurrence (RFC 9457, 3.1.3). */
  readonly title: string;
  /** URI of the problem type (RFC 9457, 3.1.1). Default: `urn:problem-type:api:` and the code with hyphens. */
  readonly type?: string;
  /** The operations for which the OpenAPI document lists the problem. Default all. */
  readonly operations?: readonly Operation[];
  /** The classes, including those that extend them, for whose operations the document lists the problem. Default all. */
  readonly entities?: readonly (abstract new (...args: never[]) => object)[];
}

/** The part of a declared problem that clients see. */
export type DeclaredProblem = Pick<OwnProblem, 'code' | 'status' | 'title'>;

/** All fault codes: what can be wrong with one query parameter, one header, or one place in the body. */
export const faultCodes = [
  'unknown_parameter',
  'duplicate_parameter',
  'malformed_parameter',
  'too_many',
  'too_long',
  'unknown_key',
  'required',
  'wrong_type',
  'wrong_format',
  'out_of_range',
  'not_allowed',
  'not_found',
  'taken',
  'conflict',
  'invalid',
  'invalid_cursor',
] as const;

/** The stable code of a fault. */
export type FaultCode = (typeof faultCodes)[number];

/**
 * One fault of a request: its place, its code, and a sentence for people. The place is `parameter`, the name of a query
 * parameter; `header`, the name of a header; `pointer`, a JSON pointer (RFC 6901) into the body; or a parameter and a
 * pointer into its JSON value.
 */
export type Fault =
  | { readonly parameter: string; readonly code: FaultCode; readonly detail: string }
  | {
      readonly parameter: string;
      readonly pointer: string;
      readonly code: FaultCode;
      readonly detail: string;
    }
  | { readonly pointer: string; readonly code: FaultCode; readonly detail: string }
  | { readonly header: string; readonly code: FaultCode; readonly detail: string };

/** Maximum number of faults in one answer. Checks stop there, as a request may have a hundred thousand faults. */
export const maxFaults = 100;

/** Optional parts of an `ApiError`. */
export interface ApiErrorDetails {
  /** A sentence about this occurrence (RFC 9457, 3.1.4). Default: the title. */
  readonly detail?: string;
  /** The faults of the request, which become `errors` of the problem document. Default none. */
  readonly faults?: readonly Fault[];
  /** Further headers of the answer, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error. Logged, never sent to the client. */
  readonly cause?: unknown;
}

/**
 * An error that becomes the answer to a request: a problem document (RFC 9457). Throw it in hooks and policies, such as
 * `new ApiError('forbidden', { detail: 'A closed ticket cannot change.' })`. Works with `instanceof` even when a process
 * has loaded the package both as ES module and as CommonJS.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the catalogue, or the code of a custom problem. */
  readonly code: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** A short summary of the kind of problem. */
  readonly title: string;
  /** The custom problem; null for a problem of the catalogue. */
  readonly own: OwnProblem | null;
  /** A sentence about this occurrence; undefined if none was given. */
  readonly detail: string | undefined;
  /** The faults of the request; empty if none were given. */
  readonly faults: readonly Fault[];
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Creates an error for a problem of the catalogue, by its code, or for a custom problem of the option `errors`.
   *
   * @throws TypeError when the catalogue does not have the code.
   */
  constructor(problem: ProblemCode | OwnProblem, details: ApiErrorDetails = {}) {
    const { code, status, title } = typeof problem === 'string' ? getCatalogueProblem(problem) : problem;
    super(details.detail ?? title, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.title = title;
    this.own = typeof problem === 'string' ? null : problem;
    this.detail = details.detail;
    this.faults = details.faults ?? [];
    this.headers = details.headers ?? {};
  }
}
recognizeAcrossCopies(ApiError, 'ApiError');

/** Whether a code is one of the catalogue. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemTitles, code);
}

function getCatalogueProblem(code: ProblemCode): DeclaredProblem {
  if (Object.hasOwn(problemTitles, code))
    return { code, status: problemStatus[code], title: problemTitles[code] };
  throw new TypeError(
    `ApiError: the catalogue has no problem '${code}'. Throw one of your own as new ApiError({ code: '${code}', status, title }), and declare it in the option 'errors' of createApi.`,
  );
}
