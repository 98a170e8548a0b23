// The answers to writes, to be compared with the contents of the database.
import type { Answer, HttpClient } from '../support/http-client.js';

/** A write that leaves this name in one row: a new one, or the one that is the client's own. */
export type Write = (name: string, client: number) => { method: string; path: string; body: object };

type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A write, and what became of it as far as its client knows. */
interface Entry {
  readonly client: number;
  readonly name: string;
  outcome: Outcome;
}

/** Where the ledger of new rows and the database disagree. */
export interface Disagreement {
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly twice: readonly string[];
  /** Refused and there. */
  readonly unrefused: readonly string[];
}

/** A client waits a little after a refusal. */
const pauseMs = 20;

export class WriteLedger {
  readonly #clients: number;
  readonly #entries: Entry[] = [];
  readonly #strange: string[] = [];
  readonly #statuses: number[] = [];
  #cutOff = 0;

  constructor(clients = 16) {
    this.#clients = clients;
  }

  get tried(): number {
    return this.#entries.length;
  }

  get acknowledged(): number {
    return this.#entries.filter(({ outcome }) => outcome === 'acknowledged').length;
  }

  /** How often this status was the answer. */
  told(status: number): number {
    return this.#statuses.filter((told) => told === status).length;
  }

  /** Requests that were taken and never answered. */
  get cutOff(): number {
    return this.#cutOff;
  }

  /** Answers that are neither a success nor a 503 with `Retry-After` nor a 504. */
  get strange(): readonly string[] {
    return this.#strange;
  }

  /** When each request that was a 503 was sent, and how long its answer took, in milliseconds. */
  readonly refusals: { readonly since: number; readonly ms: number }[] = [];

  /** Clients write one after another; each ends at its first request without an answer, or when stopped. */
  async write(http: HttpClient, round: string, write: Write, stop?: AbortSignal): Promise<void> {
    await Promise.all(
      Array.from({ length: this.#clients }, async (_, client) => {
        for (let sequence = 0; !stop?.aborted; sequence++) {
          if (!(await this.#one(http, client, `w${round}.${client}-${sequence}`, write))) return;
        }
      }),
    );
    http.close();
  }

  /** Waits until so many writes have been acknowledged. */
  readonly until = async (enough: (acknowledged: number) => boolean): Promise<void> => {
    while (!enough(this.acknowledged)) await new Promise((wake) => setTimeout(wake, 20));
  };

  async #one(http: HttpClient, client: number, name: string, write: Write): Promise<boolean> {
    // The intent comes first: from now on, the write may have happened.
    const entry: Entry = { client, name, outcome: 'unknown' };
    this.#entries.push(entry);
    const { method, path, body } = write(name, client);
    const since = performance.now();
    try {
      const answer = await http.send(method, path, { body });
      entry.outcome = outcomeOf(answer);
      this.#statuses.push(answer.status);
      if (isStrange(answer)) this.#strange.push(`${answer.status} ${answer.text}`);
      if (answer.status === 503) this.refusals.push({ since, ms: performance.now() - since });
      if (entry.outcome !== 'acknowledged') await new Promise((wake) => setTimeout(wake, pauseMs));
      return true;
    } catch (error) {
      if (!isRefusedConnection(error)) this.#cutOff++;
      return false;
    }
  }

  /** For writes that make rows: the names of all that are there. */
  compare(stored: readonly string[]): Disagreement {
    const counts = new Map<string, number>();
    for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
    const named = (outcome: Outcome) => this.#entries.filter((entry) => entry.outcome === outcome);
    return {
      lost: named('acknowledged').flatMap(({ name }) => (counts.has(name) ? [] : [name])),
      twice: this.#entries.flatMap(({ name }) => ((counts.get(name) ?? 0) > 1 ? [name] : [])),
      unrefused: named('refused').flatMap(({ name }) => (counts.has(name) ? [name] : [])),
    };
  }

  /**
   * For writes that change each client's own row: clients whose row holds neither what was last acknowledged nor what was
   * tried after that without an answer. `stored` has a name for each client.
   */
  compareLast(stored: readonly (string | undefined)[]): string[] {
    return stored.flatMap((name, client) => {
      const possible = this.#possible(client);
      return possible.length === 0 || possible.includes(name ?? '')
        ? []
        : [`${client}: ${name ?? 'nothing'}`];
    });
  }

  #possible(client: number): string[] {
    const own = this.#entries.filter((entry) => entry.client === client && entry.outcome !== 'refused');
    const last = own.map(({ outcome }) => outcome).lastIndexOf('acknowledged');
    return last < 0 ? [] : own.slice(last).map(({ name }) => name);
  }
}

function outcomeOf({ status }: Answer): Outcome {
  if (status < 300) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}

function isStrange({ status, headers }: Answer): boolean {
  if (status < 300 || status === 504) return false;
  return status !== 503 || headers['retry-after'] === undefined;
}

function isRefusedConnection(error: unknown): boolean {
  // Node's errors are of another realm than the tests': `instanceof` fails.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ECONNREFUSED';
}
