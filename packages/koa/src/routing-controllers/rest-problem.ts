// An error answer of the API as an error of routing-controllers.
import type { ApiResponse } from '@decorest/core';
import { HttpError } from 'routing-controllers';

/** An error answer of the API. An override may catch it; otherwise the client gets the problem document (RFC 9457). */
export class RestProblem extends HttpError {
  override readonly name = 'RestProblem';
  /** The answer of the API. */
  readonly response: ApiResponse;
  readonly #document: Readonly<Record<string, unknown>>;

  constructor(response: ApiResponse) {
    super(response.status);
    // HttpError sets its own prototype on every instance.
    Object.setPrototypeOf(this, RestProblem.prototype);
    this.response = response;
    this.#document = JSON.parse(typeof response.body === 'string' ? response.body : '{}') as Record<
      string,
      unknown
    >;
    this.message = String(this.#document.detail);
  }

  /** The problem document, which routing-controllers' default error handler sends. */
  toJSON(): Readonly<Record<string, unknown>> {
    return this.#document;
  }
}
