// Stands between a server and its database, and counts what is asked: statements, and how often an answer
// is awaited before more is asked. Below every driver, so that nothing passes by.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { CheckedDatabaseName } from '../data/database.js';

export interface Counts {
  readonly statements: number;
  readonly roundTrips: number;
}

export interface CountingProxy {
  /** The URL of the database by way of the proxy. */
  readonly url: string;
  counts(): Counts;
  close(): void;
}

/** Whether a whole message, its header included, runs a statement. */
type RunsStatement = (message: Buffer) => boolean;

interface Protocol {
  readonly port: number;
  /** The length of the message that begins here, its header included; undefined while too little has come. */
  lengthOf(bytes: Buffer, isFirst: boolean): number | undefined;
  readonly runsStatement: RunsStatement;
}

const protocols: Readonly<Record<Exclude<CheckedDatabaseName, 'sqlite'>, Protocol>> = {
  postgres: {
    port: 5432,
    // The first message of a connection has no letter.
    lengthOf: (bytes, isFirst) => {
      if (isFirst) return bytes.length < 4 ? undefined : bytes.readUInt32BE(0);
      return bytes.length < 5 ? undefined : bytes.readUInt32BE(1) + 1;
    },
    // Q: a text, E: what was prepared.
    runsStatement: (message) => ['Q', 'E'].includes(String.fromCharCode(message[0] ?? 0)),
  },
  mariadb: {
    port: 3306,
    lengthOf: (bytes) => (bytes.length < 4 ? undefined : bytes.readUIntLE(0, 3) + 4),
    // Number 0 begins a command. 3: a text, 23: what was prepared.
    runsStatement: (message) => message[3] === 0 && [3, 23].includes(message[4] ?? -1),
  },
};

export async function countingProxy(
  database: Exclude<CheckedDatabaseName, 'sqlite'>,
  databaseUrl: string,
): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const protocol = protocols[database];
  const counter = new Counter();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port) || protocol.port, target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    relay(client, upstream, protocol, counter);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    counts: () => ({ statements: counter.statements, roundTrips: counter.roundTrips }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

class Counter {
  statements = 0;
  roundTrips = 0;
}

function relay(client: Socket, upstream: Socket, protocol: Protocol, counter: Counter): void {
  let left = Buffer.alloc(0);
  let [isFirst, isAsking] = [true, false];
  client.on('data', (chunk: Buffer) => {
    // Requests before the next answer belong to the same trip.
    if (!isAsking) counter.roundTrips += 1;
    isAsking = true;
    left = Buffer.concat([left, chunk]);
    for (let length = protocol.lengthOf(left, isFirst); length !== undefined && left.length >= length;) {
      if (!isFirst && protocol.runsStatement(left.subarray(0, length))) counter.statements += 1;
      left = left.subarray(length);
      isFirst = false;
      length = protocol.lengthOf(left, isFirst);
    }
    upstream.write(chunk);
  });
  upstream.on('data', (chunk: Buffer) => {
    isAsking = false;
    client.write(chunk);
  });
  client.on('end', () => upstream.end());
  upstream.on('end', () => client.end());
}
