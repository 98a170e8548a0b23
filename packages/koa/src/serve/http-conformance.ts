// What HTTP/1.1 (RFC 9112) forbids or leaves to the server, where Node is more generous than is good. Knows nothing of
// what is served.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { findPendingResponses } from './draining.js';

/** Most headers of one request. Node would drop further ones without a word. */
const maxHeaders = 2_000;

/** Prepares a server: malformed requests and expectations are answered as the RFC has it. Called before it listens. */
export function applyHttpRules(server: Server): void {
  server.maxHeadersCount = 0;
  server.on('checkContinue', sendContinueOnRead);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    endMalformedConnection(error, socket, findPendingResponses(server, socket));
  });
}

/** The status of a request that Node parsed although it is malformed; undefined for all others. */
export function findFaultStatus({ httpVersionMajor, httpVersion, rawHeaders, headers }: IncomingMessage) {
  if (httpVersionMajor !== 1) return httpVersionMajor === 0 ? 400 : 505;
  if (rawHeaders.length > 2 * maxHeaders) return 431;
  const hosts = countHosts(rawHeaders);
  const hostMissing = hosts === 0 && httpVersion === '1.1';
  return hosts > 1 || hostMissing || !isHost(headers.host ?? '') ? 400 : undefined;
}

/** Answers with nothing but a status, and hangs up: what else the client sent cannot be trusted. */
export function refuseRequest(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}

/** Names stand at even places, before their values. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
}

/** RFC 9110, 7.2: a name or address and a port; no user, no path. */
function isHost(text: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i.test(text);
}

/**
 * `Expect: 100-continue`: the body is asked for when somebody begins to read it. A client that was not asked may send it
 * or not, so its connection cannot carry another request.
 */
function sendContinueOnRead(this: Server, request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    if (response.headersSent) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
  this.emit('request', request, response);
}

const statusByErrorCode: ReadonlyMap<string | undefined, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

const refusedSockets = new WeakSet();

/** Ends a connection that sent nonsense, after the answers to what came whole before it. */
function endMalformedConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  unanswered: readonly ServerResponse[],
): void {
  if (refusedSockets.has(socket)) return;
  refusedSockets.add(socket);
  const earlier = new Set(unanswered.filter(({ req }) => req.complete));
  const malformed = unanswered.find(({ req }) => !req.complete);
  const end = () => {
    if (!socket.writable || error.code === 'ECONNRESET' || malformed?.headersSent) socket.destroy();
    else closeSocket(socket, statusByErrorCode.get(error.code) ?? '400 Bad Request');
  };
  for (const response of earlier) {
    response.once('close', () => {
      earlier.delete(response);
      if (earlier.size === 0) end();
    });
  }
  if (earlier.size === 0) end();
}

/** The client need not close its side for the connection to be gone. */
function closeSocket(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => {
    socket.destroy();
  });
}
