// Graceful shutdown: a draining application is not ready, and its answers close their connections.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

const drainingApps = new WeakSet();

/** Whether an application is shutting down. */
export function isDraining(app: object): boolean {
  return drainingApps.has(app);
}

/** Result of a shutdown: every request was answered, or the deadline cut some off. */
export type DrainResult = 'drained' | 'cut';

/** Times of a shutdown, in milliseconds. */
export interface DrainTimes {
  /** How long new connections are still accepted while readiness is 503, so that a load balancer can take notice. */
  readonly noticeMs: number;
  /** How long pending requests may take after that, before they are cut off. */
  readonly drainMs: number;
}

/** Idle connections stay open this long, because a request may already be on its way. */
const idleGraceMs = 250;
const idleCheckMs = 20;

/** Stops a server without rejecting a request that has already been sent. */
export async function drainServer(
  app: object,
  server: Server,
  { noticeMs, drainMs }: DrainTimes,
): Promise<DrainResult> {
  drainingApps.add(app);
  markLastAnswers(server);
  if (noticeMs > 0) await new Promise((wake) => setTimeout(wake, noticeMs));
  return new Promise((ended) => {
    let result: DrainResult = 'drained';
    const grace = setTimeout(() => {
      const timer = setInterval(() => {
        server.closeIdleConnections();
      }, idleCheckMs);
      server.once('close', () => {
        clearInterval(timer);
      });
    }, idleGraceMs);
    const deadline = setTimeout(() => {
      result = 'cut';
      server.closeAllConnections();
    }, drainMs);
    // Not the close of http.Server, which closes idle connections immediately, even if a request is on its way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(grace);
      clearTimeout(deadline);
      // Clears the timers of http.Server; all connections are already closed.
      server.close();
      ended(result);
    });
  });
}

/** Makes every answer that has not been started the last one of its connection. */
function markLastAnswers(server: Server): void {
  for (const response of listPending(server)) closeAfter(response);
  server.prependListener('request', (_request, response) => {
    closeAfter(response);
  });
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** An answer that is not finished, and its place in the list of them. */
interface PendingResponse {
  readonly response: ServerResponse;
  at: number;
}

const pendingResponses = new WeakMap<Server, PendingResponse[]>();

/** Tracks the unanswered requests of a server. Call it before the server listens. */
export function trackRequests(server: Server): void {
  // A Set would keep the answers of the tables that it has outgrown, until V8 collects its old generation.
  const waiting: PendingResponse[] = [];
  pendingResponses.set(server, waiting);
  server.prependListener('request', (_request, response) => {
    const pending = { response, at: waiting.length };
    waiting.push(pending);
    response.once('close', () => {
      const last = waiting.pop();
      if (!last || last === pending) return;
      last.at = pending.at;
      waiting[last.at] = last;
    });
  });
}

/** The pending answers of a connection. Requires `trackRequests`. */
export function findPendingResponses(server: Server, connection: object): readonly ServerResponse[] {
  return listPending(server).filter(({ req }) => req.socket === connection);
}

function listPending(server: Server): readonly ServerResponse[] {
  return (pendingResponses.get(server) ?? []).map(({ response }) => response);
}
