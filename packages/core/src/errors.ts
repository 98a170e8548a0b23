// The error catalogue: every code a client can see, its title and HTTP status, and the codes of single faults. The prose
// for people is docs/errors.md.
import type { Operation } from './vocabulary/operation.js';
import { quantityOf } from './vocabulary/quantity.js';

/** What went wrong with a whole request: the stable `code` of a problem document. */
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
  body_too_large: 'The body is too large',
  response_too_large: 'The answer is too large',
  unsupported_media_type: 'The body must be application/json',
  too_many_requests: 'Too many requests',
  internal_error: 'Something went wrong on the server',
  unavailable: 'The service is not available right now',
  timeout: 'The request took too long',
} as const satisfies Record<string, string>;

/** The stable word for what went wrong with a whole request. */
export type ProblemCode = keyof typeof problemTitles;

/** HTTP status of each problem code. */
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
  body_too_large: 413,
  response_too_large: 400,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  timeout: 504,
};

/**
 * A problem of the author's own, such as `{ code: 'sold_out', status: 409, title: 'Sold out' }`. Declared in the option
 * `errors` and thrown as `new ApiError(soldOut)`.
 */
export interface OwnProblem {
  /** Lower-case words with underscores; none of the catalogue's. */
  readonly code: string;
  /** From 400 to 599. */
  readonly status: number;
  readonly title: string;
  /** URI of the problem (RFC 9457). Default `urn:problem-type:api:` and the code. */
  readonly type?: string;
  /** The operations for which the document lists it. Default all. */
  readonly operations?: readonly Operation[];
  /** The classes for whose operations the document lists it; entities that extend them, too. Default all. */
  readonly entities?: readonly (abstract new (...args: never[]) => object)[];
}

/** A problem that hooks and policies throw: what clients see of it. */
export type DeclaredProblem = Pick<OwnProblem, 'code' | 'status' | 'title'>;

/** What is wrong with one parameter or one place in the body. */
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
] as const;

/** The stable word for what is wrong in one place. */
export type FaultCode = (typeof faultCodes)[number];

/** One fault: where it is (a query parameter, or an RFC 6901 pointer into the body), its code, and a sentence. */
export type Fault =
  | { readonly parameter: string; readonly code: FaultCode; readonly detail: string }
  | { readonly pointer: string; readonly code: FaultCode; readonly detail: string };

/** Most faults one answer lists. Nothing looks for more: a request may have a hundred thousand. */
export const mostFaults = 100;

/** What an `ApiError` may carry beside its code. */
export interface ApiErrorDetails {
  readonly detail?: string;
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A request that cannot be answered as asked. Rendered as an RFC 9457 problem document; `cause` is only logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Of the catalogue, or of the author's own problem. */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** The author's own problem; null for one of the catalogue. */
  readonly own: OwnProblem | null;
  readonly detail: string | undefined;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Of a code of the catalogue, or of a problem that the option `errors` declares.
   *
   * @throws TypeError for a code that the catalogue does not have.
   */
  constructor(problem: ProblemCode | OwnProblem, details: ApiErrorDetails = {}) {
    const { code, status, title } = typeof problem === 'string' ? problemOf(problem) : problem;
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
knownAcrossCopies(ApiError, 'ApiError');

function problemOf(code: ProblemCode): DeclaredProblem {
  if (Object.hasOwn(problemTitles, code))
    return { code, status: problemStatus[code], title: problemTitles[code] };
  throw new TypeError(
    `ApiError: the catalogue has no problem '${code}'. Throw one of your own as new ApiError({ code: '${code}', status, title }), and declare it in the option 'errors' of createApi.`,
  );
}

/** One mistake in the entities, their annotations or the options. */
export interface SchemaProblem {
  /** Class name of the entity, or `options`. */
  readonly entity: string;
  /** Property name, absent when the class itself is meant. */
  readonly member?: string;
  /** The annotation as it is written, such as `@DefaultSort`. */
  readonly annotation?: string;
  /** What is wrong. */
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** Thrown by `createApi`: every mistake found, each with its place and its remedy. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  declare readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[]) {
    super(describe(problems));
    // Not enumerable: what prints the error would print each problem twice, in the message and as a member.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}
knownAcrossCopies(SchemaError, 'SchemaError');

/**
 * Lets `instanceof` know the errors of another copy of this package, by a mark: where an ES module and a CommonJS module
 * meet in one process, each has loaded its own. Subclasses are told apart as ever.
 */
function knownAcrossCopies(kind: abstract new (...args: never[]) => Error, name: string): void {
  const mark = Symbol.for(`decorest.${name}`);
  Object.defineProperty(kind.prototype, mark, { value: true });
  Object.defineProperty(kind, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== kind) return Function.prototype[Symbol.hasInstance].call(this as typeof kind, value);
      return typeof value === 'object' && value !== null && mark in value;
    },
  });
}

function describe(problems: readonly SchemaProblem[]): string {
  const count = quantityOf(problems.length, 'problem');
  return [`The API cannot be built: ${count}.`, ...problems.map(describeOne)].join('\n');
}

function describeOne(problem: SchemaProblem): string {
  const place = problem.member === undefined ? problem.entity : `${problem.entity}.${problem.member}`;
  const annotation = problem.annotation === undefined ? '' : ` ${problem.annotation}`;
  return `- ${place}${annotation}: ${problem.problem} ${problem.remedy}`;
}
