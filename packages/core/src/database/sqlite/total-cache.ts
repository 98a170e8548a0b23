// Caches totals of lists until the database changes: counting is half of the cost of a short page. SQLite reports every
// change, so a total is never older than its page: docs/decisions/0013-lists-on-sqlite.md.
import { LRUCache } from 'lru-cache';
import { createFixedStatement } from '../../sql/statement.js';
import { bindStatement, type QueryResult, type BoundStatement } from '../../execute/script.js';
import { readChangeCounters, type ChangeCounters } from './change-counters.js';

/** One of the counters alone: changes with every write of another connection, and costs less. */
const otherWritesQuery = bindStatement(createFixedStatement('PRAGMA data_version'), []);

/** Sources whose changes SQLite does not report: a view may read the clock, a virtual table any other source. */
const untrackedSourcesQuery = bindStatement(
  createFixedStatement(
    "SELECT 1 FROM sqlite_schema WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1",
  ),
  [],
);

interface Total {
  readonly answer: QueryResult;
  /** `text` of the state in which it was counted. */
  readonly state: string;
}

const maxTotals = 1_000;
const maxKeyLength = 1_000;

/** The totals of one connection. */
export class TotalCache {
  readonly #totals = new LRUCache<string, Total>({ max: maxTotals });
  #schema: unknown;
  /** Whether the schema has sources whose changes are not reported. */
  #hasUntrackedSources = true;

  /**
   * Counts only if the database has changed since the total was cached. Yields the statements to run, all of them in the
   * transaction of the page. That must not write: its rollback would go unnoticed.
   */
  *count(call: BoundStatement): Generator<BoundStatement, QueryResult, QueryResult> {
    return yield* this.countAt(yield* this.state(), call);
  }

  /** The same for a known state of the database. */
  *countAt(
    readCounters: ChangeCounters | undefined,
    call: BoundStatement,
  ): Generator<BoundStatement, QueryResult, QueryResult> {
    const key = buildCacheKey(call);
    if (key === undefined || readCounters === undefined) return yield call;
    const known = this.#totals.get(key);
    if (known?.state === readCounters.text) return known.answer;
    const answer = yield call;
    this.#totals.set(key, { answer, state: readCounters.text });
    return answer;
  }

  /** The current state of the database; undefined where changes may go unreported. */
  *state(): Generator<BoundStatement, ChangeCounters | undefined, QueryResult> {
    const counters = yield* readChangeCounters();
    if (counters === undefined) return undefined;
    const { schema } = counters;
    if (schema !== this.#schema) this.#hasUntrackedSources = (yield untrackedSourcesQuery).rows.length > 0;
    this.#schema = schema;
    return this.#hasUntrackedSources ? undefined : counters;
  }

  /** Whether no other connection has written since the database was in this state. */
  *isUnchangedByOthers({ otherWrites }: ChangeCounters): Generator<BoundStatement, boolean, QueryResult> {
    return (yield otherWritesQuery).rows[0]?.[0] === otherWrites;
  }
}

/** Undefined for parameters without an unambiguous text, and for keys that are too long to cache. */
function buildCacheKey({ statement, parameters }: BoundStatement): string | undefined {
  let key = statement.name;
  for (const parameter of parameters) {
    if (typeof parameter === 'object' && parameter !== null) return undefined;
    const text = String(parameter);
    key += ` ${typeof parameter} ${text.length} ${text}`;
  }
  return key.length > maxKeyLength ? undefined : key;
}
