// A connection of better-sqlite3 with its prepared statements, its cached totals of lists and its busy timeout.
import type { Database, Statement as SqliteStatement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { noteErrorOfRead } from '../../execute/database-error.js';
import type { Row } from '../../sql/row-renderer.js';
import { readBounded } from '../bounded-rows.js';
import type { FurtherStatements, ReadStep } from '../../execute/executor.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';
import { readChangeCounters, type ChangeCounters } from './change-counters.js';
import { TotalCache } from './total-cache.js';

const maxPrepared = 500;
/** In UTF-16 code units. */
const maxPreparedLength = 4 * 1024 * 1024;

/** Runs statements on one connection. */
export class SqliteConnection {
  readonly database: Database;
  readonly #log: Pick<DataSource, 'logger'>;
  readonly #maxBytes: number;
  readonly #prepared = new LRUCache<string, SqliteStatement>({
    max: maxPrepared,
    maxSize: maxPreparedLength,
    sizeCalculation: (_, text) => text.length,
  });
  readonly #totals = new TotalCache();

  /** At most `maxBytes` of the rows of a statement are read. */
  constructor(database: Database, log: Pick<DataSource, 'logger'>, maxBytes: number) {
    this.database = database;
    this.#log = log;
    this.#maxBytes = maxBytes;
  }

  run(call: BoundStatement): QueryResult {
    const { text } = call.statement;
    this.#log.logger.logQuery(text, call.parameters);
    try {
      return this.#execute(call);
    } catch (error) {
      noteErrorOfRead(error, text);
      throw error;
    }
  }

  #execute({ statement: { text, isLarge, isKept }, parameters }: BoundStatement): QueryResult {
    const statement = isKept ? this.prepare(text) : this.#prepareOnce(text);
    if (!statement.reader) return { rows: [], affected: statement.run(parameters).changes };
    if (isLarge) return readBounded(this.#maxBytes, statement.iterate(parameters) as IterableIterator<Row>);
    // `all()` even for one row: `get()` on INSERT ... RETURNING leaves the statement unfinished, which blocks WAL checkpoints.
    const rows = statement.all(parameters) as Row[];
    return { rows, affected: rows.length };
  }

  /** No other statement of this process runs in between, but other processes can write to a file. */
  readSnapshot(first: BoundStatement, further: FurtherStatements): readonly QueryResult[] {
    if (this.database.memory) return this.#readInOrder(first, further, (call) => this.#totals.count(call));
    return this.#readUnchanged(first, further) ?? this.#readInTransaction(first, further);
  }

  /** The state of the database; undefined where its changes may go unreported. */
  readState(): ChangeCounters | undefined {
    return this.#runSteps(readChangeCounters());
  }

  prepare(text: string): SqliteStatement {
    const known = this.#prepared.get(text);
    if (known) return known;
    const statement = this.#prepareOnce(text);
    this.#prepared.set(text, statement);
    return statement;
  }

  #prepareOnce(text: string): SqliteStatement {
    const statement = this.database.prepare(text);
    return statement.reader ? statement.raw() : statement;
  }

  /** Checks for writes in between, which costs less than a transaction. Undefined if another connection wrote. */
  #readUnchanged(first: BoundStatement, further: FurtherStatements): readonly QueryResult[] | undefined {
    const state = this.#runSteps(this.#totals.state());
    if (state === undefined) return undefined;
    const answers = this.#readInOrder(first, further, (call) => this.#totals.countAt(state, call));
    return answers.length === 1 || this.#runSteps(this.#totals.isUnchangedByOthers(state))
      ? answers
      : undefined;
  }

  #readInTransaction(first: BoundStatement, further: FurtherStatements): readonly QueryResult[] {
    this.prepare('BEGIN').run();
    try {
      return this.#readInOrder(first, further, (call) => this.#totals.count(call));
    } finally {
      if (this.database.inTransaction) this.prepare('COMMIT').run();
    }
  }

  #readInOrder(
    first: BoundStatement,
    further: FurtherStatements,
    count: (call: BoundStatement) => Generator<BoundStatement, QueryResult, QueryResult>,
  ): readonly QueryResult[] {
    const run = (call: BoundStatement) => (call.isTotal ? this.#runSteps(count(call)) : this.run(call));
    const all: QueryResult[] = [];
    let step: ReadStep = { calls: [first], further };
    for (;;) {
      const answers = step.calls.map(run);
      all.push(...answers);
      if (step.further === null || answers.some(({ cut }) => cut)) return all;
      step = step.further(answers);
    }
  }

  #runSteps<T>(steps: Generator<BoundStatement, T, QueryResult>): T {
    let step = steps.next();
    while (!step.done) step = steps.next(this.run(step.value));
    return step.value;
  }
}

/**
 * How long better-sqlite3 may block the event loop for a file that another process has locked, in milliseconds. Its default
 * is 5 s.
 */
const maxBusyMs = 50;

interface BusyTimeout {
  readonly ms: number;
  waiters: number;
}

const busyTimeouts = new WeakMap<Database, BusyTimeout>();

/** Lowers the busy timeout of a connection to the maximum, on the first call. */
export function limitBusyTimeout(database: Database): BusyTimeout {
  const known = busyTimeouts.get(database);
  if (known) return known;
  const current = Number(database.pragma('busy_timeout', { simple: true }));
  const busyTimeout: BusyTimeout = { ms: Math.min(current, maxBusyMs), waiters: 0 };
  if (current > maxBusyMs) setBusyTimeout(database, maxBusyMs);
  busyTimeouts.set(database, busyTimeout);
  return busyTimeout;
}

/** Disables the busy timeout while a caller waits asynchronously; call the result to restore it. */
export function suspendBusyTimeout(database: Database): () => void {
  const busyTimeout = limitBusyTimeout(database);
  if (busyTimeout.waiters++ === 0) setBusyTimeout(database, 0);
  return () => {
    if (--busyTimeout.waiters === 0 && database.open) setBusyTimeout(database, busyTimeout.ms);
  };
}

function setBusyTimeout(database: Database, ms: number): void {
  database.pragma(`busy_timeout = ${ms}`);
}
