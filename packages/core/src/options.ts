// Global options: their meaning. model/ checks them.
import type { OwnProblem, ProblemCode } from './errors.js';
import type { Limits, Timeouts } from './limits.js';
import type { Hooks } from './vocabulary/hooks.js';
import type { Idempotency } from './vocabulary/idempotency.js';
import type { BulkOperation, Operation } from './vocabulary/operation.js';
import type { RowPolicy } from './vocabulary/policy.js';
import type { ReadSessionSettings } from './vocabulary/session-settings.js';

/**
 * How names of properties are spelled in bodies, filters and sort keys. `declared`: as in the class. `snake_case`:
 * `displayName` becomes `display_name`.
 */
export type Naming = 'declared' | 'snake_case';

/** How lists are counted: `exact` counts all matching rows, `none` counts nothing, `limited` at most `limits.count` rows. */
export type CountMode = 'exact' | 'none' | 'limited';

/** All count modes. */
export const countModes: readonly CountMode[] = ['exact', 'none', 'limited'];

/** Whether the logger receives a warning about missing indexes, once after the start. */
export type AdviceMode = 'off' | 'log';

/** All advice modes. */
export const adviceModes: readonly AdviceMode[] = ['off', 'log'];

/** Which classes have entity tags: `versioned` are those with a visible `@VersionColumn`. */
export type ETagMode = 'versioned' | boolean;

/** What happens to texts in CSV that a spreadsheet would run as formulas: `keep` keeps them, `quote` puts a `'` before them. */
export type CsvFormulas = 'keep' | 'quote';

/** What is left out of an API because it cannot be served, such as a column of an unsupported type. */
export type LeaveOut = 'nothing' | 'unservable';

/**
 * Receives one entry per failed request, and warnings. `console` and pino satisfy this interface. Entries have the request id,
 * method, path template, status, code, duration in milliseconds and cause, but no value of the request or of a row.
 *
 * Answers do not wait for a returned promise; a rejection goes to `console.error`.
 */
export interface Logger {
  /** Failures of the server: status 500 and above. */
  error(entry: object, message?: string): unknown;
  /**
   * Warnings: at startup, risks of the declarations; later, values that the schema accepts but the database rejects, and long
   * reads that must block the event loop.
   */
  warn(entry: object, message?: string): unknown;
  /** Mistakes of clients. Without this method they are not logged. */
  info?(entry: object, message?: string): unknown;
}

/** How an answer describes the violation of a database constraint. */
export interface ConstraintNote {
  /**
   * JSON pointer (RFC 6901) to a place in the body, such as `/stock`. Default: the members of a unique key; for other
   * constraints the whole body.
   */
  readonly pointer?: string;
  /** The sentence in `detail`. Default: one that names the members of a unique key; for other constraints, the constraint. */
  readonly detail?: string;
}

/**
 * The answer to errors that the author's own SQL raises: RAISE, SIGNAL, constraints of migrations. An error meets the rule if it
 * meets all conditions that its database reports; at least one is needed.
 */
export interface DatabaseErrorRule {
  /** SQLSTATE of PostgreSQL, MySQL and MariaDB, such as `P0001` or `45000`. SQLite has none. */
  readonly sqlState?: string;
  /** Error number of MySQL and MariaDB, such as the one that `MYSQL_ERRNO` sets. */
  readonly number?: number;
  /** Name of the constraint, such as the one that `USING CONSTRAINT` of PostgreSQL sets. */
  readonly constraint?: string;
  /** The whole text, or a pattern. */
  readonly message?: string | RegExp;
  /** The answer: a problem of one's own, or a code of the catalogue. The OpenAPI document lists it, as with `errors`. */
  readonly problem: OwnProblem | ProblemCode;
  /**
   * The sentence in `detail`. `$1` to `$9` and `$<name>` stand for the groups of the pattern, `$&` for the text that matches it:
   * only then does text of the database leave the server. Default: the title of the problem.
   */
  readonly detail?: string;
  /** JSON pointer (RFC 6901) to a place in the body, such as `/amount`. Default: the problem has no `errors`. */
  readonly pointer?: string;
}

/**
 * Global options of an API: the second argument of `createApi`. All are optional. Annotations on classes and edges override
 * the defaults set here. Invalid options are reported in the `SchemaError` that `createApi` throws.
 */
