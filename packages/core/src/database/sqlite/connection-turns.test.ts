// Requests of a kind go in the order of their arrival; between two that run hooks, all others that wait have their turn.
import { ConnectionTurns } from './connection-turns.js';

const forEver = { deadline: Infinity, signal: undefined };

/** A connection, and what happens on it. */
class Connection {
  /** Names of works, in the order of their end. */
  readonly events: string[] = [];
  isInTransaction = false;
  readonly turns = new ConnectionTurns(() => this.isInTransaction);
  readonly #ends = new Map<string, () => void>();

  /** Ends within the tick. */
  read(name: string, bounds = forEver as Parameters<ConnectionTurns['run']>[1]): unknown {
    const reading = this.turns.run(() => this.events.push(name), bounds);
    return reading instanceof Promise
      ? reading.catch((error: unknown) => {
          this.#fail(name, error);
        })
      : reading;
  }

  /** Ends when `end` is called. */
  hook(name: string, bounds = forEver as Parameters<ConnectionTurns['run']>[1]): Promise<unknown> {
    const work = async (begin: () => void) => {
      this.isInTransaction = true;
      begin();
      await new Promise<void>((end) => this.#ends.set(name, end));
      this.isInTransaction = false;
      this.events.push(name);
    };
    return this.turns.holdLong(work, { bounds, arrival: this.turns.arrive() }).catch((error: unknown) => {
      this.#fail(name, error);
    });
  }

  /** Asynchronous, and short: ends when `end` is called. */
  statement(name: string): Promise<unknown> {
    const work = async () => {
      await new Promise<void>((end) => this.#ends.set(name, end));
      this.events.push(name);
    };
    return this.turns.hold(work, { bounds: forEver, arrival: this.turns.arrive() });
  }

  /** Lets others read until `search` ends. */
  searching(place: Parameters<ConnectionTurns['hold']>[1]): Promise<unknown> {
    const search = () => new Promise<void>((end) => this.#ends.set('search', end));
    return this.turns.holdLong(async () => {
      await this.turns.readMeanwhile(search);
      this.events.push('search');
    }, place);
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await new Promise((resume) => setImmediate(resume));
  }

  #fail(name: string, error: unknown): void {
    this.events.push(`${name}: ${(error as { kind: string }).kind}`);
  }
}

let connection: Connection;
beforeEach(() => {
  connection = new Connection();
});

test('work runs at once, without a promise, while the connection is free', () => {
  expect(connection.read('a')).toBe(1);
  expect(connection.events).toEqual(['a']);
});

test('reads that wait go between two transactions of hooks, however many hooks wait', async () => {
  void connection.hook('A');
  void connection.hook('B');
  void connection.read('a');
  void connection.read('b');
  void connection.hook('C');
  await connection.end('A');
  expect(connection.events).toEqual(['A', 'a', 'b']);
  void connection.read('c');
  await connection.end('B');
  await connection.end('C');
  expect(connection.events).toEqual(['A', 'a', 'b', 'B', 'c', 'C']);
});

test('a hook waits for no read that has arrived after both', async () => {
  void connection.hook('A');
  void connection.hook('B');
  void connection.statement('a');
  await connection.end('A');
  void connection.statement('b');
  await connection.end('a');
  await connection.end('B');
  await connection.end('b');
  expect(connection.events).toEqual(['A', 'a', 'B', 'b']);
});

test('work that was earlier than a hook goes first, though no hook has run', async () => {
  void connection.statement('a');
  void connection.statement('b');
  void connection.hook('A');
  void connection.statement('c');
  for (const name of ['a', 'b', 'A', 'c']) await connection.end(name);
  expect(connection.events).toEqual(['a', 'b', 'A', 'c']);
});

test('work that comes back keeps its place', async () => {
  void connection.hook('A');
  const arrival = connection.turns.arrive();
  void connection.read('a');
  connection.turns.enter({
    arrival,
    run: () => void connection.events.push('back'),
    leaveLate: () => false,
  });
  await connection.end('A');
  expect(connection.events).toEqual(['A', 'back', 'a']);
});

test('work leaves with its client, or at its time limit, and the others stay in order', async () => {
  const client = new AbortController();
  void connection.hook('A');
  void connection.read('a', { deadline: Infinity, signal: client.signal });
  const late = connection.read('b', { deadline: performance.now(), signal: undefined });
  const gone = connection.hook('B', { deadline: Infinity, signal: client.signal });
  void connection.read('c');
  client.abort();
  await Promise.all([late, gone]);
  await connection.end('A');
  expect(connection.events.slice().sort()).toEqual([
    'A',
    'B: cancelled',
    'a: cancelled',
    'b: unavailable',
    'c',
  ]);
  expect(connection.events.slice(-2)).toEqual(['A', 'c']);
});

test('work whose client leaves in the tick of its turn does not run', async () => {
  const client = new AbortController();
  void connection.hook('A');
  const gone = connection.read('a', { deadline: Infinity, signal: client.signal });
  const ending = connection.end('A');
  client.abort();
  await Promise.all([ending, gone]);
  expect(connection.events).toEqual(['A', 'a: cancelled']);
});

test('a transaction of the application is waited for', async () => {
  connection.isInTransaction = true;
  const waiting = connection.read('a');
  expect(connection.events).toEqual([]);
  connection.isInTransaction = false;
  await waiting;
  expect(connection.events).toEqual(['a']);
});

test('reads do not wait for what a subscriber does after the COMMIT, the next hook does', async () => {
  void connection.hook('A');
  void connection.hook('B');
  connection.isInTransaction = false;
  await Promise.resolve(connection.read('a'));
  expect(connection.events).toEqual(['a']);
  await connection.end('A');
  await connection.end('B');
  expect(connection.events).toEqual(['a', 'A', 'B']);
});

test('reads run while long work lets them, writes after it', async () => {
  const { turns } = connection;
  const place = { bounds: forEver, arrival: turns.arrive() };
  const searching = connection.searching(place);
  connection.read('read');
  turns.enter({
    arrival: turns.arrive(),
    run: () => void connection.events.push('write'),
    leaveLate: () => false,
  });
  connection.read('later read');
  expect(turns.isFree).toBe(false);
  await connection.end('search');
  await searching;
  expect(connection.events).toEqual(['read', 'later read', 'search', 'write']);
});

test('a read that waits for a transaction of the application runs while long work lets it', async () => {
  const { turns } = connection;
  const searching = connection.searching({ bounds: forEver, arrival: turns.arrive() });
  expect(turns.isFree).toBe(false);
  connection.isInTransaction = true;
  turns.enter({
    arrival: turns.arrive(),
    run: () => void connection.events.push('write'),
    leaveLate: () => false,
  });
  connection.read('read');
  expect(connection.events).toEqual([]);
  connection.isInTransaction = false;
  await new Promise((resume) => setTimeout(resume, 5));
  expect(connection.events).toEqual(['read']);
  await connection.end('search');
  await searching;
  expect(connection.events).toEqual(['read', 'search', 'write']);
});
