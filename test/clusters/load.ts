// Clients of three processes: they write without a key, with one, with a hook and in bulk, count in one row, and read by key, by
// list and by cursor. Each sends one request after another.
import { randomUUID } from 'node:crypto';
import { HttpClient, type Answer, type Headers, type Message } from '../support/http-client.js';
import { wayNames, type WayName } from './cluster.js';
import { kinds, writeKinds, type Kind, type Ledger, type Table } from './ledger.js';
import { readByKey, readList, walk } from './readers.js';

/** Between two requests of a client, in milliseconds; CLUSTER_PAUSE sets another. */
const pauseMs = Number(process.env.CLUSTER_PAUSE ?? 150);

/** What the clients of a process do: there are more of them than a pool has connections. */
const clientKinds: readonly Kind[] = [...kinds, ...writeKinds];

/** One of so many keyed writes is sent again after its answer. */
const lostAnswers = 5;

/** How many rows a write in bulk makes. */
export const rowsInBulk = 5;

/** What a client of one process sends with. */
export interface Connection {
  readonly way: WayName;
  readonly ledger: Ledger;
  /** Answers are waited for once: undefined where there was none. */
  send(kind: Kind, expected: readonly number[], request: Request): Promise<Answer | undefined>;
}

export interface Request extends Message {
  readonly method: string;
  readonly path: string;
}

export class Load {
  readonly ledger: Ledger;
  readonly #clients: ReadonlyMap<WayName, HttpClient>;
  readonly #stop = new AbortController();
  readonly #running: readonly Promise<unknown>[];

  /** `ports` are those of the processes, in the order of `wayNames`. */
  constructor(ledger: Ledger, ports: readonly number[]) {
    this.ledger = ledger;
    this.#clients = new Map(wayNames.map((way, at) => [way, new HttpClient(ports[at] ?? 0)]));
    this.#running = wayNames.flatMap((way) => clientKinds.map((kind, at) => this.#run(way, kind, at)));
  }

  /** Ends when all keyed writes are answered. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
    for (const client of this.#clients.values()) client.close();
  }

  /** Waits until every process has served every kind of request since a moment; for a minute at most. */
  async served(since: number): Promise<{ readonly name: string; readonly ms: number }> {
    this.ledger.watchService(since);
    while (this.ledger.unserved(wayNames).length > 0) {
      if (performance.now() > since + 60_000)
        throw new Error(`Not served again within a minute: ${this.ledger.unserved(wayNames).join('; ')}`);
      await pause(20);
    }
    return this.ledger.lastServed;
  }

