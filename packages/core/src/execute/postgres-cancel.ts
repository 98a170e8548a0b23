// PostgreSQL's CancelRequest: the one way to stop a statement of another connection that needs no login.
import { connect } from 'node:net';
import type { Client } from 'pg';

const cancelCode = 80_877_102;
const longestMs = 1_000;

/** What a client knows of its server process beyond its public types. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * Stops the running statement of a client; resolves when the server has closed the request's connection, by which time
 * the signal has been sent, and rejects when it does not. Without TLS, as PostgreSQL's own library did until version 17: the key is worth nothing else.
 */
export function cancelStatement(client: Client & BackendKey): Promise<void> {
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve, reject) => {
    socket
      .setTimeout(longestMs, () => socket.destroy(new Error('The server did not take the order to stop.')))
      .on('error', reject)
      .once('close', () => {
        resolve();
      })
      .end(cancelRequest(processID, secretKey))
      .resume();
  });
}

/** Length, code, process, key: four integers of 32 bits. */
function cancelRequest(processID: number, secretKey: number): Buffer {
  const request = Buffer.alloc(16);
  [16, cancelCode, processID, secretKey].forEach((value, at) => request.writeInt32BE(value, at * 4));
  return request;
}
