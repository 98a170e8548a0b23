// Warns after the start of settings of a data source that cannot keep what docs/guide/failover.md promises.
import type { Executor } from '../execute/executor.js';
import type { Logger } from '../options.js';
import { runAfterStart } from './after-start.js';
import type { ClockSettings } from './clock-warnings.js';
import { createRowReader } from './row-reader.js';

/** How a data source connects to its servers. database/ reads it. */
export interface ConnectionSettings {
  /** Settings of the user with which a process may wait for a server for ever, such as `connectTimeout: 0`. */
  readonly endless: readonly string[];
  /** The maximum of connections that one pool opens to one server. */
  readonly poolSize: number;
  /** Selects the number of connections that the server allows this user. */
  readonly selectAllowed: string;
  readonly clock: ClockSettings;
}

/** What the drivers use where the user sets nothing. Every ordinary server allows more, and is not asked. */
const defaultPoolSize = 10;

/** Logs each kind of fault once. Asks the server only where the pool is larger than the default. */
export function warnOfConnections(
  { endless, poolSize, selectAllowed }: ConnectionSettings,
  executor: Executor,
  logger: Logger,
): void {
  if (endless.length > 0)
    runAfterStart(async () => {
      await logger.warn(
        { settings: endless },
        'These settings have no end: after a failure of a server, the process may never reach it again.',
      );
    });
  if (poolSize > defaultPoolSize)
    runAfterStart(async () => {
      const allowed = await readAllowed(executor, selectAllowed);
      if (allowed === undefined || allowed >= poolSize) return;
      await logger.warn(
        { poolSize, allowed },
        'The pool may open more connections than the server allows: requests under load are answered 503. Make the pool smaller, or put a pooler before the server.',
      );
    });
}

/** Undefined where the server does not answer: requests log that. */
async function readAllowed(executor: Executor, select: string): Promise<number | undefined> {
  const read = createRowReader(executor);
  const rows = await read(select, []).catch(() => []);
  return rows[0] && Number(rows[0][0]);
}
