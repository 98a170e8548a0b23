// Limits the memory of large answers that clients have not read yet.
import type { ApiResponse } from '@decorest/core';
import type { Context } from 'koa';
import { getConnectionSignal } from './connection-signal.js';

/** In characters. Smaller answers are not counted: they fit into the socket's own buffers. */
export const minCountedLength = 65_536;

/** Eight answers of the default maximum size, `limits.responseBytes`. */
const maxPendingBytes = 64 * 1024 * 1024;

/**
 * Reserves memory for an answer until it has been sent or its connection closes. Returns false if the budget is exhausted;
 * a single answer always fits.
 */
export type ReserveResponse = (ctx: Context, answer: ApiResponse) => boolean;

/** The memory budget for the answers of one API. */
export function createResponseBudget(): ReserveResponse {
  let pending = 0;
  return ({ req, res }, { body }) => {
    // Pieces are read from the database as the client takes them.
    if (typeof body !== 'string' || body.length < minCountedLength) return true;
    const connection = getConnectionSignal(req);
    // The client has disconnected, and no later event would release the reservation.
    if (connection.aborted) return true;
    const size = Buffer.byteLength(body);
    if (pending > 0 && pending + size > maxPendingBytes) return false;
    pending += size;
    // A pipelined answer may never be sent; in that case only the connection closes.
    const release = () => {
      res.removeListener('close', release);
      connection.removeEventListener('abort', release);
      pending -= size;
    };
    res.once('close', release);
    connection.addEventListener('abort', release);
    return true;
  };
}
