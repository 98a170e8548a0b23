// The kinds of failures of a database: how long each lasts, whose fault it is, how it is answered. Printed in docs/errors.md.
import type { ProblemCode } from '../errors.js';

/** What a failure of the database means to the client and the operator. */
export interface FailureKind {
  /** `permanent`: the same request fails again. `passing`: a later attempt may succeed. */
  readonly lasts: 'permanent' | 'passing';
  /** What has to change for the request to succeed. */
  readonly fault:
    | 'a value of the request'
    | 'other rows'
    | 'a rule of the author'
    | 'the schema or the stored rows'
    | 'another transaction'
    | 'the client'
    | 'the operator';
  readonly answer: ProblemCode;
  /** Seconds of `Retry-After`, for kinds that answer 503; otherwise null. */
  readonly retryAfter: 1 | 5 | null;
  /** Only the values of its statement cause it: alone, the statement fails in the same way. */
  readonly isOfValues: boolean;
  /** The driver's message may quote a value. */
  readonly quotesValues: boolean;
}

/** The kinds by their names. An author can map the permanent ones with the option `databaseErrors`. */
export const failureKinds = {
  unique: {
    lasts: 'permanent',
    fault: 'other rows',
    answer: 'already_exists',
    retryAfter: null,
    isOfValues: true,
    quotesValues: true,
  },
  exclusion: {
    lasts: 'permanent',
    fault: 'other rows',
    answer: 'conflict',
    retryAfter: null,
    isOfValues: true,
    quotesValues: true,
  },
  // Of a delete: `still_referenced`.
  'foreign-key': {
    lasts: 'permanent',
    fault: 'other rows',
    answer: 'edge_conflict',
    retryAfter: null,
    isOfValues: true,
    quotesValues: true,
  },
  // A check, not null, a length, a range, a format. The schema allowed a value that the column does not hold.
  value: {
    lasts: 'permanent',
    fault: 'a value of the request',
    answer: 'invalid_request',
    retryAfter: null,
    isOfValues: true,
    quotesValues: true,
  },
  // Longer than a statement, a packet or a value may be.
  'too-large': {
    lasts: 'permanent',
    fault: 'a value of the request',
    answer: 'body_too_large',
    retryAfter: null,
    isOfValues: true,
    quotesValues: false,
  },
  // A trigger raises an error, or drops the write.
  refused: {
    lasts: 'permanent',
    fault: 'a rule of the author',
    answer: 'conflict',
    retryAfter: null,
    isOfValues: true,
    quotesValues: false,
  },
  // A virtual column, a view or a policy fails while rows are read.
  computed: {
    lasts: 'permanent',
    fault: 'the schema or the stored rows',
    answer: 'internal_error',
    retryAfter: null,
    isOfValues: false,
    quotesValues: true,
  },
  // A floating-point number that is computed from stored ones exceeds the largest. Of an aggregate: `invalid_request`.
  overflow: {
    lasts: 'permanent',
    fault: 'the schema or the stored rows',
    answer: 'internal_error',
    retryAfter: null,
    isOfValues: false,
    quotesValues: true,
  },
  // A stored value has no form that its kind can print.
  unprintable: {
    lasts: 'permanent',
    fault: 'the schema or the stored rows',
    answer: 'internal_error',
    retryAfter: null,
    isOfValues: false,
    quotesValues: false,
  },
  unknown: {
    lasts: 'permanent',
    fault: 'the schema or the stored rows',
    answer: 'internal_error',
    retryAfter: null,
    isOfValues: false,
    quotesValues: false,
  },
  conflict: {
    lasts: 'passing',
    fault: 'another transaction',
    answer: 'unavailable',
    retryAfter: 1,
    isOfValues: false,
    quotesValues: false,
  },
  // Another process holds the file.
  locked: {
    lasts: 'passing',
    fault: 'another transaction',
    answer: 'unavailable',
    retryAfter: 1,
    isOfValues: false,
    quotesValues: false,
  },
  timeout: {
    lasts: 'passing',
    fault: 'the client',
    answer: 'timeout',
    retryAfter: null,
    isOfValues: false,
    quotesValues: false,
  },
  // The client has disconnected: it does not read the answer.
  cancelled: {
    lasts: 'passing',
    fault: 'the client',
    answer: 'unavailable',
    retryAfter: 1,
    isOfValues: false,
    quotesValues: false,
  },
  unavailable: {
    lasts: 'passing',
    fault: 'the operator',
    answer: 'unavailable',
    retryAfter: 1,
    isOfValues: false,
    quotesValues: false,
  },
  // No server answers, or none that takes the statement: a read-only node, a proxy without a primary. A failover takes 5 to 30
  // seconds.
  away: {
    lasts: 'passing',
    fault: 'the operator',
    answer: 'unavailable',
    retryAfter: 5,
    isOfValues: false,
    quotesValues: false,
  },
} as const satisfies Readonly<Record<string, FailureKind>>;

/** The name of a kind of failure. */
export type DatabaseErrorKind = keyof typeof failureKinds;

/** Whether the server of a connection does not serve: the connection has no further use. */
export function isOutage(kind: DatabaseErrorKind): boolean {
  return kind === 'unavailable' || kind === 'away';
}
