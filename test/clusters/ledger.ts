// What clients of three processes sent, and how each request ended. Compared with what the cluster holds afterwards.
import type { Answer } from '../support/http-client.js';
import type { Visibility, WayName } from './cluster.js';

export const writeKinds = ['plain', 'keyed', 'hooked', 'bulk', 'counter'] as const;
export const kinds = [...writeKinds, 'by key', 'list', 'cursor'] as const;
export type Kind = (typeof kinds)[number];

/** Where the rows of a write are: one row of each name, of readings five. */
export type Table = 'notes' | 'orders' | 'readings';

/** A write that leaves rows of its name, and whether it is known to have happened. */
interface Write {
  readonly table: Table;
  isAcknowledged: boolean;
}

/** A note whose create was answered, as its readers know it. */
export interface KnownNote {
  readonly id: number;
  readonly text: string;
  /** By which it was acknowledged. */
  readonly way: WayName;
}

/** `timeouts.statementMs` of the processes, and a second. */
const latestMs = 11_000;

/** Of each fault so many are kept as they were. */
const keptFaults = 20;

export class Ledger {
  readonly writes = new Map<string, Write>();
  readonly notes: KnownNote[] = [];
  /** Increments that were answered with 200, and those whose answer does not tell. */
  readonly counter = { acknowledged: 0, unknown: 0 };
  /** Rows that were acknowledged and not found by a reader that has to find them. */
  readonly stale = new Faults();
  /** Answers other than those of the request and 503 and 504, and requests without an answer. */
  readonly strange = new Faults();
  readonly late = new Faults();
  readonly withoutRetryAfter = new Faults();
  readonly replays = { count: 0 };
  readonly #byStatus = new Map<number, number>();
  readonly #servedAt = new Map<string, number>();
  #servedSince = Infinity;
  readonly #newest = new Map<WayName, number>();
  readonly #visibility: Visibility;
  tried = 0;
  slowestMs = 0;

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
  }

  get acknowledged(): number {
    const written = [...this.writes.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
    return written + this.counter.acknowledged;
  }

  /** How often each status was the answer; 0: there was none. */
  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byStatus].sort(([one], [other]) => one - other));
  }

  /** Whether a reader has to find a note. */
  isVisible(reader: WayName, { way }: KnownNote): boolean {
    return this.#visibility[reader].includes(way);
  }

  /** The highest id that a reader has to find; 0 if there is none. */
  newestFor(reader: WayName): number {
    return Math.max(0, ...this.#visibility[reader].map((way) => this.#newest.get(way) ?? 0));
  }

  /** Sends a request, and notes how it ended. `expected` are the statuses that it may have besides 503 and 504. */
  async exchange({ way, kind, expected }: Request, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const sentAt = performance.now();
    const answer = await send().catch((error: unknown) => {
      this.strange.add(`${way}, ${kind}: ${String(error)}`);
      return undefined;
    });
    const ms = performance.now() - sentAt;
    const status = answer?.status ?? 0;
    this.tried++;
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, ms);
    const described = `${way}, ${kind}: ${status} after ${ms.toFixed()} ms`;
    if (ms > latestMs) this.late.add(described);
    if (status === 503 && answer?.headers['retry-after'] === undefined) this.withoutRetryAfter.add(described);
    if (answer && ![...expected, 503, 504].includes(status)) this.strange.add(`${described} ${answer.text}`);
    if (answer && status < 300) this.#noteService(`${way}, ${kind}`);
    return answer;
  }

  acknowledgeNote(note: KnownNote): void {
    this.notes.push(note);
    this.#newest.set(note.way, Math.max(this.#newest.get(note.way) ?? 0, note.id));
  }

  /** From now on, notes when each process serves each kind of request again. */
  watchService(since: number): void {
    this.#servedAt.clear();
    this.#servedSince = since;
  }

  /** Which kinds of which processes have not been served since. */
  unserved(ways: readonly WayName[]): string[] {
    const wanted = ways.flatMap((way) => kinds.map((kind) => `${way}, ${kind}`));
    return wanted.filter((name) => !this.#servedAt.has(name));
  }

  /** The last of them, and after how many milliseconds. */
  get lastServed(): { readonly name: string; readonly ms: number } {
    const [name, at] = [...this.#servedAt].reduce((last, next) => (next[1] > last[1] ? next : last));
    return { name, ms: at - this.#servedSince };
  }

  #noteService(name: string): void {
    if (!this.#servedAt.has(name)) this.#servedAt.set(name, performance.now());
  }
}

interface Request {
  readonly way: WayName;
  readonly kind: Kind;
  readonly expected: readonly number[];
}

/** Their number, and the first of them. */
export class Faults {
  readonly examples: string[] = [];
  count = 0;

  add(fault: string): void {
    this.count++;
    if (this.examples.length < keptFaults) this.examples.push(fault);
  }
}
