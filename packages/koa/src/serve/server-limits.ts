// What one client may cost a server: sizes, numbers and times, with defaults that never wait for ever.
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds of a server. All times are milliseconds. */
export interface ServerLimits {
  /** Until the last header has arrived; then 408 and the connection is closed. Default 10,000. */
  readonly headersMs: number;
  /** Until the whole request has arrived; then 408 and the connection is closed. Default 25,000. */
  readonly requestMs: number;
  /** How long an idle connection is kept for its client's next request. Default 5,000. */
  readonly keepAliveMs: number;
  /** Until an answer has been taken by its client; then the connection is cut. Default 60,000. */
  readonly responseMs: number;
  /** Most bytes of request line and headers together; beyond it 431. Default 16,384. */
  readonly headerBytes: number;
  /** Most connections at a time; further ones are closed when they are opened. Default 1,000. */
  readonly connections: number;
}

const defaults: ServerLimits = {
  headersMs: 10_000,
  requestMs: 25_000,
  keepAliveMs: 5_000,
  responseMs: 60_000,
  headerBytes: 16_384,
  connections: 1_000,
};

/** How often Node looks for connections that are over time, in milliseconds. Its own default is half a minute. */
const checkIntervalMs = 1_000;

/** The limits over the defaults. @throws TypeError for one that is unknown or no whole number above 0. */
export function resolveServerLimits(given: Partial<ServerLimits>): ServerLimits {
  const meant = Object.entries<number | undefined>(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of meant) {
    if (!Object.hasOwn(defaults, name)) throw new TypeError(`serve: there is no limit '${name}'.`);
    if (!Number.isSafeInteger(value) || Number(value) < 1)
      throw new TypeError(`serve: limit ${name} must be a whole number above 0.`);
  }
  return { ...defaults, ...Object.fromEntries(meant) };
}

/** What Node is told when a server is made. */
export function toNodeOptions({
  headersMs,
  requestMs,
  keepAliveMs,
  headerBytes,
}: ServerLimits): ServerOptions {
  return {
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: headerBytes,
    connectionsCheckingInterval: checkIntervalMs,
  };
}

/** Puts the limits to a server that Node has no constructor options for. */
export function limitConnections(server: Server, { connections, responseMs }: ServerLimits): void {
  server.maxConnections = connections;
  closeSlowReaders(server, responseMs);
}

/**
 * Node has no limit for a client that reads its answer slowly or not at all, while the answer takes up memory. One look
 * at all connections now and then costs requests nothing.
 */
function closeSlowReaders(server: Server, responseMs: number): void {
  const waitingSince = new Map<Socket, number>();
  server.on('connection', (socket) => {
    waitingSince.set(socket, Infinity);
    socket.once('close', () => waitingSince.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, since] of waitingSince) {
      if (socket.writableLength === 0) waitingSince.set(socket, Infinity);
      else if (since === Infinity) waitingSince.set(socket, now);
      else if (now - since > responseMs) socket.destroy();
    }
  }, checkIntervalMs);
  look.unref();
  server.once('close', () => {
    clearInterval(look);
  });
}
