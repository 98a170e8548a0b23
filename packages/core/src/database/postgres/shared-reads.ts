// Reads by key of one statement that arrive together share a connection and a round trip.
import { LRUCache } from 'lru-cache';
import type { Awaitable } from '../../execute/awaitable.js';
import { DatabaseError } from '../../execute/database-error.js';
import { isOutage } from '../../execute/failure-kinds.js';
import type { BoundStatement, QueryResult } from '../../execute/script.js';

/** How reads run: a single one, or several in one round trip. The latter is interrupted when all of its clients have gone. */
export interface ReadRunners {
  readonly runAlone: (call: BoundStatement, signal: AbortSignal | undefined) => Awaitable<QueryResult>;
  readonly runTogether: (
    calls: readonly BoundStatement[],
    clients: readonly AbortSignal[],
  ) => Awaitable<readonly QueryResult[]>;
}

/** How many reads share a round trip. */
const maxTogether = 8;
/** Above this mean time, in milliseconds, the reads of a statement run alone: none waits for a slow one. */
const maxMeanMs = 2;
/** The weight of the latest read in the mean. */
const latestWeight = 1 / 8;
/** How many statements are remembered. */
const maxStatements = 500;

/** A read that waits for the end of the tick. */
interface WaitingRead {
  readonly call: BoundStatement;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The reads of one statement. */
interface StatementReads {
  /** How many round trips are under way. */
  running: number;
  /** The mean time of a read, in milliseconds. */
  mean: number;
  waiting: WaitingRead[];
}

/**
 * Runs a read at once if no other of its statement is under way. Otherwise it waits for those of the same tick: the requests
 * that the process has received by then.
 */
export class SharedReads {
  readonly #runners: ReadRunners;
  readonly #now: () => number;
  readonly #statements = new LRUCache<string, StatementReads>({ max: maxStatements });

  /** `now`: a clock of milliseconds. */
  constructor(runners: ReadRunners, now = () => performance.now()) {
    this.#runners = runners;
    this.#now = now;
  }

  read(call: BoundStatement, signal: AbortSignal | undefined): Promise<QueryResult> {
    const reads = this.#getReads(call.statement.name);
    if (reads.running === 0 || reads.mean > maxMeanMs) return this.#runAlone(reads, call, signal);
    return new Promise((resolve, reject) => {
      const { waiting } = reads;
      waiting.push({ call, signal, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void this.#runWaiting(reads, waiting));
      else if (waiting.length === maxTogether) void this.#runWaiting(reads, waiting);
    });
  }

  #getReads(name: string): StatementReads {
    const known = this.#statements.get(name);
    if (known) return known;
    const made = { running: 0, mean: Infinity, waiting: [] };
    this.#statements.set(name, made);
    return made;
  }

  #runAlone(
    reads: StatementReads,
    call: BoundStatement,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult> {
    return this.#timeReads(reads, 1, () => this.#runners.runAlone(call, signal));
  }

  /** Runs the reads of a tick, unless they were complete before its end. */
  async #runWaiting(reads: StatementReads, waiting: readonly WaitingRead[]): Promise<void> {
    if (reads.waiting !== waiting) return;
    reads.waiting = [];
    if (waiting.length === 1) {
      this.#settleAlone(reads, waiting);
      return;
    }
    try {
      const answers = await this.#timeReads(reads, waiting.length, () =>
        this.#runners.runTogether(
          waiting.map(({ call }) => call),
          listClients(waiting),
        ),
      );
      waiting.forEach(({ resolve, reject }, at) => {
        const answer = answers[at];
        if (answer) resolve(answer);
        else reject(new Error('The statement has no result.'));
      });
    } catch (error) {
      if (concernsAll(error)) for (const { reject } of waiting) reject(error);
      else this.#settleAlone(reads, waiting);
    }
  }

  #settleAlone(reads: StatementReads, waiting: readonly WaitingRead[]): void {
    for (const { call, signal, resolve, reject } of waiting)
      this.#runAlone(reads, call, signal).then(resolve, reject);
  }

  async #timeReads<T>(reads: StatementReads, count: number, run: () => Awaitable<T>): Promise<T> {
    const startedAt = this.#now();
    reads.running++;
    try {
      return await run();
    } finally {
      reads.running--;
      const each = (this.#now() - startedAt) / count;
      reads.mean = reads.mean === Infinity ? each : reads.mean + (each - reads.mean) * latestWeight;
    }
  }
}

/** Empty where a read is without a client: nothing can abort the round trip. */
function listClients(waiting: readonly WaitingRead[]): readonly AbortSignal[] {
  const clients = waiting.flatMap(({ signal }) => signal ?? []);
  return clients.length === waiting.length ? clients : [];
}

/** Any other error may be that of one read, whose value the database refuses. */
function concernsAll(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return isOutage(error.kind) || error.kind === 'timeout' || error.kind === 'cancelled';
}
