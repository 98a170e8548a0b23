// Warns after the start of a server that cannot keep what the API promises.
import type { Executor } from '../execute/executor.js';
import type { Logger } from '../options.js';
import { warnOfClocks } from './clock-warnings.js';
import { warnOfConnections, type ConnectionSettings } from './connection-warnings.js';

/** Logs each kind of fault once. `serverTimes`: columns without a zone that the server fills in. */
export function warnOfServer(
  connections: ConnectionSettings,
  serverTimes: readonly string[],
  executor: Executor,
  logger: Logger,
): void {
  warnOfConnections(connections, executor, logger);
  warnOfClocks(connections.clock, serverTimes, executor, logger);
}
