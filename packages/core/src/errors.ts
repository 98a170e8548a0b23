// The error catalogue: every code a client can see, its title, and the codes of single faults. HTTP statuses are
// in response/problem-status.ts; the prose for people is docs/errors.md.
import { quantityOf } from './vocabulary/quantity.js';

/** What went wrong with a whole request: the stable `code` of a problem document. */
export const problemTitles = {
  invalid_request: 'The request is not valid',
  malformed_body: 'The body is not valid JSON',
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
  internal_error: 'Something went wrong on the server',
  unavailable: 'The service is not available right now',
  timeout: 'The request took too long',
} as const satisfies Record<string, string>;

/** The stable word for what went wrong with a whole request. */
export type ProblemCode = keyof typeof problemTitles;

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
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, details: ApiErrorDetails = {}) {
    super(details.detail ?? problemTitles[code], { cause: details.cause });
    this.code = code;
    this.detail = details.detail;
    this.faults = details.faults ?? [];
    this.headers = details.headers ?? {};
  }
}
knownAcrossCopies(ApiError, 'ApiError');

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
  readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[]) {
    super(describe(problems));
    this.problems = problems;
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
