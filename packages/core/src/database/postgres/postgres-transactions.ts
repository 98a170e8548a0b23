// The transactions of writes on PostgreSQL: of a batch in one round trip, of a script, and of a script with listeners. A write is
// never cancelled for too many rows, as that would roll it back.
import type { Client } from 'pg';
import {
  emptyResult,
  type BoundStatement,
  type PipelineStep,
  type QueryResult,
  type Script,
} from '../../execute/script.js';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import { requireStatement, runScript } from '../run-script.js';
import { runInTransaction, type TransactionControl } from '../transaction.js';
import { runTypeormTransaction } from '../typeorm-transaction.js';
import type { RunnerConnection } from './postgres-connection.js';
import { ignoreCut, requireOnlyResult, type RunStatements } from './postgres-queries.js';

/** The statements commit together. */
export function runBatch(
  run: RunStatements,
  use: ConnectionUse<Client>,
  calls: readonly BoundStatement[],
): Promise<readonly QueryResult[]> {
  return run(use.connection, calls, use, ignoreCut).then((answers) => {
    use.confirmCommit();
    return answers;
  });
}

/** Runs the steps of a script in one transaction. */
export function runScriptInTransaction<T>(
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

/** Runs a script in a transaction of TypeORM's runner, which listeners and hooks use, too. */
export function writeWithListeners<T>(
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
