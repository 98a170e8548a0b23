// Global options: their meaning and their defaults. Checked in model/, read everywhere.
import type { OwnProblem, ProblemCode } from './errors.js';
import type { Hooks } from './vocabulary/hooks.js';
import type { Naming } from './vocabulary/naming.js';
import { operations, type Operation } from './vocabulary/operation.js';
import type { RowPolicy } from './vocabulary/row-policy.js';

/** Caps on one request and its answer. What is over a cap is a 400 (413 for `bodySize`) that names it. */
export interface Limits {
  /** Most values of one list: a repeated filter key, or an array of ids in a body. Default 100. */
  readonly listLength: number;
  /** Most filters in one request. Default 20. */
  readonly filters: number;
  /** Most characters (Unicode code points) in one query value. Default 1,024. */
  readonly valueLength: number;
  /** Most bytes of a request body, after decompression. Default 1 MiB. */
  readonly bodySize: number;
  /** Most levels of nesting in a JSON body. Default 16. */
  readonly jsonDepth: number;
  /** Most rows skipped before a page. Default 100,000. */
  readonly offset: number;
  /**
   * Most bytes of an answer. Default 8 MiB: as many answers as a pool of ten connections reads at once fit into a heap of
   * 256 MB.
   */
  readonly responseBytes: number;
}

/** How long a request waits for its database, in milliseconds. */
export interface Timeouts {
  /**
   * For the database to be usable: a free connection of the pool; on SQLite the end of another's transaction, in this
   * process or another. Beyond it 503. Default 5,000.
   */
  readonly acquireMs: number;
  /**
   * For all statements of the request, locks, listeners and hooks included; on SQLite for the listeners and hooks of a
   * write. Beyond it they are cancelled, and the write is undone: 504. Default 10,000.
   */
  readonly statementMs: number;
}

/**
 * Where failed requests are written, one entry each; `console` and pino satisfy it. Failures of the server are errors, values
 * that the database refused although the schema let them through are warnings. What clients got wrong goes to `info`, if
 * there is one. Nobody waits for a promise that is returned; when it is rejected, `console.error` is told.
 */
export interface Logger {
  error(entry: object, message?: string): unknown;
  warn(entry: object, message?: string): unknown;
  info?(entry: object, message?: string): unknown;
}

/** What a violation of a constraint means to a client. */
export interface ConstraintNote {
  /** JSON pointer to a place in the body (RFC 6901). Default: the members of a unique key, otherwise the whole body. */
  readonly pointer?: string;
  /** A sentence for `detail`. Default: one that names the members of a unique key, otherwise the constraint. */
  readonly detail?: string;
}

