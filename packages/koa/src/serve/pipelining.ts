// Requests that a client sends without waiting for answers: one of a connection at a time. Otherwise the limit of
// connections would bound nothing, as one connection can carry a thousand requests in a packet.
import type { RequestListener } from 'node:http';

/** Most requests that wait on one connection; a client that sends more ahead is cut off. */
const maxQueued = 1_000;

/** Hands on each connection's requests in turn: the next when the answer before it has left. */
export function queuePipelinedRequests(handle: RequestListener): RequestListener {
  /** Connections with a request under way, and what waits for it. */
  const waiting = new WeakMap<object, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket) ?? [];
    const begin = () => {
      response.once('close', () => {
        const next = queue.shift();
        // Only the last one can have a body that is still to come.
        if (queue.length === 0) socket.resume();
        if (next) next();
        else waiting.delete(socket);
      });
      handle(request, response);
    };
    if (queue.length >= maxQueued) socket.destroy();
    else if (waiting.has(socket)) {
      queue.push(begin);
      socket.pause();
    } else {
      waiting.set(socket, queue);
      begin();
    }
  };
}
