// Writes that wait at the same time share a transaction. Each is answered after the COMMIT, with what it has done by itself.
import Database from 'better-sqlite3';
import { createFixedStatement } from '../../sql/statement.js';
import { bindStatement, emptyResult, runInOrder, type Script } from '../../execute/script.js';
import { runAloneSync, runGroupSync, WriteQueue } from './group-commit.js';
import type { SyncConnection } from './queued-write.js';

const schema = `
  CREATE TABLE parents (id INTEGER PRIMARY KEY);
  CREATE TABLE rows (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,
    parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED
  );
  CREATE TRIGGER undo_all BEFORE INSERT ON rows WHEN NEW.name = 'undo all' BEGIN SELECT RAISE(ROLLBACK, 'undone'); END;
`;

/** The queue on a database in memory, and what happens there. */
class Groups {
  readonly database = new Database(':memory:', { verbose: (text) => this.#events.push(String(text)) });
  /** Statements and answers, in order. */
  readonly #events: string[] = [];
  readonly #queue: WriteQueue;
  #failing: string | undefined;
  readonly #connection: SyncConnection = {
    control: (sql) => {
      if (sql !== this.#failing) return this.database.prepare(sql).run();
      this.#failing = undefined;
      throw new Error('injected');
    },
    execute: ({ statement }) => {
      this.database.prepare(statement.text).run();
      return emptyResult;
    },
  };

  constructor(limits = { writes: 64, ms: Infinity }) {
    this.#queue = new WriteQueue(() => undefined, limits);
    this.database.exec(schema);
    this.#events.length = 0;
  }

  /** Adds a write of one row; its answer is an event. */
  insert(name: string, parent?: number): Promise<void> {
    const text = `INSERT INTO rows (name, parent) VALUES ('${name}', ${parent ?? 'NULL'})`;
    return this.add(name, () => runInOrder([bindStatement(createFixedStatement(text), [])]));
  }

  write(name: string): Script<unknown> {
    const text = `INSERT INTO rows (name) VALUES ('${name}')`;
    return runInOrder([bindStatement(createFixedStatement(text), [])]);
  }

  /** Runs a write of one row that does not wait. */
  insertAlone(name: string): string {
    const text = `INSERT INTO rows (name) VALUES ('${name}')`;
    const script = () => runInOrder([bindStatement(createFixedStatement(text), [])]);
    try {
      runAloneSync(this.#queue, script, this.#connection);
      return `${name} is written`;
    } catch (error) {
      return `${name}: ${(error as { kind: string }).kind}`;
    }
  }

  async add(
    name: string,
    script: () => Script<unknown>,
    deadline = Infinity,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#queue.add({ script, bounds: { deadline, signal }, arrival: 0 }).then(
      () => this.#events.push(`${name} is written`),
      (error: unknown) => this.#events.push(`${name}: ${(error as { kind: string }).kind}`),
    );
  }

  /** Makes a control statement fail, once. */
  failOnce(sql: string): void {
    this.#failing = sql;
  }

  /** Runs groups until the queue is empty. */
  runAll(): void {
    while (this.#queue.findOldest() !== undefined) runGroupSync(this.#queue, this.#connection);
  }

  /** From now on, another process has locked the file. */
  lock(): void {
    this.database.prepare = () => {
      throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
    };
  }

  get isQuiet(): boolean {
    return this.#queue.isQuiet;
  }

  rejectLate(): void {
    this.#queue.rejectLate();
  }

  /** The events since the last call: transactions and savepoints by their first word, writes by their names. */
  takeEvents(): string[] {
    const events = this.#events.map((text) =>
      text.startsWith('INSERT')
        ? (/'(.*)'/.exec(text)?.[1] ?? text)
        : text.replace(/ "write"| IMMEDIATE/, ''),
    );
    this.#events.length = 0;
    return events;
  }

  listNames(): unknown[] {
    const names = this.database.prepare('SELECT name FROM rows ORDER BY id').pluck().all();
    this.#events.length = 0;
    return names;
  }
}

let groups: Groups;
beforeEach(() => {
  groups = new Groups();
});

test('one write alone has a transaction without savepoints', async () => {
  const a = groups.insert('a');
  groups.runAll();
  await a;
  expect(groups.takeEvents()).toEqual(['BEGIN', 'a', 'COMMIT', 'a is written']);
});

test('writes that wait share a transaction, and are answered in order after its end', async () => {
  const writes = ['a', 'b', 'c'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'b', 'c', 'COMMIT'],
    ...['a is written', 'b is written', 'c is written'],
  ]);
});

