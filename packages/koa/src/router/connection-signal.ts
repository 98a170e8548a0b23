// Signals that the client of a request has disconnected. One signal per connection, not per request.
import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** A signal that is aborted when the connection of a request closes. */
export function getConnectionSignal({ socket }: IncomingMessage): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  const { signal } = controller;
  // A client may pipeline many requests, and each adds a listener.
  setMaxListeners(0, signal);
  socket.once('close', () => {
    controller.abort('The client closed the connection.');
  });
  if (socket.destroyed) controller.abort('The client closed the connection.');
  signals.set(socket, signal);
  return signal;
}
