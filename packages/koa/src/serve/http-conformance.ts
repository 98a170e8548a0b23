// Rules of HTTP/1.1 (RFC 9112) that Node does not enforce, or enforces too leniently. Independent of the application.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { findPendingResponses } from './draining.js';

/** Maximum number of headers of a request. Node would silently drop the rest. */
const maxHeaders = 2_000;

/** Makes a server answer malformed requests and `Expect` as the RFC demands. Call it before the server listens. */
export function applyHttpRules(server: Server): void {
  server.maxHeadersCount = 0;
  server.on('checkContinue', sendContinueOnRead);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    endMalformedConnection(error, socket, findPendingResponses(server, socket));
  });
}

/** The error status of a malformed request that Node has accepted; undefined for valid requests. */
export function findFaultStatus({ httpVersionMajor, httpVersion, rawHeaders, headers }: IncomingMessage) {
  if (httpVersionMajor !== 1) return httpVersionMajor === 0 ? 400 : 505;
  if (rawHeaders.length > 2 * maxHeaders) return 431;
  const hosts = countHosts(rawHeaders);
  const hostMissing = hosts === 0 && httpVersion === '1.1';
  return hosts > 1 || hostMissing || !isHost(headers.host ?? '') ? 400 : undefined;
}

/** Answers with a bare status and closes the connection: the rest of its data cannot be trusted. */
export function refuseRequest(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}

/** In `rawHeaders`, names have even indexes and are followed by their values. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name))
    .length;
}

/** RFC 9110, section 7.2: a name or address and an optional port, without user or path. */
function isHost(text: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i.test(text);
}

/**
 * `Expect: 100-continue`: asks for the body when the application starts to read it. Without `100 Continue` a client may or
 * may not send the body, so its connection cannot carry another request.
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

/** Closes a connection with malformed data, after the answers to the complete requests before it. */
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

/** Destroys the socket after the answer, without waiting for the client to close its side. */
function closeSocket(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => {
    socket.destroy();
  });
}
