// Idempotency keys: the header's name, and the option that makes an API honour it.
import type { PolicyRequest } from './policy.js';

/** The name of the header, as answers and the document spell it. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The option `idempotency`: whose keys are whose, and how long answers are kept. */
export interface Idempotency {
  /**
   * Whose key it is, such as the id of the authenticated user: a text of 1 to 1,024 characters. Equal keys in different scopes
   * are different keys. Called once per request with a key, before the policies. An `ApiError` that it throws is the answer. Any
   * other error is a 500, and so is any other value: one client could otherwise get the answer of another.
   */
  readonly scope: (request: PolicyRequest<never>) => string | Promise<string>;
  /** How long an answer is kept, in hours from 1 to 168. Default 24. */
  readonly keepHours?: number;
}