/** Global options of an API. */
export interface ApiOptions {
  /** All edges are eager-loaded (discouraged). Default false. */
  readonly defaultEagerLoad?: boolean;
  /** Most entities per eager-loaded edge and per parent; -1 = no limit. Default 1000. */
  readonly eagerLoadLimit?: number;
  /** Keep pagination on the endpoints of eager-loaded edges. Default false. */
  readonly disableEagerLoadNonPagedOpt?: boolean;
  /** Eager-loaded edges get no endpoint unless annotated `@EdgeEndpoint(true)`. Default false. */
  readonly disableEagerLoadedEndpoints?: boolean;
  /** Lists are plain arrays unless annotated `@Pagination()`. Default false. */
  readonly disablePagination?: boolean;
  /** Smallest `per_page`. Default 1. */
  readonly minItemsPerPage?: number;
  /** Largest `per_page`. Default 100. */
  readonly maxItemsPerPage?: number;
  /** `per_page` when the client names none. Default 10. */
  readonly itemsPerPage?: number;
  /** Most rows of a collection without pages; -1 = no limit. Default 1000. */
  readonly unpagedLimit?: number;
  /** Clients may supply the id on create. Default false. */
  readonly allowClientIDs?: boolean;
  /** Operations every entity has unless annotated otherwise. Default all five. */
  readonly defaultOperations?: readonly Operation[];
  /** The id is filterable with `eq`, `neq`, `in`, `notIn`. Default false. */
  readonly defaultFilterID?: boolean;
  /** An eager-loaded edge adds the tags of its target. Default false. */
  readonly addEdgesToTags?: boolean;
  /** Unknown body keys are 400; false ignores them. Default true. */
  readonly strictMutate?: boolean;
  /** An empty list is a 404. Default false. */
  readonly listNotFound?: boolean;
  /** Spelling of names on the wire. Default `declared`. */
  readonly naming?: Naming;
  /** Collection paths by class name, such as `{ BlogPost: 'articles' }`. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Which rows there are for a request, each made by `policyFor`. Default none: all rows. */
  readonly policies?: readonly RowPolicy[];
  /** What happens before and after operations, and who may ask for them, each made by `hooksFor`. Default none. */
  readonly hooks?: readonly Hooks[];
  /**
   * Problems that hooks and policies throw beside what the API refuses itself: the author's own, and those of the catalogue
   * that the document is to list, such as `unauthorized`. Default none.
   */
  readonly errors?: readonly (OwnProblem | ProblemCode)[];
  /**
   * What a violation of a constraint means to a client, by the name of the constraint that an entity declares:
   * `{ CHK_stock: { pointer: '/stock', detail: 'must not be negative' } }`. Default: answers name the
   * constraint, or the members of a unique key.
   */
  readonly constraints?: Readonly<Record<string, ConstraintNote>>;
  /** Caps; each has its default. */
  readonly limits?: Partial<Limits>;
  /** How long a request waits for its database; each has its default. */
  readonly timeouts?: Partial<Timeouts>;
  /** Answers say in the header `Server-Timing` how long each stage took. Default false: it tells strangers too. */
  readonly serverTiming?: boolean;
  /** Where failed requests are written. Default `console`, without what clients got wrong. */
  readonly logger?: Logger;
}

/** Options with every default filled in. */
export type Settings = Readonly<Required<Omit<ApiOptions, 'limits' | 'timeouts'>>> & {
  readonly limits: Limits;
  readonly timeouts: Timeouts;
};

const defaultLimits: Limits = {
  listLength: 100,
  filters: 20,
  valueLength: 1024,
  bodySize: 1024 * 1024,
  jsonDepth: 16,
  offset: 100_000,
  responseBytes: 8 * 1024 * 1024,
};

const defaultTimeouts: Timeouts = { acquireMs: 5_000, statementMs: 10_000 };

/** Looked up anew for each entry: what a program puts in place of `console`'s own functions is what it means. */
const consoleLogger: Logger = {
  error: (entry, message) => {
    console.error(...messageFirst(entry, message));
  },
  warn: (entry, message) => {
    console.warn(...messageFirst(entry, message));
  },
};

/** People read what happened first, and then where. */
function messageFirst(entry: object, message: string | undefined): unknown[] {
  return message === undefined ? [entry] : [message, entry];
}

const defaults: Omit<Settings, 'limits' | 'timeouts'> = {
  defaultEagerLoad: false,
  eagerLoadLimit: 1000,
  disableEagerLoadNonPagedOpt: false,
  disableEagerLoadedEndpoints: false,
  disablePagination: false,
  minItemsPerPage: 1,
  maxItemsPerPage: 100,
  itemsPerPage: 10,
  unpagedLimit: 1000,
  allowClientIDs: false,
  defaultOperations: operations,
  defaultFilterID: false,
  addEdgesToTags: false,
  strictMutate: true,
  listNotFound: false,
  serverTiming: false,
  naming: 'declared',
  paths: {},
  policies: [],
  hooks: [],
  errors: [],
  constraints: {},
  logger: consoleLogger,
};

/** The options as given, over the defaults. The caller's object is not changed. */
export function settingsOf(options: ApiOptions): Settings {
  return Object.freeze({
    ...defaults,
    ...withoutUndefined(options),
    limits: Object.freeze({ ...defaultLimits, ...withoutUndefined(options.limits ?? {}) }),
    timeouts: Object.freeze({ ...defaultTimeouts, ...withoutUndefined(options.timeouts ?? {}) }),
  });
}

/** An option given as `undefined` is an option not given. */
function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
