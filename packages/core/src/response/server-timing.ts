// How long each stage of a request took, as the header Server-Timing (W3C Server Timing, section 3).
import type { ApiResponse } from './api-response.js';

/** A stage that is timed. */
type Stage = 'parse' | 'plan' | 'execute' | 'render';

/** A stopwatch for one request. */
export class StageTimer {
  readonly #metrics: string[] = [];
  #stage: Stage | null = null;
  #since = 0;

  /** Ends the stage before and begins this one. */
  enter(stage: Stage): void {
    this.#end();
    this.#stage = stage;
    this.#since = performance.now();
  }

  /** Adds the header; without it when no stage was entered. A stage that failed is listed, too. */
  addHeader(response: ApiResponse): ApiResponse {
    this.#end();
    if (this.#metrics.length === 0) return response;
    return { ...response, headers: { ...response.headers, 'server-timing': this.#metrics.join(', ') } };
  }

  #end(): void {
    if (this.#stage) this.#metrics.push(`${this.#stage};dur=${(performance.now() - this.#since).toFixed(3)}`);
    this.#stage = null;
  }
}
