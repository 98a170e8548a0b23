// A followed write on SQLite's one connection. No statement waits there, but a listener or a hook may, and everybody else
// with it: when its time is up, the transaction is undone without it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { DatabaseError } from './database-error.js';
import { followedWrite, type Followed } from './followed-write.js';
import type { Script } from './script.js';
import { forgetRunner, revokeRunner } from './shared-runner.js';

/** A listener or a hook was not waited for any longer. */
class GivenUp extends DatabaseError {}

/** Runs a script in a transaction of TypeORM. Throws a `DatabaseError` (`timeout`) after `statementMs`. */
export async function sqliteFollowedWrite<T>(
  dataSource: DataSource,
  script: Script<T>,
  { ask, abandon }: Followed,
  statementMs: number,
): Promise<T> {
  const runner = dataSource.createQueryRunner('master');
  const ended = new AbortController();
  const interrupted = interruption(statementMs, ended.signal);
  try {
    return await followedWrite(dataSource, runner, script, {
      ask,
      abandon: () => {
        abandon();
        forgetRunner(dataSource);
      },
      interrupted,
    });
  } catch (error) {
    // What goes on has no transaction any more: whatever it writes then would stay.
    if (error instanceof GivenUp) revokeRunner(dataSource, runner);
    throw error;
  } finally {
    ended.abort();
    await runner.release();
  }
}

/** Rejects when the time has passed. Whoever has ended before does not wait for it. */
function interruption(ms: number, signal: AbortSignal): Promise<never> {
  const interrupted = sleep(ms, undefined, { signal, ref: false }).then(() => {
    throw new GivenUp('timeout', new Error('A listener or a hook did not end in time.'));
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
