// A TCP connection to a server: bytes out as they are written, answers in as they come.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How long an answer may take to come: not a measure, but an end to waiting. */
const patienceMs = 60_000;

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

/** Sends bytes and waits until the server has closed the connection; answers all that came. */
export async function untilClosed(port: number, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  const socket = await open(port);
  socket.write(bytes);
  const received = await closed(socket);
  return answersIn(received);
}

/** Opens a connection. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // A server may hang up while we still write: what it said before counts.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the server closes. @throws Error when it does not. */
export async function closed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => socket.destroy(new Error('The server keeps the connection.')), patienceMs);
  const [hadError] = (await once(socket, 'close')) as [boolean];
  clearTimeout(timer);
  if (hadError && chunks.length === 0) return '';
  return Buffer.concat(chunks).toString();
}

/** Splits what came into its answers; those without a length run to the end. */
export function answersIn(received: string): RawAnswer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const head = received.slice(0, end);
  const rest = received.slice(end + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const length = status < 200 || status === 204 ? 0 : lengthOf(head);
  const bytes = Buffer.from(rest);
  const body = bytes.subarray(0, length ?? bytes.length).toString();
  const after = length === undefined ? '' : bytes.subarray(length).toString();
  return [{ status, head, body }, ...answersIn(after)];
}

function lengthOf(head: string): number | undefined {
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length === undefined ? undefined : Number(length);
}

/** A request in the words of HTTP/1.1. */
export function words(...lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}
