// PostgreSQL by node-postgres: a pool of connections; named prepared statements; rows as arrays.
import type { Client } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import { after, type Awaitable } from '../../execute/awaitable.js';
import type { Executor, FurtherStatements, SearchedScript } from '../../execute/executor.js';
import type { TableScan } from '../../sql/condition-scans.js';
import type { SessionSettings } from '../../vocabulary/session-settings.js';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import { classifyPostgresError } from './postgres-errors.js';
import type { RunnerConnection } from './postgres-connection.js';
import { lockExcludingTables, lockRetry } from './postgres-locks.js';
import { connectTo, type PooledDriver } from './postgres-pools.js';
import {
  createPostgresRunner,
  ignoreCut,
  requireOnlyResult,
  type RunStatements,
} from './postgres-queries.js';
import { bindSettings, openScript, openWith } from './postgres-session.js';
import { readSnapshot } from './postgres-snapshot.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';
import { runBatch, runScriptInTransaction, writeWithListeners } from './postgres-transactions.js';
import { SharedReads } from './shared-reads.js';
import { createServerPools, noScans, type ServerPools } from '../pool/server-pools.js';

/** Runs scripts on PostgreSQL: reads on a replica where there is one, writes on the primary. */
export function createPostgresExecutor(dataSource: DataSource, { timeouts, limits }: Settings): Executor {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const runStatements = createPostgresRunner(driver.postgres.utils.prepareValue, limits.responseBytes);
  const run = lockExcludingTables(dataSource, logStatements(dataSource, runStatements));
  const pools = createServerPools(connectTo(dataSource, driver), {
    classify: classifyPostgresError,
    timeouts,
  });
  const shared = new SharedReads({
    runAlone: (call, signal) => pools.read(noScans, (use) => readOne(run, use, call), signal),
    runTogether: (calls, clients) =>
      pools.readTogether((use) => run(use.connection, calls, use, ignoreCut), clients),
  });
  return new BoundExecutor({ pools, run, shared }, undefined, null);
}

/** What the executors of all requests share. */
interface ExecutorParts {
  readonly pools: ServerPools<Client, RunnerConnection>;
  readonly run: RunStatements;
  readonly shared: SharedReads;
}

/** The executor of one request. A class: each request has one, which costs an object, and not a function for each method. */
class BoundExecutor implements Executor {
  readonly sendsTogether = true;
  readonly #parts: ExecutorParts;
  readonly #signal: AbortSignal | undefined;
  /** The first statement of each of its transactions; null for none. */
  readonly #opening: BoundStatement | null;

  constructor(parts: ExecutorParts, signal: AbortSignal | undefined, opening: BoundStatement | null) {
    this.#parts = parts;
    this.#signal = signal;
    this.#opening = opening;
  }

  /** Reads by key without settings of their request share round trips. */
  read(call: BoundStatement, scans: readonly TableScan[]): Awaitable<QueryResult> {
    const { pools, run, shared } = this.#parts;
    const { statement } = call;
    if (!this.#opening && scans.length === 0 && statement.isShort && statement.isKept)
      return shared.read(call, this.#signal);
    return pools.read(scans, (use) => readOne(openWith(run, this.#opening), use, call), this.#signal);
  }

  readSnapshot(
    first: BoundStatement,
    further: FurtherStatements,
    scans: readonly TableScan[],
  ): Awaitable<readonly QueryResult[]> {
    const { pools, run } = this.#parts;
    return pools.read(
      scans,
      (use) => readSnapshot(run, use, { first, further }, this.#opening),
      this.#signal,
    );
  }

  write<T>(script: SearchedScript<T>): Awaitable<T> {
    const runAttempt = this.#countAttempts();
    return this.#parts.pools.write(
      (use) => runScriptInTransaction(openWith(runAttempt(), this.#opening), use, script()),
      this.#signal,
    );
  }

  writeBatch<T>(
    calls: readonly BoundStatement[],
    finish: (answers: readonly QueryResult[]) => T,
  ): Awaitable<T> {
    const runAttempt = this.#countAttempts();
    const running = this.#parts.pools.write(
      (use) => runBatch(openWith(runAttempt(), this.#opening), use, calls),
      this.#signal,
    );
    return after(running, finish);
  }

  writeWithListeners<T>(script: SearchedScript<T>): Awaitable<T> {
    const runAttempt = this.#countAttempts();
    return this.#parts.pools.writeOnRunner(
      (use) => writeWithListeners(runAttempt(), use, openScript(script(), this.#opening)),
      this.#signal,
    );
  }

  ping(): Promise<void> {
    return this.#parts.pools.ping();
  }

  withSettings(settings: SessionSettings): Executor {
    return new BoundExecutor(this.#parts, this.#signal, bindSettings(settings));
  }

  withSignal(signal: AbortSignal): Executor {
    return new BoundExecutor(this.#parts, signal, this.#opening);
  }

  /** How the statements of each attempt of one write run. */
  #countAttempts(): () => RunStatements {
    const { run } = this.#parts;
    let attempts = 0;
    return () => (attempts++ === 0 ? run : lockRetry(run));
  }
}

function logStatements({ logger }: DataSource, run: RunStatements): RunStatements {
  return (client, calls, bounds, onCut) => {
    for (const { statement, parameters } of calls) logger.logQuery(statement.text, parameters);
    return run(client, calls, bounds, onCut);
  };
}

function readOne(run: RunStatements, use: ConnectionUse<Client>, call: BoundStatement): Promise<QueryResult> {
  return requireOnlyResult(
    run(use.connection, [call], use, () => {
      void use.cancelStatement();
    }),
  );
}
