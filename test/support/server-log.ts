// What an API under test logs: kept, not printed.
import type { Logger } from '@decorest/core';

export class ServerLog implements Logger {
  #failure: unknown;

  /** Why the latest request failed on the server's side. */
  get failure(): unknown {
    return this.#failure;
  }

  error(entry: object): void {
    this.#failure = 'error' in entry ? entry.error : entry;
  }

  warn(): void {
    // Requests that clients got wrong are the subject of many tests.
  }
}