test('a write that fails is undone alone', async () => {
  const writes = ['a', 'a', 'c'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'a', 'ROLLBACK'],
    ...['BEGIN', 'SAVEPOINT', 'a', 'RELEASE', 'SAVEPOINT', 'a', 'ROLLBACK TO', 'RELEASE'],
    ...['SAVEPOINT', 'c', 'RELEASE', 'COMMIT', 'a is written', 'a: unique', 'c is written'],
  ]);
  expect(groups.listNames()).toEqual(['a', 'c']);
});

test('after a write has failed, the next 64 groups have savepoints from the start', async () => {
  const begins: string[] = [];
  for (let group = 0; group < 66; group++) {
    const writes = [`first ${group}`, group === 0 ? 'first 0' : `second ${group}`].map((name) =>
      groups.insert(name),
    );
    groups.runAll();
    await Promise.all(writes);
    begins.push(groups.takeEvents().slice(0, 2).join(' '));
  }
  const withSavepoints = begins.flatMap((begin, group) => (begin === 'BEGIN SAVEPOINT' ? group : []));
  // The group of the failure itself is the first.
  expect(withSavepoints).toEqual(Array.from({ length: 63 }, (_, at) => at + 1));
});

test('the statements of a write that fails later are undone, too', async () => {
  function* failLate(): Script<never> {
    yield bindStatement(createFixedStatement("INSERT INTO rows (name) VALUES ('half')"), []);
    throw new Error('Later.');
  }
  const writes = [groups.insert('a'), groups.add('half', failLate), groups.insert('c')];
  groups.runAll();
  await Promise.all(writes);
  expect(groups.listNames()).toEqual(['a', 'c']);
});

test('after an error that ends the whole transaction, each write runs by itself', async () => {
  const writes = ['a', 'undo all', 'c'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'undo all', 'ROLLBACK', 'ROLLBACK'],
    ...['BEGIN', 'SAVEPOINT', 'a', 'RELEASE', 'SAVEPOINT', 'undo all', 'ROLLBACK TO'],
    ...['ROLLBACK', 'ROLLBACK', 'BEGIN', 'a', 'COMMIT'],
    ...['BEGIN', 'undo all', 'ROLLBACK', 'ROLLBACK', 'BEGIN', 'c', 'COMMIT'],
    ...['a is written', 'undo all: refused', 'c is written'],
  ]);
  expect(groups.listNames()).toEqual(['a', 'c']);
});

test('after a COMMIT that fails, each write runs by itself', async () => {
  const writes = [groups.insert('a'), groups.insert('orphan', 7), groups.insert('c')];
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'orphan', 'c', 'COMMIT', 'ROLLBACK'],
    ...['BEGIN', 'a', 'COMMIT', 'BEGIN', 'orphan', 'COMMIT', 'ROLLBACK', 'BEGIN', 'c', 'COMMIT'],
    ...['a is written', 'orphan: foreign-key', 'c is written'],
  ]);
  expect(groups.listNames()).toEqual(['a', 'c']);
});

test('a ROLLBACK that fails is tried again', async () => {
  groups.failOnce('ROLLBACK');
  const writes = [groups.insert('orphan', 7), groups.insert('b')];
  groups.runAll();
  await Promise.all(writes);
  expect(groups.database.inTransaction).toBe(false);
  expect(groups.listNames()).toEqual(['b']);
});

test('a locked file rejects the whole group, without another attempt', async () => {
  const writes = ['a', 'b'].map((name) => groups.insert(name));
  groups.lock();
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual(['a: locked', 'b: locked']);
});

test('a group has at most so many writes', async () => {
  groups = new Groups({ writes: 2, ms: Infinity });
  const writes = ['a', 'b', 'c'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'b', 'COMMIT', 'BEGIN', 'c', 'COMMIT'],
    ...['a is written', 'b is written', 'c is written'],
  ]);
});