  async #run(way: WayName, kind: Kind, client: number): Promise<void> {
    const connection = this.#connect(way);
    for (let at = 0; !this.#stop.signal.aborted; at++) {
      await this.#one(connection, kind, `${wayNames.indexOf(way)}.${client}.${kind}.${at}`);
      await pause(pauseMs);
    }
  }

  #connect(way: WayName): Connection {
    const { ledger } = this;
    const client = this.#clients.get(way);
    if (!client) throw new Error(`There is no process of ${way}.`);
    return {
      way,
      ledger,
      send: (kind, expected, { method, path, ...message }) =>
        ledger.exchange({ way, kind, expected }, () => client.send(method, path, message)),
    };
  }

  async #one(connection: Connection, kind: Kind, name: string): Promise<void> {
    switch (kind) {
      case 'plain':
        return this.#write(connection, kind, { name, table: 'notes' });
      case 'hooked':
        return this.#write(connection, kind, { name, table: 'orders' });
      case 'bulk':
        return this.#write(connection, kind, { name, table: 'readings' });
      case 'keyed':
        return this.#writeWithKey(connection, { name, table: tables[sequenceOf(name) % 3] ?? 'notes' });
      case 'counter':
        return count(connection);
      case 'by key':
        return readByKey(connection);
      case 'list':
        return readList(connection);
      case 'cursor':
        return walk(connection, () => pause(pauseMs), this.#stop.signal);
    }
  }

  /** Without a key, a write whose answer does not tell is not sent again. */
  async #write(connection: Connection, kind: Kind, { name, table }: NamedWrite): Promise<void> {
    connection.ledger.writes.set(name, { table, isAcknowledged: false });
    const answer = await connection.send(kind, [201], { method: 'POST', ...requestOf(table, name) });
    if (answer?.status === 201) acknowledge(connection, name, answer);
  }

  /**
   * With a key, it is sent again until it is answered, each time to the next process, as a balancer would. Some are sent once more
   * after that: as from a client that has lost the answer.
   */
  async #writeWithKey({ way, ledger }: Connection, write: NamedWrite): Promise<void> {
    const { name, table } = write;
    const headers = { 'idempotency-key': `"${randomUUID()}"` };
    ledger.writes.set(name, { table, isAcknowledged: false });
    const { answer: first, connection } = await this.#sendUntilAnswered(
      wayNames.indexOf(way),
      write,
      headers,
    );
    if (first.status !== 201) return;
    acknowledge(connection, name, first);
    if (sequenceOf(name) % lostAnswers !== 0) return;
    const { answer: second } = await this.#sendUntilAnswered(wayNames.indexOf(way) + 1, write, headers);
    if (!second.headers['idempotent-replayed'] || second.text !== first.text)
      ledger.strange.add(`${name} was answered with ${first.text}, then with ${second.text}`);
  }

  /** Answers by which process, too. An answer that should not have come is one: it does not change. */
  async #sendUntilAnswered(
    first: number,
    { name, table }: NamedWrite,
    headers: Headers,
  ): Promise<{ readonly answer: Answer; readonly connection: Connection }> {
    for (let turn = first; ; turn++) {
      const connection = this.#connect(wayNames[turn % wayNames.length] ?? 'one address');
      const { ledger, send } = connection;
      // 409: another attempt of it still runs.
      const answer = await send('keyed', [201, 409], { method: 'POST', headers, ...requestOf(table, name) });
      if (answer?.headers['idempotent-replayed']) ledger.replays.count++;
      if (answer && ![409, 503, 504].includes(answer.status)) return { answer, connection };
      await pause(pauseMs);
    }
  }
}

interface NamedWrite {
  readonly name: string;
  readonly table: Table;
}

const tables = ['notes', 'orders', 'readings'] as const;

function sequenceOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('.') + 1));
}

/** What a note of this name costs: half of a request would show. */
export function priceOf(name: string): string {
  return `${sequenceOf(name)}.50`;
}

function requestOf(table: Table, name: string): { readonly path: string; readonly body: unknown } {
  switch (table) {
    case 'notes':
      return { path: '/notes', body: { text: name, price: priceOf(name), details: { by: name } } };
    case 'orders':
      return { path: '/orders', body: { text: name } };
    case 'readings':
      return {
        path: '/readings/bulk',
        body: Array.from({ length: rowsInBulk }, (_, place) => ({ text: name, place })),
      };
  }
}

function acknowledge({ ledger, way }: Connection, name: string, { json, text }: Answer): void {
  const write = ledger.writes.get(name);
  if (!write || !text.includes(`"${name}"`)) {
    ledger.strange.add(`${name} was answered with ${text}`);
    return;
  }
  write.isAcknowledged = true;
  if (write.table === 'notes') {
    ledger.acknowledgeNote({ id: (json as { id: number }).id, text: name, way });
  }
}

/** Adds one to the counter that all clients share, as the one who has seen its count. */
async function count({ ledger, send }: Connection): Promise<void> {
  const path = '/tallies/1';
  const read = await send('counter', [200], { method: 'GET', path });
  if (read?.status !== 200) return;
  const headers = { 'if-match': read.headers.etag ?? '' };
  const body = { count: (read.json as { count: number }).count + 1 };
  const answer = await send('counter', [200, 412], { method: 'PATCH', path, headers, body });
  if (answer?.status === 200) ledger.counter.acknowledged++;
  else if (answer?.status !== 412) ledger.counter.unknown++;
}

export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}