export interface ApiOptions {
  /**
   * Eager-load every edge without `@EagerLoad(false)`. Discouraged, as answers grow with every edge; logged once at the
   * start. Default false.
   */
  readonly defaultEagerLoad?: boolean;
  /** Maximum number of entities per eager-loaded edge of one parent; -1 means no limit. Default 1000. */
  readonly eagerLoadLimit?: number;
  /** Keep pagination on the endpoints of eager-loaded edges, which otherwise return plain arrays. Default false. */
  readonly disableEagerLoadNonPagedOpt?: boolean;
  /** Serve no endpoint for eager-loaded edges without `@EdgeEndpoint(true)`. Default false. */
  readonly disableEagerLoadedEndpoints?: boolean;
  /** Return lists as plain arrays unless annotated with `@Pagination()`. Default false. */
  readonly disablePagination?: boolean;
  /** Smallest allowed `per_page`. Default 1. */
  readonly minItemsPerPage?: number;
  /** Largest allowed `per_page`. Default 100. */
  readonly maxItemsPerPage?: number;
  /** `per_page` when the client does not send it. Default 10. */
  readonly itemsPerPage?: number;
  /** Maximum number of rows in a list without pages; -1 means no limit. Default 1000. */
  readonly unpagedLimit?: number;
  /** Let clients choose the id on create, as `@AllowClientIDs()` does for one class. Default false. */
  readonly allowClientIDs?: boolean;
  /**
   * What clients can do with many rows of a class in one request, as `@Bulk` says for one class. Counts only as far as the
   * class has the operation, and for classes that require `If-Match` only for `create`. Default none.
   */
  readonly bulk?: readonly BulkOperation[];
  /**
   * Which classes have entity tags, unless `@ETag` says so: `'versioned'`, those with a visible `@VersionColumn`; all; or none.
   * Default `'versioned'`.
   */
  readonly defaultETag?: ETagMode;
  /**
   * Updates and deletes need `If-Match`, as with `@RequireIfMatch()`, where classes have entity tags. Edges that write their rows
   * without it are a `SchemaError`. Default false.
   */
  readonly requireIfMatch?: boolean;
  /**
   * `Cache-Control` of successful reads and lists, unless `@CacheControl` says so. Default null: `private, no-cache` for classes
   * with entity tags, none for the others.
   */
  readonly cacheControl?: string | null;
  /**
   * Operations of a class without `@IncludeOperations`. Default all five, of which the start warns where neither hooks nor policies
   * restrict a class; an empty list is an error.
   */
  readonly defaultOperations?: readonly Operation[];
  /**
   * Fields that are named like secrets and that answers may show, such as `['Link.token']`, or by their embedded class: the start does
   * not warn of them. Default none.
   */
  readonly shownSecrets?: readonly string[];
  /** Make the id of every entity filterable with `eq`, `neq`, `in` and `notIn`. Default false. */
  readonly defaultFilterID?: boolean;
  /** Lists take the parameter `where`, as `@Where()` does for one class. Default false. */
  readonly where?: boolean;
  /** Maximum number of edges on one path of a `where`, from 1 to 3. Default 1. */
  readonly filterDepth?: number;
  /** Maximum number of edges on one path of `include`, from 1 to 3. Default 1. */
  readonly includeDepth?: number;
  /** Clients may select fields with the parameter `fields`, as `@SparseFields()` does for one class. Default false. */
  readonly sparseFields?: boolean;
  /** Lists take `after` and `before`, as `@CursorPagination()` does for one class. Default false. */
  readonly cursorPagination?: boolean;
  /** The modes of the parameter `count`; the first is the default. With the default, `['exact']`, lists do not take it. */
  readonly totalCount?: readonly CountMode[];
  /**
   * Secrets that encrypt cursors, each of at least 16 characters: the first encrypts, each can decrypt. Default: a fixed text,
   * so that cursors are opaque, but not secret.
   */
  readonly cursorSecrets?: readonly string[];
  /** Maximum number of rows of an export; -1 means no limit. Default 100,000. */
  readonly exportLimit?: number;
  /** What happens to texts in CSV that start like a formula. Default `keep`. */
  readonly csvFormulas?: CsvFormulas;
  /** Give the operations of a class the tags of its eager-loaded edges' targets, too. Default false. */
  readonly addEdgesToTags?: boolean;
  /** Answer 400 to unknown keys in bodies; false ignores them. Default true. */
  readonly strictMutate?: boolean;
  /**
   * Writes whose answer has content support `Prefer: return=minimal` (RFC 7240): the answer is a 204. Default false: the header
   * is ignored.
   */
  readonly returnMinimal?: boolean;
  /** Answer 404 instead of an empty list. Default false. */
  readonly listNotFound?: boolean;
  /**
   * The values of JSON columns without `@Schema`, and of columns whose transformer returns values of an unknown type: `'any'` takes
   * any JSON value, and null where the column is nullable. Default null: such a column is a `SchemaError`.
   */
  readonly defaultSchema?: 'any' | null;
  /** `'unservable'` leaves out what cannot be served, in one warning. Default `'nothing'`: it is reported in a `SchemaError`. */
  readonly leaveOut?: LeaveOut;
  /** Spelling of names in bodies, filters and sort keys. Default `declared`: as in the class. */
  readonly naming?: Naming;
  /** Collection paths by class name, such as `{ BlogPost: 'articles' }`. Default: the plural of the name in kebab case. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Row policies, created with `policyFor`: which rows a request can see and change. Default none: all rows. */
  readonly policies?: readonly RowPolicy[];
  /**
   * Settings of PostgreSQL for each request, such as `({ state }) => ({ 'app.tenant': state.user.tenant })`: for row-level security.
   * Each transaction of the request, also of a single read, begins with `set_config(name, value, true)`, in the same round trip; no
   * other request sees them. An `ApiError` that it throws is the answer; any other error, and a value that is no text, is a 500.
   * On other databases it is a `SchemaError`. Default null.
   */
  readonly sessionSettings?: ReadSessionSettings | null;
  /** Hooks, created with `hooksFor`: authorize operations, and run code before and after them. Default none. */
  readonly hooks?: readonly Hooks[];
  /**
   * Writes with the header `Idempotency-Key` run once: a repeated POST or PATCH gets the first answer again. Needs
   * `idempotencyEntity` among the entities of the data source. Default null: the header is ignored.
   */
  readonly idempotency?: Idempotency | null;
  /**
   * Problems that hooks and policies may throw, so that the OpenAPI document lists them: custom ones, and codes of the
   * catalogue such as `unauthorized`. A custom problem that is thrown without being declared becomes a 500. Default none.
   */
  readonly errors?: readonly (OwnProblem | ProblemCode)[];
  /**
   * How answers describe violations of database constraints, by the constraint name that an entity declares, such as
   * `{ CHK_stock: { pointer: '/stock', detail: 'must not be negative' } }`. Default: answers name the constraint, or the
   * members of a unique key.
   */
  readonly constraints?: Readonly<Record<string, ConstraintNote>>;
  /**
   * How answers describe errors that the author's own SQL raises, such as
   * `[{ message: /^over budget/, problem: { code: 'over_budget', status: 409, title: 'Over budget' } }]`. The first rule that an
   * error meets counts. Default: a write that a trigger refuses is a 409 (`conflict`).
   */
  readonly databaseErrors?: readonly DatabaseErrorRule[];
  /** Limits of a request and its answer. Each has a default. */
  readonly limits?: Partial<Limits>;
  /** How long a request waits for the database, in milliseconds. Each has a default. */
  readonly timeouts?: Partial<Timeouts>;
  /**
   * Report the milliseconds spent parsing, planning, executing and rendering in the header `Server-Timing` (W3C Server
   * Timing). Default false, as every client can read it.
   */
  readonly serverTiming?: boolean;
  /**
   * `log`: after the start, reads the catalogue of the database and logs one warning that lists the missing indexes. The start
   * neither waits for it nor fails because of it. Default `off`.
   */
  readonly advice?: AdviceMode;
  /** Receives failed requests and warnings. Default `console`, without mistakes of clients. */
  readonly logger?: Logger;
}

/** Options with every default filled in. */
export type Settings = Readonly<Required<Omit<ApiOptions, 'limits' | 'timeouts'>>> & {
  readonly limits: Limits;
  readonly timeouts: Timeouts;
};
