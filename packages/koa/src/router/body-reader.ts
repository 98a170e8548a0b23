// Reads a request's body when core asks for it: limited in size and decompressed, or as an earlier middleware left it. Does
// not parse it.
import type { IncomingMessage } from 'node:http';
import { finished, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ApiError, type BodyReader } from '@decorest/core';
import type { Context, Request } from 'koa';
import rawBody from './raw-body.cjs';

/** Creates a reader of the request's body; `limit` is its maximum size in bytes, after decompression. */
export function createBodyReader(ctx: Context, limit: number): BodyReader {
  return async () => {
    const parsed = getParsedBody(ctx.request);
    return parsed ? requireWithinLimit(parsed, limit) : readStream(ctx.req, limit);
  };
}

/** What body parsers set: `body` is the value, `rawBody` the text. Their type declarations contradict each other. */
interface ParsedRequest extends Pick<Request, 'req'> {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The bytes that an earlier body parser read, if any. A parsed value becomes text again: core checks all bodies alike. */
function getParsedBody(request: ParsedRequest): Uint8Array | undefined {
  const { body, rawBody, req } = request;
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body === undefined || isUnread(req)) return undefined;
  return Buffer.from(JSON.stringify(body));
}

/** Body parsers set `body` to `{}` for content types that they do not handle, and leave the stream unread. */
function isUnread(request: IncomingMessage): boolean {
  const announced = request.headers['transfer-encoding'] ?? request.headers['content-length'] ?? '0';
  return announced !== '0' && !request.readableDidRead;
}

function requireWithinLimit(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length > limit) throw createTooLargeError(limit);
  return bytes;
}

async function readStream(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const getRawBody = rawBody.loadRawBody();
  const source = decompressBody(request, limit);
  try {
    return await getRawBody(source, { limit });
  } catch (error) {
    throw translateReadError(error, request, limit);
  } finally {
    releaseConnection(request, source);
  }
}

function decompressBody(request: IncomingMessage, limit: number): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const inflater = decompressors.get(encoding);
  if (!inflater) throw createUnsupportedEncodingError();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw createTooLargeError(limit);
  return inflater(request);
}

/** By content coding. Only one coding: a second layer has no legitimate use, and `gzip, gzip` is a decompression bomb. */
const decompressors: ReadonlyMap<string, (request: IncomingMessage) => Readable> = new Map([
  ['identity', (request: IncomingMessage) => request],
  ['gzip', (request: IncomingMessage) => pipeThrough(request, createUnzip())],
  ['deflate', (request: IncomingMessage) => pipeThrough(request, createUnzip())],
  ['br', (request: IncomingMessage) => pipeThrough(request, createBrotliDecompress())],
]);

/** A plain pipe would leave the decompressor waiting for ever when the client disconnects. */
function pipeThrough(request: IncomingMessage, inflater: Transform): Readable {
  finished(request, (error) => {
    if (error) inflater.destroy(error);
  });
  return request.pipe(inflater);
}

/** Discards the unread rest of the body, so that the connection can carry the answer and the next request. */
function releaseConnection(request: IncomingMessage, source: Readable): void {
  if (source !== request) {
    request.unpipe();
    source.destroy();
  }
  if (!request.readableEnded) request.resume();
}

/** A disconnect counts as a malformed body: the answer cannot be sent, and nothing is logged. */
function translateReadError(cause: unknown, request: IncomingMessage, limit: number): Error {
  const type = cause instanceof Error && 'type' in cause ? cause.type : undefined;
  if (type === 'entity.too.large') return createTooLargeError(limit);
  if (type === 'stream.not.readable' && request.readableEnded) return createConsumedBodyError(cause);
  return new ApiError('malformed_body', { detail: 'The body is cut short or wrongly compressed.' });
}

function createConsumedBodyError(cause: unknown): Error {
  return new Error('An earlier middleware read the body and left neither ctx.request.body nor rawBody.', {
    cause,
  });
}

function createTooLargeError(limit: number): ApiError {
  const bytes = limit === 1 ? '1 byte' : `${limit} bytes`;
  return new ApiError('body_too_large', { detail: `The body may have at most ${bytes} (bodySize).` });
}

function createUnsupportedEncodingError(): ApiError {
  return new ApiError('unsupported_media_type', {
    detail: 'The body may be compressed once, with gzip, deflate or br.',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
}
