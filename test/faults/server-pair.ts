// Two servers of MariaDB or MySQL behind one address, as behind a balancer: connections lead to them in turn. Whenever one of them
// gets a connection by the address, the other gets one of a stranger, as a rule with the same number, for as long as that is open.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

/** How a server is reached. Nothing else uses it: the numbers of its connections are those of this file. */
export interface PairedServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
}

export type PairedServers = readonly [PairedServer, PairedServer];

export class ServerPair {
  /** Connections by the address, those whose stranger has the same number, and the requests to end a statement. */
  readonly seen = { connections: 0, twins: 0, kills: 0 };
  /** Statements of strangers that have been ended. */
  readonly ended: string[] = [];
  readonly #servers: PairedServers;
  readonly #listener = createServer((near) => {
    this.#joining = this.#joining.then(() => this.#join(near).catch(() => void near.destroy()));
  });
  readonly #strangers = new Set<Stranger>();
  readonly #open = new Set<Socket>();
  /** One connection after the other: so both servers give their numbers in the same order. */
  #joining: Promise<unknown> = Promise.resolve();
  #next: 0 | 1 = 0;

  private constructor(servers: PairedServers) {
    this.#servers = servers;
  }

  static async before(servers: PairedServers): Promise<ServerPair> {
    const pair = new ServerPair(servers);
    await levelNumbers(servers);
    await new Promise<void>((listening) => pair.#listener.listen(0, '127.0.0.1', listening));
    return pair;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((close) => this.#listener.close(close));
    for (const socket of this.#open) socket.destroy();
    await closed;
    await this.#joining;
    await Promise.all([...this.#strangers].map((stranger) => stranger.leave()));
  }

  async #join(near: Socket): Promise<void> {
    const own = this.#servers[this.#next];
    const other = this.#servers[this.#next === 0 ? 1 : 0];
    this.#next = this.#next === 0 ? 1 : 0;
    const far = connect(own.port, own.host);
    const greeted = new Promise<Buffer>((resolve, reject) => {
      far.once('data', resolve).once('close', () => {
        reject(new Error('A server has closed a new connection.'));
      });
    });
    this.#watch(near, far);
    const [greeting, stranger] = await Promise.all([greeted, Stranger.come(other, this.ended)]);
    this.#strangers.add(stranger);
    this.seen.connections++;
    if (readNumber(greeting) === stranger.number) this.seen.twins++;
    const leave = () => {
      this.#strangers.delete(stranger);
      void stranger.leave();
    };
    if (near.destroyed) leave();
    else near.once('close', leave);
    near.write(greeting);
    near.on('data', (chunk: Buffer) => {
      if (chunk.includes('KILL QUERY')) this.seen.kills++;
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => near.write(chunk));
  }

  /** Ends both sides together. */
  #watch(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
  }
}

/** The number of a connection, from the first packet of the server: a header, the protocol, the version's text, the number. */
function readNumber(greeting: Buffer): number {
  return greeting.readUInt32LE(greeting.indexOf(0, 5) + 1);
}

/** Opens connections to the server that has given fewer numbers, until both are level. */
async function levelNumbers(servers: PairedServers): Promise<void> {
  const askBoth = () => Promise.all(servers.map(takeNumber));
  let [one = 0, two = 0] = await askBoth();
  while (one !== two) {
    if (one < two) one = await takeNumber(servers[0]);
    else two = await takeNumber(servers[1]);
  }
}

async function takeNumber(server: PairedServer): Promise<number> {
  const connection = await createConnection({ ...server });
  const number = connection.threadId;
  await connection.end();
  return number;
}

/** A client of another application, whose statements follow each other. */
class Stranger {
  readonly #connection: Connection;
  readonly #working: Promise<void>;
  #isLeaving = false;

  private constructor(connection: Connection, ended: string[]) {
    this.#connection = connection;
    this.#working = this.#work(ended);
  }

  static async come(server: PairedServer, ended: string[]): Promise<Stranger> {
    return new Stranger(await createConnection({ ...server }), ended);
  }

  get number(): number {
    return this.#connection.threadId;
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#working;
    await this.#connection.end();
  }

  /** SLEEP answers 1 where it was ended; MariaDB fails. */
  async #work(ended: string[]): Promise<void> {
    while (!this.#isLeaving) {
      const outcome = await this.#connection.query<RowDataPacket[]>('SELECT SLEEP(1) AS isEnded').then(
        ([[row]]) => (row?.isEnded === 0 ? null : 'its sleep was ended'),
        (error: unknown) => String(error),
      );
      if (outcome !== null) ended.push(`connection ${this.number}: ${outcome}`);
    }
  }
}
