// An answer without a transport: what Api.handle returns, its headers, and the times of its stages.

/** An answer to an `ApiRequest`, independent of the transport. */
export interface ApiResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as text, or in pieces; null without a body. The answer to `HEAD` has the body of `GET`: the transport must omit it.
   * Send pieces in order; each is read from the database when the iteration reaches it. If the iteration throws, the body is
   * incomplete: close the connection.
   */
  readonly body: string | AsyncIterable<string> | null;
}

/** The headers of an answer without a body. */
export function buildPlainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId };
}

/** The headers of a JSON answer, always in UTF-8. */
export function buildJsonHeaders(type: 'json' | 'problem+json', requestId: string): Record<string, string> {
  return {
    'content-type': `application/${type}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}

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