test('a group ends when its time is up', async () => {
  groups = new Groups({ writes: 64, ms: -1 });
  const writes = ['a', 'b'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(writes);
  expect(groups.takeEvents()).toEqual([
    ...['BEGIN', 'a', 'COMMIT', 'BEGIN', 'b', 'COMMIT'],
    ...['a is written', 'b is written'],
  ]);
});

test('after four writes alone, fifteen of sixteen do not wait for others, until some come together', async () => {
  const quiet: boolean[] = [];
  for (let at = 0; at < 34; at++) {
    quiet.push(groups.isQuiet);
    const write = groups.insert(`row ${at}`);
    groups.runAll();
    await write;
  }
  expect(quiet.flatMap((isQuiet, at) => (isQuiet ? [] : at))).toEqual([0, 1, 2, 3, 16, 32]);
  const together = ['a', 'b'].map((name) => groups.insert(name));
  groups.runAll();
  await Promise.all(together);
  expect(groups.isQuiet).toBe(false);
});

test('a write that does not wait has a transaction of its own, which a failure undoes', () => {
  for (const name of ['a', 'b', 'c', 'd', 'a']) groups.insertAlone(name);
  groups.takeEvents();
  expect(groups.isQuiet).toBe(true);
  expect(groups.insertAlone('e')).toBe('e is written');
  expect(groups.takeEvents()).toEqual(['BEGIN', 'e', 'COMMIT']);
  expect(groups.insertAlone('a')).toBe('a: unique');
  expect(groups.takeEvents()).toEqual(['BEGIN', 'a', 'ROLLBACK']);
  for (const failing of ['COMMIT', 'BEGIN IMMEDIATE']) {
    groups.failOnce(failing);
    expect(groups.insertAlone('f')).toBe('f: unknown');
  }
  expect(groups.takeEvents()).toEqual(['BEGIN', 'f', 'ROLLBACK']);
  expect(groups.database.inTransaction).toBe(false);
  groups.lock();
  expect(groups.insertAlone('g')).toBe('g: locked');
  expect(groups.isQuiet).toBe(false);
});

test('a write that arrives while others wait is not alone', () => {
  for (let at = 0; at < 5; at++) groups.insertAlone(`row ${at}`);
  expect(groups.isQuiet).toBe(true);
  void groups.insert('a');
  expect(groups.isQuiet).toBe(false);
  groups.runAll();
});

test('a locked file ends the quiet: later writes wait for others', async () => {
  for (let at = 0; at < 5; at++) {
    const write = groups.insert(`row ${at}`);
    groups.runAll();
    await write;
  }
  expect(groups.isQuiet).toBe(true);
  groups.lock();
  const write = groups.insert('late');
  groups.runAll();
  await write;
  expect(groups.isQuiet).toBe(false);
});

test('writes that have waited too long are rejected, the others run', async () => {
  const late = groups.add('late', () => runInOrder([]), -1);
  const inTime = groups.insert('in time');
  groups.rejectLate();
  groups.runAll();
  await Promise.all([late, inTime]);
  expect(groups.takeEvents()).toEqual([
    'BEGIN',
    'in time',
    'COMMIT',
    'late: unavailable',
    'in time is written',
  ]);
});

test('a write whose client has left is not run', async () => {
  const client = new AbortController();
  const a = groups.add('a', () => groups.write('a'), Infinity, client.signal);
  const b = groups.insert('b');
  client.abort();
  groups.runAll();
  await Promise.all([a, b]);
  expect(groups.takeEvents()).toEqual(['BEGIN', 'b', 'COMMIT', 'a: cancelled', 'b is written']);
});

test('a write whose client leaves before the COMMIT is undone, the others are not', async () => {
  const client = new AbortController();
  const leave = function* (): Script<void> {
    yield* groups.write('a');
    client.abort();
  };
  const a = groups.add('a', leave, Infinity, client.signal);
  const b = groups.insert('b');
  groups.runAll();
  await Promise.all([a, b]);
  expect(groups.listNames()).toEqual(['b']);
});
