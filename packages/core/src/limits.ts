// Limits of requests and answers, and timeouts, with their defaults.

/**
 * Limits of a single request and of its answer. A request that exceeds one is a 400, or a 413 for `bodySize`, and the
 * problem document names the limit. Every limit is a positive integer.
 */
export interface Limits {
  /** Maximum number of values in one list: a repeated filter parameter, or an array of ids in a body. Default 100. */
  readonly listLength: number;
  /** Maximum number of filters in one request. Default 20. */
  readonly filters: number;
  /**
   * Maximum number of comparisons that the filters of one request make of each row: a filter makes one for each member of its
   * group, times its words, and one for each ten values of a list. Default 250.
   */
  readonly comparisons: number;
  /**
   * Maximum length of a statement that a list, an aggregate or an export compiles to, in UTF-16 code units. Default 131,072.
   */
  readonly statementLength: number;
  /** Maximum length of one query value, in characters (Unicode code points). Default 1,024. */
  readonly valueLength: number;
  /** Maximum size of a request body, in bytes after decompression. A larger one is a 413 `body_too_large`. Default 1 MiB. */
  readonly bodySize: number;
  /** Maximum depth of nested objects and arrays in a body. A deeper one is a 400 `malformed_body`. Default 16. */
  readonly jsonDepth: number;
  /** Maximum number of rows skipped before a page: (`page` - 1) × `per_page`. Default 100,000. */
  readonly offset: number;
  /**
   * Maximum size of an answer, in bytes. A larger list is a 400 `response_too_large`; of a single entity, non-unique
   * eager-loaded edges are cut to fit and named in `truncated_edges`. A write with a larger answer writes nothing. Default 8 MiB: a pool of ten connections then fits its concurrent answers into a heap of 256 MB.
   */
  readonly responseBytes: number;
  /** Maximum length of the value of a `where` parameter, in UTF-16 code units. Default 4,096. */
  readonly whereLength: number;
  /** Maximum depth of nested objects in the value of a `where` parameter. Default 5. */
  readonly whereDepth: number;
  /** Maximum number of paths in `include`. Default 10. */
  readonly includes: number;
  /**
   * Maximum number of embedded entities of all paths in `include` together: `per_page` times the limits along each path.
   * Default 10,000.
   */
  readonly nodes: number;
  /** Maximum number of rows that `count=limited` counts; more are not an error. Default 10,000. */
  readonly count: number;
  /** Maximum number of keys in `group_by`. Default 3. */
  readonly groupKeys: number;
  /** Maximum number of measures of an aggregate. Default 10. */
  readonly measures: number;
  /** Maximum number of concurrent exports in one process; one more is a 503 `unavailable`. Default 4. */
  readonly exports: number;
  /**
   * Maximum number of entities that one request creates, updates or deletes: of items in its body, of objects in their edges
   * (`@NestedCreate`), also in the body of a single entity, and of those that its filters find. Default 1,000.
   */
  readonly bulk: number;
  /**
   * Maximum number of ids in the lists of edges of one request: those of all items and of the objects in their edges together.
   * Default 10,000.
   */
  readonly edgeIds: number;
}

/** How long a request waits for the database, in milliseconds. */
export interface Timeouts {
  /**
   * Maximum time to wait for the database: for a free connection of the pool; on SQLite for the end of another transaction,
   * in this or another process. Then the answer is a 503 `unavailable`. Default 5,000.
   */
  readonly acquireMs: number;
  /**
   * Maximum total time of the statements of a request, including locks, listeners and hooks; on SQLite, of long reads of a
   * file and of the listeners and hooks of a write. Then they are cancelled, a write is rolled back, and the answer is a
   * 504 `timeout`. Default 10,000.
   */
  readonly statementMs: number;
}

/** The limits of an API without the option. */
export const defaultLimits: Limits = {
  listLength: 100,
  filters: 20,
  comparisons: 250,
  statementLength: 128 * 1024,
  valueLength: 1024,
  bodySize: 1024 * 1024,
  jsonDepth: 16,
  offset: 100_000,
  responseBytes: 8 * 1024 * 1024,
  whereLength: 4096,
  whereDepth: 5,
  includes: 10,
  nodes: 10_000,
  count: 10_000,
  groupKeys: 3,
  measures: 10,
  exports: 4,
  bulk: 1000,
  edgeIds: 10_000,
};

/** The timeouts of an API without the option. */
export const defaultTimeouts: Timeouts = { acquireMs: 5_000, statementMs: 10_000 };
