// A proxy between the application and its database that can reset connections at a moment of a test's choosing.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Sees what passes on a connection; a number resets the connection on both sides once so many bytes have passed. */
export type Watch = (chunk: Buffer, connection: object) => number | undefined;

const never: Watch = () => undefined;

export class TcpProxy {
  /** Of what the application sends. */
  onRequest: Watch = never;
  /** Of what the database answers. */
  onAnswer: Watch = never;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #resets = 0;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      this.#join(near, connect(target, '127.0.0.1'));
    });
  }

  static async before(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that were reset so far. */
  get resets(): number {
    return this.#resets;
  }

  /** Everything passes again. */
  rest(): void {
    this.onRequest = never;
    this.onAnswer = never;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  #join(near: Socket, far: Socket): void {
    const both = [near, far];
    const reset = () => {
      this.#resets += 1;
      for (const socket of both) socket.resetAndDestroy();
    };
    for (const socket of both) {
      this.#open.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => {
        this.#open.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    const pass = (from: Socket, to: Socket, watch: () => Watch) => {
      from.on('data', (chunk: Buffer) => {
        const most = watch()(chunk, near);
        if (most === undefined) return void to.write(chunk);
        // What has been written has to leave before the reset.
        to.write(chunk.subarray(0, most), () => setTimeout(reset, most === 0 ? 0 : 20));
      });
    };
    pass(near, far, () => this.onRequest);
    pass(far, near, () => this.onAnswer);
  }
}
