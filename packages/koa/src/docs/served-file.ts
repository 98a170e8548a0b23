// Files in memory, sent with a content type, `nosniff` and an ETag for revalidation.
import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** A file ready to be sent. */
export interface ServedFile {
  readonly status: 200 | 308;
  readonly body: string | Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a file with a content type and extra headers. Clients cache it and revalidate it on each use. */
export function createServedFile(
  body: string | Buffer,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): ServedFile {
  return {
    status: 200,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  };
}

/** Creates a permanent redirect. `location` must be relative, so that no request can choose the host. */
export function createRedirect(location: string): ServedFile {
  return { ...createServedFile('', 'text/plain; charset=utf-8', { Location: location }), status: 308 };
}

/** Sends a file, or 304 if the client's copy is current. */
export function sendFile(ctx: Context, file: ServedFile): void {
  ctx.status = file.status;
  ctx.set(file.headers);
  ctx.etag = file.etag;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = file.body;
}
