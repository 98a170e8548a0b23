// An error answer of the API, as routing-controllers throws errors.
import type { ApiResponse } from '@decorest/core';
import { HttpError } from 'routing-controllers';

/** A request that the API refused. An override may catch it; else the client gets the problem document (RFC 9457). */
export class RestProblem extends HttpError {
  override readonly name = 'RestProblem';
  /** The answer, ready to be sent. */
  readonly response: ApiResponse;
  readonly #document: Readonly<Record<string, unknown>>;

  constructor(response: ApiResponse) {
    super(response.status);
    // HttpError makes itself the prototype of every instance.
    Object.setPrototypeOf(this, RestProblem.prototype);
    this.response = response;
    this.#document = JSON.parse(response.body ?? '{}') as Record<string, unknown>;
    this.message = String(this.#document.detail);
  }

  /** The problem document: what routing-controllers' own error handling puts into the body. */
  toJSON(): Readonly<Record<string, unknown>> {
    return this.#document;
  }
}
