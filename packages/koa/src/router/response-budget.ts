// Limits the memory of large answers that clients have not read yet.
import type { ApiResponse } from '@decorest/core';
import type { Context } from 'koa';
import { getConnectionSignal } from './connection-signal.js';

/** In characters. Smaller answers are not counted: they fit into the socket's own buffers. */
export const minCountedLength = 65_536;

/** Eight answers of the default maximum size, `limits.responseBytes`. */
const maxPendingBytes = 64 * 1024 * 1024;

/** The memory budget for the answers of one API. */
export interface ResponseBudget {
  /**
   * Reserves memory for an answer until it has been sent or its connection closes. Returns false if the budget is exhausted;
   * a single answer always fits.
   */
  readonly reserve: (ctx: Context, answer: ApiResponse) => boolean;
  /** Whether there is no room for a further large answer: then a write does not begin, as its answer cannot be refused. */
  readonly isExhausted: () => boolean;
  /** Reserves memory for the answer to a write, even beyond the budget. */
  readonly add: (ctx: Context, answer: ApiResponse) => void;
}

/** Creates an empty budget. */
export function createResponseBudget(): ResponseBudget {
  let pending = 0;
  const measure = ({ req }: Context, { body }: ApiResponse) => {
    // Pieces are read from the database as the client takes them.
    if (typeof body !== 'string' || body.length < minCountedLength) return 0;
    // After the client has disconnected, no later event would release the reservation.
    return getConnectionSignal(req).aborted ? 0 : Buffer.byteLength(body);
  };
  const take = ({ req, res }: Context, size: number) => {
    if (size === 0) return;
    const connection = getConnectionSignal(req);
    pending += size;
    // A pipelined answer may never be sent; in that case only the connection closes.
    const release = () => {
      res.removeListener('close', release);
      connection.removeEventListener('abort', release);
      pending -= size;
    };
    res.once('close', release);
    connection.addEventListener('abort', release);
  };
  return {
    reserve: (ctx, answer) => {
      const size = measure(ctx, answer);
      if (size > 0 && pending > 0 && pending + size > maxPendingBytes) return false;
      take(ctx, size);
      return true;
    },
    isExhausted: () => pending >= maxPendingBytes,
    add: (ctx, answer) => {
      take(ctx, measure(ctx, answer));
    },
  };
}
