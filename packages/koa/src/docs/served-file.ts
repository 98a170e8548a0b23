// A file kept in memory, and how it is sent: typed, never sniffed, revalidated by its ETag.
import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** A file ready to be sent. */
export interface ServedFile {
  readonly status: 200 | 308;
  readonly body: string | Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file of a content type, with headers beside the usual. Clients keep it, and ask whether it is still good. */
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

/** Says that a file is at another place. `location` is relative, so that no part of a request can choose the host. */
export function createRedirect(location: string): ServedFile {
  return { ...createServedFile('', 'text/plain; charset=utf-8', { Location: location }), status: 308 };
}

/** Sends a file, or 304 to a client that has it. */
export function sendFile(ctx: Context, file: ServedFile): void {
  ctx.status = file.status;
  ctx.set(file.headers);
  ctx.etag = file.etag;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = file.body;
}
