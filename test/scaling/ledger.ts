// Numbered creates under load, and what was acknowledged: after a fault each of those is there, once.
import { contentOf } from '../support/collection.js';
import type { Ask } from './races.js';

export interface Ledger {
  /** Names whose create was answered 201. */
  readonly acknowledged: readonly string[];
  /** Names whose create had no answer, or a 503 or 504: there at most once. */
  readonly unknown: readonly string[];
  /** Answers that should not have come. */
  readonly strange: readonly string[];
}

/** Clients that create one category after another until they are stopped. */
export class LedgerClients {
  readonly #acknowledged: string[] = [];
  readonly #unknown: string[] = [];
  readonly #strange: string[] = [];
  readonly #running: readonly Promise<void>[];
  #ending = false;

  constructor(count: number, askOf: (client: number) => Ask) {
    this.#running = Array.from({ length: count }, (_, at) => this.#run(at, askOf(at)));
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** Waits until so many more have been acknowledged. Fails after 60 s. */
  async untilMore(count: number): Promise<void> {
    const [goal, deadline] = [this.acknowledged + count, Date.now() + 60_000];
    while (this.acknowledged < goal) {
      if (Date.now() > deadline) {
        await this.end();
        throw new Error(`${goal - this.acknowledged} short of ${count} more writes: ${this.#strange.join()}`);
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  async end(): Promise<Ledger> {
    this.#ending = true;
    await Promise.all(this.#running);
    return { acknowledged: this.#acknowledged, unknown: this.#unknown, strange: this.#strange };
  }

  async #run(client: number, ask: Ask): Promise<void> {
    for (let at = 0; !this.#ending; at++) {
      const name = `ledger-${client}-${at}`;
      const { status, text } = await ask('POST', '/categories', { name }).catch(() => ({
        status: 0,
        text: '',
      }));
      if (status === 201) this.#acknowledged.push(name);
      else if (status === 0 || status === 503 || status === 504) this.#unknown.push(name);
      else this.#strange.push(`${status} ${text}`);
      if (status !== 201) await new Promise((wake) => setTimeout(wake, 50));
    }
  }
}

/** The names of all categories of a ledger that are there. */
export async function storedNames(ask: Ask): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask('GET', `/categories?per_page=100&sort=id&page=${page}`);
    names.push(...contentOf(answer).map(({ name }) => String(name)));
    if ((answer.json as { is_last_page: boolean }).is_last_page)
      return names.filter((name) => name.startsWith('ledger-'));
  }
}

/** What is wrong: acknowledged writes that are lost, and writes that were made twice. */
export function faultsOf({ acknowledged, strange }: Ledger, stored: readonly string[]) {
  const present = new Set(stored);
  return {
    lost: acknowledged.filter((name) => !present.has(name)),
    twice: stored.length - present.size,
    strange,
  };
}
