// The statements and writes of a transaction that a group of writes shares.
import type { QueuedWrite } from './queued-write.js';
import { classifySqliteError } from './sqlite-errors.js';
import { throwIfCancelled } from './wait-bounds.js';

/** A statement that begins or ends a transaction or a savepoint. */
interface ControlStep {
  readonly control: string;
}

/** A write to run. */
interface WriteStep {
  readonly write: QueuedWrite;
}

/** The steps of a group. An error of a step is thrown into them. */
export type GroupSteps<T = void> = Generator<ControlStep | WriteStep, T, void>;

// IMMEDIATE: a transaction that writes takes its lock before it reads.
export const begin: ControlStep = { control: 'BEGIN IMMEDIATE' };
export const commit: ControlStep = { control: 'COMMIT' };
const rollback: ControlStep = { control: 'ROLLBACK' };
const save: ControlStep = { control: 'SAVEPOINT "write"' };
const release: ControlStep = { control: 'RELEASE "write"' };
const rollbackToSave: ControlStep = { control: 'ROLLBACK TO "write"' };

/** Runs one write of a group. Throws where the whole transaction has to be rolled back. */
export type RunWrite = (write: QueuedWrite) => GroupSteps;

/** Runs writes until the time is up, and commits those that did not fail. Returns the number of writes that were run. */
export function* commitTogether(
  group: readonly QueuedWrite[],
  ms: number,
  run: RunWrite,
): GroupSteps<number> {
  const latest = performance.now() + ms;
  yield begin;
  try {
    let count = 0;
    for (const write of group) {
      yield* run(write);
      count++;
      if (performance.now() > latest) break;
    }
    for (const { bounds } of group.slice(0, count)) throwIfCancelled(bounds);
    yield commit;
    return count;
  } catch (error) {
    yield* rollBack();
    throw error;
  }
}

export function* runAlone(write: QueuedWrite): GroupSteps {
  yield { write };
}

/** A write of a group has failed, and there is no savepoint before it. */
export class FailedWrite extends Error {}

export function* runWithoutSavepoint(write: QueuedWrite): GroupSteps {
  try {
    yield { write };
  } catch (error) {
    throw new FailedWrite('A write of a group has failed.', { cause: error });
  }
}

/** Throws if the database has rolled the whole transaction back, as it does after some errors. */
export function* runInSavepoint(write: QueuedWrite): GroupSteps {
  yield save;
  try {
    yield { write };
  } catch (error) {
    yield rollbackToSave;
    write.fail(classifySqliteError(error));
  }
  yield release;
}

/**
 * Ignores errors: the database may have rolled back already. Tries twice, as all requests would wait for a transaction that is
 * left open.
 */
export function* rollBack(): GroupSteps {
  for (let attempt = 0; attempt < 2; attempt++)
    try {
      yield rollback;
      return;
    } catch {
      // The error of the write says more.
    }
}
