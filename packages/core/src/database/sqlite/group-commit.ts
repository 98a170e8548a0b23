// Group commit: writes that wait at the same time share one transaction. A transaction costs more than a small write, above all
// where it waits for the disk: docs/decisions/0085-group-commit-on-sqlite.md.
import type { ApiError } from '../../errors.js';
import type { Awaitable } from '../../execute/awaitable.js';
import type { DatabaseError } from '../../execute/database-error.js';
import type { Script } from '../../execute/script.js';
import { runScriptSync } from '../run-script.js';
import { findCancellation, findLateness, type WaitBounds } from './wait-bounds.js';
import type { AsyncConnection, QueuedWrite, SyncConnection, WriteRequest } from './queued-write.js';
import { createQueuedWrite } from './queued-write.js';
import {
  begin,
  commit,
  commitTogether,
  FailedWrite,
  rollBack,
  runAlone,
  runInSavepoint,
  runWithoutSavepoint,
  type GroupSteps,
} from './group-steps.js';
import { classifySqliteError } from './sqlite-errors.js';

/** How large a group may become: reads wait for its end, and so do its own first writes. */
export interface GroupLimits {
  readonly writes: number;
  /** After so many milliseconds, no further write begins. */
  readonly ms: number;
}

const defaultLimits: GroupLimits = { writes: 64, ms: 10 };

/** Runs a script in a transaction, which it may share with other writes. Throws what `WriteQueue.add` throws. */
export type WriteScript = <T>(script: () => Script<T>, bounds: WaitBounds) => Awaitable<T>;

/** After so many groups of one write, the next one is probably alone, too. */
const quietAfter = 4;
/** Of writes that are probably alone, one in so many waits nevertheless, to find out. */
const probeInterval = 16;

/** After a write has failed among others, so many groups have a savepoint for each write from the start. */
const savepointsAfterFailure = 64;

/** Writes that wait for a transaction, in the order of their arrival. */
export class WriteQueue {
  readonly #writes: QueuedWrite[] = [];
  readonly #start: () => void;
  readonly #limits: GroupLimits;
  #isStarted = false;
  /** How many of the latest groups had one write. */
  #singles = 0;
  /** How many of the next groups have savepoints. */
  #groupsWithSavepoints = 0;

  /** `start` is called when a write arrives: run groups while `findOldest` finds a write. */
  constructor(start: () => void, limits = defaultLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * Adds a write. Settles after the COMMIT. Throws what the script throws, and `unavailable` or `cancelled` where it could not
   * begin in time. `script` is called for each attempt.
   */
  add<T>(request: WriteRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#writes.push(createQueuedWrite(request, { resolve, reject }));
      if (this.#isStarted) return;
      this.#isStarted = true;
      this.#start();
    });
  }

  /** Whether the next write is probably alone: then waiting for others would only delay it. */
  get isQuiet(): boolean {
    return !this.#isStarted && this.#singles >= quietAfter && this.#singles % probeInterval !== 0;
  }

  /** Counts a write that does not wait for others. */
  countAlone(): void {
    this.#singles++;
  }

  /** Classifies the error of a transaction. Each attempt on a locked file may block the event loop: others wait for one. */
  classify(error: unknown): ApiError | DatabaseError {
    const cause = classifySqliteError(error);
    if (isLocked(cause)) this.#singles = 0;
    return cause;
  }

  /** Returns the arrival of the first write; undefined when none waits, and then the next to arrive starts the queue. */
  findOldest(): number | undefined {
    this.#isStarted = this.#writes.length > 0;
    return this.#writes[0]?.arrival;
  }

  /** Rejects the writes that have waited too long. Returns whether none is left. */
  rejectLate(): boolean {
    this.#rejectEach(findLateness);
    return this.findOldest() === undefined;
  }

  /**
   * Runs the first writes in one transaction. If it fails as a whole, each of them runs again, in a transaction of its own. While
   * another process has locked the file, all of them throw `locked`. A write whose client has left before the COMMIT throws
   * `cancelled`.
   */
  *runGroup(): GroupSteps {
    this.#rejectEach(findCancellation);
    if (this.#writes.length === 0) return;
    const { writes, ms } = this.#limits;
    const group = this.#writes.slice(0, this.#writes[0]?.runsAlone ? 1 : writes);
    this.#singles = group.length === 1 ? this.#singles + 1 : 0;
    try {
      const written = yield* this.#commitGroup(group, ms);
      this.#settle(0, written);
    } catch (error) {
      const cause = this.classify(error);
      if (isLocked(cause) || group.length === 1) this.#settle(0, group.length, cause);
      else for (const write of group) write.runsAlone = true;
    }
  }

  /** Two statements for a savepoint cost as much as a small write: a group has them only where one of its writes fails. */
  *#commitGroup(group: readonly QueuedWrite[], ms: number): GroupSteps<number> {
    if (group.length === 1) return yield* commitTogether(group, ms, runAlone);
    if (this.#groupsWithSavepoints === 0)
      try {
        return yield* commitTogether(group, ms, runWithoutSavepoint);
      } catch (error) {
        if (!(error instanceof FailedWrite)) throw error;
        this.#groupsWithSavepoints = savepointsAfterFailure;
      }
    this.#groupsWithSavepoints--;
    return yield* commitTogether(group, ms, runInSavepoint);
  }

  #rejectEach(findError: (bounds: WaitBounds) => DatabaseError | undefined): void {
    for (let at = this.#writes.length - 1; at >= 0; at--) {
      const write = this.#writes[at];
      const error = write && findError(write.bounds);
      if (error) this.#settle(at, 1, error);
    }
  }

  #settle(first: number, count: number, error?: unknown): void {
    for (const write of this.#writes.splice(first, count)) write.settle(error);
  }
}

function isLocked(cause: ApiError | DatabaseError): boolean {
  return 'kind' in cause && cause.kind === 'locked';
}

/** For the synchronous driver: runs a write while the queue is quiet. Throws what the script throws, classified. */
export function runAloneSync<T>(queue: WriteQueue, script: () => Script<T>, connection: SyncConnection): T {
  queue.countAlone();
  try {
    return commitAlone(script, connection);
  } catch (error) {
    throw queue.classify(error);
  }
}

function commitAlone<T>(script: () => Script<T>, connection: SyncConnection): T {
  const { control, execute } = connection;
  control(begin.control);
  try {
    const result = runScriptSync(script(), execute);
    control(commit.control);
    return result;
  } catch (error) {
    runStepsSync(rollBack(), connection);
    throw error;
  }
}

/** For the synchronous driver: runs the next group within this tick. */
export function runGroupSync(queue: WriteQueue, connection: SyncConnection): void {
  runStepsSync(queue.runGroup(), connection);
}

function runStepsSync(steps: GroupSteps, { control, execute }: SyncConnection): void {
  let step = steps.next();
  while (!step.done) {
    try {
      if ('control' in step.value) control(step.value.control);
      else step.value.write.runSync(execute);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}

/** For the asynchronous driver: runs the next group. Nothing else may use the connection meanwhile. */
export async function runGroup(queue: WriteQueue, { control, execute }: AsyncConnection): Promise<void> {
  const steps = queue.runGroup();
  let step = steps.next();
  while (!step.done) {
    try {
      if ('control' in step.value) await control(step.value.control);
      else await step.value.write.run(execute);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}
