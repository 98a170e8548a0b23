// What clients were told of their writes, to be compared with what the database holds.
import type { HttpClient } from '../support/http-client.js';

/** A write that leaves one row of this name. */
export type Write = (name: string) => { method: string; path: string; body: object };

type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** Where the ledger and the database disagree. */
export interface Disagreement {
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly twice: readonly string[];
  /** Refused and there. */
  readonly unrefused: readonly string[];
}

const clients = 16;

export class WriteLedger {
  readonly #outcomes = new Map<string, Outcome>();
  #cutOff = 0;
  readonly statuses: number[] = [];

  get tried(): number {
    return this.#outcomes.size;
  }

  get acknowledged(): number {
    return [...this.#outcomes.values()].filter((outcome) => outcome === 'acknowledged').length;
  }

  /** Requests that were taken and never answered. */
  get cutOff(): number {
    return this.#cutOff;
  }

  /** 16 clients write one row after another; each ends at its first request without an answer, or when told to. */
  async write(http: HttpClient, round: string, write: Write, stop?: AbortSignal): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let sequence = 0; !stop?.aborted; sequence++) {
          if (!(await this.#one(http, `w${round}.${client}-${sequence}`, write))) return;
        }
      }),
    );
    http.close();
  }

  /** Waits until so many writes have been acknowledged. */
  readonly until = async (enough: (acknowledged: number) => boolean): Promise<void> => {
    const deadline = performance.now() + 20_000;
    while (!enough(this.acknowledged)) {
      if (performance.now() > deadline) throw new Error('Nothing is acknowledged any more.');
      await new Promise((wake) => setTimeout(wake, 20));
    }
  };

  async #one(http: HttpClient, name: string, write: Write): Promise<boolean> {
    // The intent comes first: whatever happens from now on, the write may have been made.
    this.#outcomes.set(name, 'unknown');
    const { method, path, body } = write(name);
    try {
      const { status } = await http.send(method, path, { body });
      this.statuses.push(status);
      this.#outcomes.set(name, status < 300 ? 'acknowledged' : status < 500 ? 'refused' : 'unknown');
      return true;
    } catch (error) {
      if (!isRefusedConnection(error)) this.#cutOff++;
      return false;
    }
  }

  compare(stored: readonly string[]): Disagreement {
    const counts = new Map<string, number>();
    for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
    const named = (outcome: Outcome) => [...this.#outcomes].filter(([, told]) => told === outcome);
    return {
      lost: named('acknowledged').flatMap(([name]) => (counts.has(name) ? [] : [name])),
      twice: [...counts].flatMap(([name, count]) => (count > 1 && this.#outcomes.has(name) ? [name] : [])),
      unrefused: named('refused').flatMap(([name]) => (counts.has(name) ? [name] : [])),
    };
  }
}

function isRefusedConnection(error: unknown): boolean {
  // Node's errors are of another realm than the tests': `instanceof` fails.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ECONNREFUSED';
}
