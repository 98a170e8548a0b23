// Files in memory, sent with a content type, `nosniff`, an ETag for revalidation, and compressed where the client takes it.
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import {
  contentCodings,
  createEncodedBodies,
  type ContentCoding,
  type EncodedBodies,
} from './content-coding.js';

/** A file ready to be sent. */
export interface ServedFile {
  readonly status: 200 | 308;
  readonly body: string | Buffer;
  /** A hash of the body, in base64url. */
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a file that is always sent as it is. */
  readonly encoded: EncodedBodies | null;
}

/** Creates a file with a content type and extra headers. Clients cache it and revalidate it on each use. */
export function createServedFile(
  body: string | Buffer,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): ServedFile {
  const encoded = createEncodedBodies(body, contentType);
  return {
    status: 200,
    body,
    hash: createHash('sha256').update(body).digest('base64url'),
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...(encoded && { Vary: 'Accept-Encoding' }),
      ...headers,
    },
    encoded,
  };
}

/** Creates a permanent redirect. `location` must be relative, so that no request can choose the host. */
export function createRedirect(location: string): ServedFile {
  return { ...createServedFile('', 'text/plain; charset=utf-8', { Location: location }), status: 308 };
}

/** Sends a file, or 304 if the client's copy is current. Asked for by its hash (`?v=`), it never changes. */
export async function sendFile(ctx: Context, file: ServedFile): Promise<void> {
  const coding = file.encoded && chooseCoding(ctx);
  const body = file.encoded && coding ? await file.encoded(coding) : file.body;
  ctx.status = file.status;
  ctx.set(file.headers);
  if (ctx.query.v === file.hash) ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  if (coding) ctx.set('Content-Encoding', coding);
  // Each coding is a representation of its own.
  ctx.etag = `"${file.hash}${coding ? `-${coding}` : ''}"`;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}

function chooseCoding(ctx: Context): ContentCoding | null {
  return contentCodings.find((coding) => ctx.acceptsEncodings(coding) === coding) ?? null;
}
