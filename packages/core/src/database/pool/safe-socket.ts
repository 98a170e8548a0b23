// The socket of a connection to a database server, whose bytes may be anything: what a listener throws, such as a parser that
// meets bytes that no server sends, closes the connection. Thrown in a socket, it would end the process.
import { Socket } from 'node:net';

export class SafeSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    try {
      return super.emit(event as 'data', ...(values as [never]));
    } catch (error) {
      this.destroy(new BrokenConnectionError(error));
      return true;
    }
  }
}

/** The bytes of a server could not be read, or a listener of its connection failed. The connection is closed. */
export class BrokenConnectionError extends Error {
  override readonly name = 'BrokenConnectionError';
  /** As Node.js reports a connection that its other side has ended. */
  readonly code = 'ECONNABORTED';
  /** Drivers close a connection after such an error. */
  readonly fatal = true;

  constructor(cause: unknown) {
    super('The connection to the database was closed: what it received could not be read.', { cause });
  }
}
