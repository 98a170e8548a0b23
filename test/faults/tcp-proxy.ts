// A proxy between the application and its database that can reset connections at a moment of a test's choosing, end them,
// keep them waiting, say something of its own, or lose the way to it.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Sees what passes on a connection; a number resets the connection on both sides once so many bytes have passed, as does a
 * fault that says no more.
 */
export type Watch = (chunk: Buffer, connection: object) => number | Fault | undefined;

/** What happens once so many bytes of a chunk have passed. */
export interface Fault {
  readonly pass: number;
  /** Bytes of the proxy's own, after those. */
  readonly append?: Buffer;
  /** `wait`: the rest of the chunk comes a little later. `go on`: at once. `silence`: nothing more comes, and nothing ends. */
  readonly then: 'reset' | 'end' | 'wait' | 'go on' | 'silence';
}

const waitMs = 30;

const never: Watch = () => undefined;

export class TcpProxy {
  /** Of what the application sends. */
  onRequest: Watch = never;
  /** Of what the database answers. */
  onAnswer: Watch = never;
  /** The port to which new connections lead. */
  target: number;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** Nothing passes on them any more, not even their ends. */
  readonly #lost = new WeakSet<Socket>();
  #isWayLost = false;
  #resets = 0;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((near) => {
      if (this.#isWayLost) this.#hold(near);
      else this.#join(near, connect(this.target, '127.0.0.1'));
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

  /** What is open stays open and is silent for ever, as behind a NAT entry that was dropped; new connections are not answered. */
  loseWay(): void {
    this.#isWayLost = true;
    for (const socket of this.#open) this.#lost.add(socket);
  }

  /** New connections pass again. */
  findWay(): void {
    this.#isWayLost = false;
  }

  /** Ends the connections of this moment, and gives both sides the time to notice. */
  async cut(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((wake) => setTimeout(wake, waitMs));
  }

  async close(): Promise<void> {
    // No connection is accepted any more: a client that reconnects would keep the server open.
    const closed = new Promise((close) => this.#server.close(close));
    await this.cut();
    await closed;
  }

  /** Accepts a connection that leads nowhere. */
  #hold(near: Socket): void {
    this.#open.add(near);
    near.on('error', () => undefined).once('close', () => this.#open.delete(near));
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
        if (!this.#lost.has(socket)) for (const other of both) other.destroy();
      });
    }
    const end = () => {
      for (const socket of both) socket.end();
    };
    const pass = (from: Socket, to: Socket, watch: () => Watch) => {
      let isSilent = false;
      from.on('data', (chunk: Buffer) => {
        if (isSilent || this.#lost.has(near)) return;
        const found = watch()(chunk, near);
        if (found === undefined) return void to.write(chunk);
        const fault: Fault = typeof found === 'number' ? { pass: found, then: 'reset' } : found;
        const [head, rest] = [chunk.subarray(0, fault.pass), chunk.subarray(fault.pass)];
        const said = fault.append ? Buffer.concat([head, fault.append]) : head;
        const goOn = () => {
          from.resume();
          to.write(rest);
        };
        const next = { reset, end, wait: goOn, 'go on': goOn, silence: () => undefined } as const;
        isSilent = fault.then === 'silence';
        if (fault.then === 'go on') return void to.write(Buffer.concat([said, rest]));
        if (fault.then === 'wait') from.pause();
        // What has been written has to leave before the reset.
        const delay = fault.then === 'wait' ? waitMs : said.length === 0 ? 0 : 20;
        to.write(said, () => setTimeout(next[fault.then], delay));
      });
    };
    pass(near, far, () => this.onRequest);
    pass(far, near, () => this.onAnswer);
  }
}
