// Whether the client of a request is still there. One signal for each connection, not for each request.
import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborted when the connection of a request closes. */
export function getConnectionSignal({ socket }: IncomingMessage): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  const { signal } = controller;
  // A client may send many requests at once.
  setMaxListeners(0, signal);
  socket.once('close', () => {
    controller.abort('The client closed the connection.');
  });
  if (socket.destroyed) controller.abort('The client closed the connection.');
  signals.set(socket, signal);
  return signal;
}
