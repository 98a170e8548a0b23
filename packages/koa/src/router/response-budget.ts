// Bounds the memory of large answers that clients have not read yet.
import type { ApiResponse } from '@decorest/core';
import type { Context } from 'koa';
import { getConnectionSignal } from './connection-signal.js';

/** Smaller answers are not counted: they fit into the buffers that a socket has anyway. In characters. */
export const minCountedLength = 65_536;

/** Eight answers of the largest size that `limits.responseBytes` allows by default. */
const maxPendingBytes = 64 * 1024 * 1024;

/**
 * Whether there is room for an answer. What it takes up counts until its connection has taken it or is closed. There is
 * always room for one.
 */
export type ReserveResponse = (ctx: Context, answer: ApiResponse) => boolean;

/** Room for the answers of one API. */
export function createResponseBudget(): ReserveResponse {
  let pending = 0;
  return ({ req, res }, { body }) => {
    if (body === null || body.length < minCountedLength) return true;
    const connection = getConnectionSignal(req);
    // The client is gone, and no event would release the room again.
    if (connection.aborted) return true;
    const size = Buffer.byteLength(body);
    if (pending > 0 && pending + size > maxPendingBytes) return false;
    pending += size;
    // A pipelined answer may never be sent: then only the connection is closed.
    const leave = () => {
      res.removeListener('close', leave);
      connection.removeEventListener('abort', leave);
      pending -= size;
    };
    res.once('close', leave);
    connection.addEventListener('abort', leave);
    return true;
  };
}
