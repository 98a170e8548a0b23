// PostgreSQL by node-postgres: a pool of connections; named prepared statements; rows as arrays.
import type { Client } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import { runScript, requireStatement } from '../run-script.js';
import { after } from '../../execute/awaitable.js';
import type { Executor } from '../../execute/executor.js';
import { runTypeormTransaction } from '../typeorm-transaction.js';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import { classifyPostgresError } from './postgres-errors.js';
import type { RunnerConnection } from './postgres-connection.js';
import { lockExcludingTables, lockRetry } from './postgres-locks.js';
import { connectTo, type PooledDriver } from './postgres-pools.js';
import { createPostgresRunner, type RunStatements } from './postgres-queries.js';
import { bindSettings, openScript, openWith } from './postgres-session.js';
import { readSnapshot } from './postgres-snapshot.js';
import {
  emptyResult,
  type QueryResult,
  type Script,
  type BoundStatement,
  type PipelineStep,
} from '../../execute/script.js';
import { SharedReads } from './shared-reads.js';
import { createServerPools, noScans, type ServerPools } from '../pool/server-pools.js';
import { runInTransaction, type TransactionControl } from '../transaction.js';

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
  return createBoundExecutor({ pools, run, shared }, {});
}

/** What the executors of all requests share. */
interface ExecutorParts {
  readonly pools: ServerPools<Client, RunnerConnection>;
  readonly run: RunStatements;
  readonly shared: SharedReads;
}

/** What the transactions of one request are bound to. */
interface RequestBinding {
  readonly signal?: AbortSignal | undefined;
  /** The first statement of each of its transactions; null or undefined for none. */
  readonly opening?: BoundStatement | null;
}

function createBoundExecutor(parts: ExecutorParts, binding: RequestBinding): Executor {
  const { pools, run } = parts;
  const { signal, opening = null } = binding;
  return {
    read: createRead(parts, binding),
    readSnapshot: (first, further, scans) =>
      pools.read(scans, (use) => readSnapshot(run, use, { first, further }, opening), signal),
    sendsTogether: true,
    write: (script) => {
      const runAttempt = countAttempts(run);
      return pools.write(
        (use) => runScriptInTransaction(openWith(runAttempt(), opening), use, script()),
        signal,
      );
    },
    writeBatch: (calls, finish) => {
      const runAttempt = countAttempts(run);
      const running = pools.write((use) => runBatch(openWith(runAttempt(), opening), use, calls), signal);
      return after(running, finish);
    },
    writeWithListeners: (script) => {
      const runAttempt = countAttempts(run);
      return pools.writeOnRunner(
        (use) => writeWithListeners(runAttempt(), use, openScript(script(), opening)),
        signal,
      );
    },
    ping: () => pools.ping(),
    withSettings: (settings) => createBoundExecutor(parts, { signal, opening: bindSettings(settings) }),
    withSignal: (other) => createBoundExecutor(parts, { signal: other, opening }),
  };
}

/** Reads by key without settings of their request share round trips. */
function createRead(
  { pools, run, shared }: ExecutorParts,
  { signal, opening }: RequestBinding,
): Executor['read'] {
  if (opening)
    return (call, scans) => pools.read(scans, (use) => readOne(openWith(run, opening), use, call), signal);
  return (call, scans) =>
    scans.length === 0 && call.statement.isShort && call.statement.isKept
      ? shared.read(call, signal)
      : pools.read(scans, (use) => readOne(run, use, call), signal);
}

/** How the statements of each attempt of one write run. */
function countAttempts(run: RunStatements): () => RunStatements {
  let attempts = 0;
  return () => (attempts++ === 0 ? run : lockRetry(run));
}

function logStatements({ logger }: DataSource, run: RunStatements): RunStatements {
  return (client, calls, bounds, onCut) => {
    for (const { statement, parameters } of calls) logger.logQuery(statement.text, parameters);
    return run(client, calls, bounds, onCut);
  };
}

/**
 * A write is never cancelled, as that would roll it back; reads that share a round trip have no rows to cut. Rows past the
 * maximum are discarded as they arrive.
 */
const ignoreCut = () => undefined;

/** The statements commit together. */
function runBatch(
  run: RunStatements,
  use: ConnectionUse<Client>,
  calls: readonly BoundStatement[],
): Promise<readonly QueryResult[]> {
  return run(use.connection, calls, use, ignoreCut).then((answers) => {
    use.confirmCommit();
    return answers;
  });
}

function runScriptInTransaction<T>(
  run: RunStatements,
  use: ConnectionUse<Client>,
  script: Script<T>,
): Promise<T> {
  return runInTransaction(createTransactionControl(use), () =>
    runScript(script, (call) => {
      use.throwIfInterrupted();
      if ('calls' in call) return runTogether(run, use, call);
      return requireOnlyResult(run(use.connection, [requireStatement(call)], use, ignoreCut));
    }),
  );
}

async function runTogether(
  run: RunStatements,
  use: ConnectionUse<Client>,
  { calls }: PipelineStep,
): Promise<QueryResult> {
  return { ...emptyResult, answers: await run(use.connection, calls, use, ignoreCut) };
}

function writeWithListeners<T>(
  run: RunStatements,
  use: ConnectionUse<RunnerConnection>,
  script: Script<T>,
): Promise<T> {
  const { dataSource, runner, client } = use.connection;
  return runTypeormTransaction(script, {
    dataSource,
    runner,
    execute: (call) => {
      use.throwIfInterrupted();
      return requireOnlyResult(run(client, [call], use, ignoreCut));
    },
    throwIfInterrupted: () => {
      use.throwIfInterrupted();
    },
    commit: async (commit) => {
      requireSound(client);
      await commit();
      use.confirmCommit();
    },
    abandon: () => {
      use.markBroken();
    },
  });
}

/** PostgreSQL answers COMMIT without an error after a failed statement, and rolls back: a hook may have caught its error. */
function requireSound(client: Partial<Pick<Client, 'getTransactionStatus'>>): void {
  if (client.getTransactionStatus?.() === 'E')
    throw new Error('A statement of a hook or a listener failed, which ended the transaction of the write.');
}

async function requireOnlyResult(answers: Promise<readonly QueryResult[]>): Promise<QueryResult> {
  const [answer] = await answers;
  if (!answer) throw new Error('The statement has no result.');
  return answer;
}

function readOne(run: RunStatements, use: ConnectionUse<Client>, call: BoundStatement): Promise<QueryResult> {
  return requireOnlyResult(
    run(use.connection, [call], use, () => {
      void use.cancelStatement();
    }),
  );
}

function createTransactionControl(use: ConnectionUse<Client>): TransactionControl {
  return {
    begin: 'BEGIN',
    run: (sql) => use.connection.query(sql),
    commit: async () => {
      use.throwIfInterrupted();
      await use.connection.query('COMMIT');
      use.confirmCommit();
    },
    markBroken: () => {
      use.markBroken();
    },
  };
}
