// A pool of processes that read a SQLite file: the event loop stays free, and a read that takes too long is killed.
import { availableParallelism } from 'node:os';
import type { DataSource } from 'typeorm';
import type { Timeouts } from '../../limits.js';
import { DatabaseError } from '../../execute/database-error.js';
import { readInOrder, runScript, requireStatement } from '../run-script.js';
import type { SnapshotRead } from '../../execute/executor.js';
import { emptyResult, type QueryResult, type BoundStatement } from '../../execute/script.js';
import { ReaderProcess } from './reader-process.js';
import type { ReaderOptions } from './reader-program.js';
import { TotalCache } from './total-cache.js';
import type { WaitBounds } from './wait-bounds.js';
import { WaitQueue } from '../wait-queue.js';

/** How long an idle process is kept, in milliseconds. */
const idleMs = 5_000;

/** One core is the application's. At least two, so that one slow list alone does not keep all others waiting. */
const maxProcesses = Math.min(4, Math.max(2, availableParallelism() - 1));

/** A running process, and the totals counted on its connection. */
interface Reader {
  readonly process: ReaderProcess;
  readonly totals: TotalCache;
  /** Ends the process after a time without reads. */
  timer: NodeJS.Timeout | undefined;
}

/** The query log of TypeORM. */
type QueryLogger = Pick<DataSource['logger'], 'logQuery'>;

/** No process can be started, or it cannot open the file like the application's own connection. */
export class ReaderUnavailableError extends Error {}

/** The processes that read one file. */
export class ReaderPool {
  readonly #options: ReaderOptions;
  readonly #timeouts: Timeouts;
  readonly #logger: QueryLogger;
  readonly #idle: Reader[] = [];
  /** The reads that wait for a process, each with the time at which it would have ended if it had begun at once. */
  readonly #queue = new WaitQueue<number>();
  #started = 0;
  /** Whether a process has opened the file before: a later failure to start is temporary. */
  #isProven = false;
  #closed = false;

  constructor(options: ReaderOptions, timeouts: Timeouts, logger: QueryLogger) {
    this.#options = options;
    this.#timeouts = timeouts;
    this.#logger = logger;
  }

  /**
   * Reads in one transaction. A read that waits is overtaken by shorter ones, but only by those that arrive within the time that it
   * is expected to take. Throws `unavailable` when no process is free in time, `timeout` when the statements take too
   * long or do not end by the deadline, `cancelled` once the signal is aborted, `ReaderUnavailableError` where no process can read, and what SQLite throws.
   */
  async read(calls: SnapshotRead, expectedMs: number, bounds: WaitBounds): Promise<readonly QueryResult[]> {
    const { deadline, signal } = bounds;
    const reader = await this.#take(expectedMs, bounds);
    if (signal?.aborted) {
      this.#release(reader);
      throw new DatabaseError('cancelled', undefined);
    }
    let interruption: DatabaseError | undefined;
    const interrupt = (kind: 'timeout' | 'cancelled') => {
      interruption ??= new DatabaseError(kind, undefined);
      reader.process.kill();
    };
    const onAbort = () => {
      interrupt('cancelled');
    };
    const maxMs = Math.min(this.#timeouts.statementMs, deadline - performance.now());
    const late = setTimeout(interrupt, maxMs, 'timeout');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await readAll(reader, this.#logger, calls);
    } catch (error) {
      throw interruption ?? (reader.process.ended ? toUnavailableError(error) : error);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
      this.#release(reader);
    }
  }

  /** Ends all processes; a busy one after its read. */
  close(): void {
    this.#closed = true;
    for (const reader of this.#idle.splice(0)) this.#end(reader);
  }

  async #take(expectedMs: number, bounds: WaitBounds): Promise<Reader> {
    const now = performance.now();
    const deadline = Math.min(now + this.#timeouts.acquireMs, bounds.deadline);
    const end = now + Math.min(expectedMs, this.#timeouts.statementMs);
    for (;;) {
      const idle = this.#idle.pop();
      if (idle && !idle.process.ended) {
        clearTimeout(idle.timer);
        return idle;
      }
      if (idle) this.#end(idle);
      else if (this.#started < maxProcesses) return this.#start();
      else await this.#queue.wait(end, deadline - performance.now(), bounds.signal);
    }
  }

  async #start(): Promise<Reader> {
    this.#started++;
    try {
      const process = await ReaderProcess.open(this.#options);
      this.#isProven = true;
      return { process, totals: new TotalCache(), timer: undefined };
    } catch (cause) {
      this.#started--;
      this.#resumeNext();
      if (this.#isProven) throw toUnavailableError(cause);
      throw new ReaderUnavailableError('No process can read the database.', { cause });
    }
  }

  #release(reader: Reader): void {
    if (reader.process.ended || this.#closed) this.#end(reader);
    else {
      this.#idle.push(reader);
      reader.timer = setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(reader), 1);
        this.#end(reader);
      }, idleMs).unref();
    }
    this.#resumeNext();
  }

  #resumeNext(): void {
    this.#queue.resumeLowest((end) => end);
  }

  #end({ process, timer }: Reader): void {
    clearTimeout(timer);
    process.kill();
    this.#started--;
  }
}

async function readAll(
  { process, totals }: Reader,
  logger: QueryLogger,
  read: SnapshotRead,
): Promise<readonly QueryResult[]> {
  let begin = true;
  const run = async (call: BoundStatement) => {
    const { text } = call.statement;
    logger.logQuery(text, call.parameters);
    const calls = [{ text, parameters: call.parameters }];
    const reading = process.read({ calls, begin, commit: false });
    begin = false;
    const [answer = emptyResult] = await reading;
    return answer;
  };
  const answers = await readInOrder(read, (call) =>
    call.isTotal ? runScript(totals.count(call), (step) => run(requireStatement(step))) : run(call),
  );
  await process.read({ calls: [], begin: false, commit: true });
  return answers;
}

function toUnavailableError(cause: unknown): DatabaseError {
  return new DatabaseError('unavailable', cause);
}
