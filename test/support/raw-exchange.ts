// One HTTP exchange with a Koa app, its path sent exactly as it is written: no client tidies it up on the way.
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Serves the app for as long as one exchange lasts. */
export async function exchange(app: Koa, request: RawRequest | string): Promise<RawAnswer> {
  const { port, close } = await listening(app);
  try {
    return await send(port, typeof request === 'string' ? { path: request } : request);
  } finally {
    close();
  }
}

export interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly close: () => void;
}

/** Serves the app on a free port of this machine until closed. */
export async function listening(app: Koa): Promise<Listening> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { server, port, close };
}

/** One request to a server of this machine. */
export function send(
  port: number,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
