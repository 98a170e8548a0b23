// Pipelined requests: one at a time per connection. Otherwise the limit of connections would be useless, as one connection
// can carry a thousand requests in a packet.
import type { RequestListener } from 'node:http';

/** Maximum number of queued requests per connection; beyond it, the connection is closed. */
const maxQueued = 1_000;

/** Handles the requests of each connection in order: the next one after the previous answer has been sent. */
export function queuePipelinedRequests(handle: RequestListener): RequestListener {
  /** The queues of connections with a pending request. */
  const waiting = new WeakMap<object, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket) ?? [];
    const begin = () => {
      response.once('close', () => {
        const next = queue.shift();
        // Only the last request can have a body that has not arrived yet.
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
