// Limits for each client of a server: sizes, counts and times. No default is infinite.
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of a server. All times are in milliseconds. */
export interface ServerLimits {
  /** Time for all headers to arrive; after it, 408 and the connection is closed. Default 10,000. */
  readonly headersMs: number;
  /** Time for the whole request to arrive; after it, 408 and the connection is closed. Default 25,000. */
  readonly requestMs: number;
  /** How long an idle connection stays open for the next request. Default 5,000. */
  readonly keepAliveMs: number;
  /** Time for a client to read its answer; after it, the connection is cut. Default 60,000. */
  readonly responseMs: number;
  /**
   * Maximum size of request line and headers together, in bytes; beyond it, 431. Default 65,536: `limits.filters` values of
   * `limits.valueLength` characters, each of ASCII and percent-encoded.
   */
  readonly headerBytes: number;
  /** Maximum number of open connections; further ones are closed immediately. Default 1,000. */
  readonly connections: number;
}

const defaults: ServerLimits = {
  headersMs: 10_000,
  requestMs: 25_000,
  keepAliveMs: 5_000,
  responseMs: 60_000,
  headerBytes: 65_536,
  connections: 1_000,
};

/** Interval of the checks for connections that exceed a time limit, in milliseconds. Node's default is 30 seconds. */
const checkIntervalMs = 1_000;

/** Checks the limits and fills in the defaults. @throws TypeError for an unknown or invalid limit. */
export function resolveServerLimits(given: Partial<ServerLimits>): ServerLimits {
  const defined = Object.entries<number | undefined>(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of defined) {
    if (!Object.hasOwn(defaults, name))
      throw new TypeError(`serve: unknown limit '${name}'. Use ${Object.keys(defaults).join(', ')}.`);
    if (!Number.isSafeInteger(value) || Number(value) < 1)
      throw new TypeError(`serve: limit ${name} must be a whole number above 0.`);
  }
  return { ...defaults, ...Object.fromEntries(defined) };
}

/** The limits that are options of Node's `createServer`. */
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

/** Applies the limits that `createServer` has no option for. */
export function limitConnections(server: Server, { connections, responseMs }: ServerLimits): void {
  server.maxConnections = connections;
  closeSlowReaders(server, responseMs);
}

/**
 * Closes connections whose client reads its answer slowly or not at all: Node has no such limit, and the answer occupies
 * memory. A periodic check of all connections costs nothing per request.
 */
function closeSlowReaders(server: Server, responseMs: number): void {
  const waitingSince = new Map<Socket, number>();
  server.on('connection', (socket) => {
    waitingSince.set(socket, Infinity);
    socket.once('close', () => waitingSince.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, since] of waitingSince) {
      if (socket.writableLength === 0) waitingSince.set(socket, Infinity);
      else if (since === Infinity) waitingSince.set(socket, now);
      else if (now - since > responseMs) socket.destroy();
    }
  }, checkIntervalMs);
  timer.unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}
