// Deletes expired idempotency keys beside the requests, at most once a minute unless many are left.
import type { Logger } from '../options.js';
import { maxExpired, type IdempotencyStatements } from '../sql/idempotency-sql.js';
import { DatabaseError, getStringProperty } from './database-error.js';
import type { Executor } from './executor.js';
import type { KeyStore } from './idempotent-script.js';
import { run, type Script } from './script.js';

const intervalMs = 60_000;

/** Returns a function that starts a sweep if one is due. It neither waits nor throws; a failure is a warning. */
export function createKeySweep(store: KeyStore, executor: Executor, logger: Logger): () => void {
  let due = -Infinity;
  return () => {
    if (performance.now() < due) return;
    due = performance.now() + intervalMs;
    deleteExpiredKeys(store, executor).then(
      (count) => {
        if (count === maxExpired) due = -Infinity;
      },
      (error: unknown) => {
        warn(logger, error).catch((failure: unknown) => {
          console.error(failure);
        });
      },
    );
  };
}

async function deleteExpiredKeys({ statements, keepMs }: KeyStore, executor: Executor): Promise<number> {
  const before = Date.now() - keepMs;
  return await executor.write(() => deleteKeys(statements, before));
}

/** Two statements: a DELETE that reads the ids itself would lock rows that are in use. */
function* deleteKeys(statements: IdempotencyStatements, before: number): Script<number> {
  const { rows } = yield* run(statements.selectExpired, [before]);
  // A key may have been renewed since.
  if (rows.length > 0) yield* run(statements.deleteExpired, [rows.map(([id]) => id), before]);
  return rows.length;
}

async function warn(logger: Logger, error: unknown): Promise<void> {
  const cause = error instanceof DatabaseError ? (error.cause ?? error) : error;
  const entry = { name: getStringProperty(cause, 'name'), message: getStringProperty(cause, 'message') };
  await logger.warn({ error: entry }, 'Expired idempotency keys could not be deleted');
}
