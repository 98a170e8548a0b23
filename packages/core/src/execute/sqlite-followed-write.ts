// A followed write on SQLite's one connection. No statement waits there, but a listener or a hook may, and everybody else
// with it: when its time is up, the transaction is undone without it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseError } from './database-error.js';
import { followedWrite, type Followed } from './followed-write.js';
import type { Script } from './script.js';

/** A listener or a hook was not waited for any longer. */
class GivenUp extends DatabaseError {}

/** A transaction of TypeORM on the connection that all requests share. */
export interface SqliteFollowed extends Pick<Followed, 'dataSource' | 'ask' | 'abandon'> {
  /** How long it may take, in milliseconds. */
  readonly statementMs: number;
}

/** Runs a script in a transaction of TypeORM. Throws a `DatabaseError` (`timeout`) after `statementMs`. */
export async function sqliteFollowedWrite<T>(
  script: Script<T>,
  { dataSource, ask, abandon, statementMs }: SqliteFollowed,
): Promise<T> {
  const runner = dataSource.createQueryRunner('master');
  const ended = new AbortController();
  const interrupted = interruption(statementMs, ended.signal);
  try {
    return await followedWrite(script, {
      dataSource,
      runner,
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

/** What can be said of a runner only by writing where TypeORM notes it. */
interface Revocable {
  isReleased: boolean;
}

/** Where TypeORM's SQLite drivers keep it. */
interface LendingDriver {
  queryRunner?: QueryRunner | undefined;
}

/** After a transaction that ended without the runner's knowledge: it would go on to think itself in that transaction. */
function forgetRunner({ driver }: DataSource): void {
  (driver as LendingDriver).queryRunner = undefined;
}

/** Whoever goes on with the runner is refused. Others get a new one. */
function revokeRunner(dataSource: DataSource, runner: QueryRunner): void {
  (runner as Revocable).isReleased = true;
  forgetRunner(dataSource);
}
