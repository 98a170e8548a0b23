// Which applications are about to stop: their health says so, and their answers close the connection.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

const drainingApps = new WeakSet();

/** Whether an application takes its last requests. */
export function isDraining(app: object): boolean {
  return drainingApps.has(app);
}

/** How an orderly end went: every answer was given, or the deadline cut some off. */
export type DrainResult = 'drained' | 'cut';

/** When a server stops. All times are milliseconds. */
export interface DrainTimes {
  /** New connections are still taken this long, while readiness says 503, so that a load balancer can look away. */
  readonly noticeMs: number;
  /** Requests under way may take this long after that; what is left then is cut off. */
  readonly drainMs: number;
}

/** An idle connection may carry a request that is under way to us: it has this long to arrive, and is answered. */
const idleGraceMs = 250;
const idleCheckMs = 20;

/** Ends a server without turning a request away that has begun. */
export async function drainServer(
  app: object,
  server: Server,
  { noticeMs, drainMs }: DrainTimes,
): Promise<DrainResult> {
  drainingApps.add(app);
  markLastAnswers(server);
  if (noticeMs > 0) await new Promise((wake) => setTimeout(wake, noticeMs));
  return new Promise((ended) => {
    let ending: DrainResult = 'drained';
    const last = setTimeout(() => {
      const look = setInterval(() => {
        server.closeIdleConnections();
      }, idleCheckMs);
      server.once('close', () => {
        clearInterval(look);
      });
    }, idleGraceMs);
    const deadline = setTimeout(() => {
      ending = 'cut';
      server.closeAllConnections();
    }, drainMs);
    // Not http's own close: that one cuts idle connections at once, and with them requests on their way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearTimeout(deadline);
      // Ends what http keeps beside the connections; there is nothing left to close.
      server.close();
      ended(ending);
    });
  });
}

/** Answers not yet begun when an application starts to drain are the last ones of their connections. */
function markLastAnswers(server: Server): void {
  for (const response of pendingResponses.get(server) ?? []) closeAfter(response);
  server.prependListener('request', (_request, response) => {
    closeAfter(response);
  });
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

const pendingResponses = new WeakMap<Server, Set<ServerResponse>>();

/** Keeps in mind which requests of a server wait for their answer. Called before it listens. */
export function trackRequests(server: Server): void {
  const waiting = new Set<ServerResponse>();
  pendingResponses.set(server, waiting);
  server.prependListener('request', (_request, response) => {
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  });
}

/** The answers that a connection waits for. `noteRequests` was called for the server. */
export function findPendingResponses(server: Server, connection: object): readonly ServerResponse[] {
  return [...(pendingResponses.get(server) ?? [])].filter(({ req }) => req.socket === connection);
}
