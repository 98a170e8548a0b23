// A request that cannot be answered, by its client's fault.
export class BadRequest extends Error {
  /** Koa and Fastify send the status and the message of such an error by themselves. */
  readonly status = 400;
  readonly statusCode = 400;
  readonly expose = true;
}
