// The way to the database falls silent in each state of a connection's life, as when a host freezes or a NAT entry is dropped:
// nothing ends, nothing passes, and what was open stays silent when new connections work again. Requests are answered all the
// same, and each kind is served again within ten seconds after the way is back. SILENCE_RUNS is how often per state and database,
// SILENCE_TOGETHER how many at a time; once with 100 runs.
import { createApi, type Api } from '@decorest/core';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../support/test-database.js';
import { Artist, Contract, Genre, label, Label } from './crash-point-entities.js';
import { lentConnections } from './lent-connections.js';
import { pause } from './outage.js';
import { TcpProxy, type Fault } from './tcp-proxy.js';

const runs = Number(process.env.SILENCE_RUNS ?? 1);
/** Processes at a time: each waits most of its time, and has up to eight connections. */
const together = Number(process.env.SILENCE_TOGETHER ?? 8);
const poolSize = 3;
/** What a client may wait once the way is back. */
const maxMs = 10_000;
/** After it, a kind of request counts as one that is never served again. */
const foreverMs = 60_000;
jest.setTimeout(120_000 + runs * 120_000);
const figures = robustnessFigures('faults');
const servers = databaseNames.filter((name) => name !== 'sqlite' && name !== 'sqlite3');
type ServerName = (typeof servers)[number];

/** A silence is longer than it takes until an idle connection is asked, or than a statement may take. */
const settings = [
  { timeouts: { acquireMs: 1_500, statementMs: 1_000 }, minSilenceMs: 1_500, maxSilenceMs: 4_000 },
  { timeouts: { acquireMs: 5_000, statementMs: 10_000 }, minSilenceMs: 2_000, maxSilenceMs: 14_000 },
] as const;

/** When the way is lost. */
interface Moment {
  /** What meets it. */
  readonly action: Action;
  /** No connection is open before. */
  readonly isNew?: boolean;
  /** The replica's way is lost; the primary's is not. */
  readonly ofReplica?: boolean;
  readonly isEncrypted?: boolean;
  /** Another transaction has locked the row of the request. */
  readonly isLocked?: boolean;
  /** What is the last to pass; without it, the way is lost before the action. */
  readonly last?: {
    readonly side: 'onRequest' | 'onAnswer';
    /** How much of a chunk passes, or what else; undefined for another chunk. */
    readonly cut: (chunk: Buffer, isFirst: boolean, name: ServerName) => Omit<Fault, 'then'> | undefined;
  };
}

type Action = 'read' | 'lists' | 'create' | 'change' | 'createInSteps' | 'createWithListeners';

const all = (chunk: Buffer) => ({ pass: chunk.length });
const none = () => ({ pass: 0 });

/** A chunk that has the text, before or after it has passed. */
function at(text: string, cut: typeof all): NonNullable<Moment['last']> {
  return { side: 'onRequest', cut: (chunk) => (chunk.includes(text) ? cut(chunk) : undefined) };
}

const moments: Readonly<Record<string, Moment>> = {
  'before a connect': { action: 'read', isNew: true },
  'in a connect': { action: 'create', isNew: true, last: { side: 'onAnswer', cut: none } },
  'in the login': { action: 'read', isNew: true, last: { side: 'onAnswer', cut: () => ({ pass: 9 }) } },
  'in TLS': {
    action: 'create',
    isNew: true,
    isEncrypted: true,
    last: { side: 'onAnswer', cut: (chunk, _, name) => ({ pass: 0, append: offerTls(chunk, name) }) },
  },
  'before a read on an idle connection': { action: 'read' },
  'before a list on an idle connection': { action: 'lists' },
  'before a write on an idle connection': { action: 'create' },
  'before a write with listeners on an idle connection': { action: 'createWithListeners' },
  'before a statement': { action: 'create', last: at('INSERT', none) },
  'in a statement': { action: 'create', last: at('INSERT', all) },
  // The statement is prepared: it has no text.
  'in lists': { action: 'lists', last: { side: 'onRequest', cut: all } },
  'in a listener': { action: 'createWithListeners', last: at('trace', all) },
  'before COMMIT': { action: 'createInSteps', last: at('COMMIT', none) },
  'in COMMIT': { action: 'createInSteps', last: at('COMMIT', all) },
  'in COMMIT with listeners': { action: 'createWithListeners', last: at('COMMIT', all) },
  'in a cancel': {
    action: 'change',
    isLocked: true,
    // The request to cancel is the first of its connection; on PostgreSQL it has no other.
    last: { side: 'onRequest', cut: (_, isFirst) => (isFirst ? { pass: 0 } : undefined) },
  },
  'after a cancel': {
    action: 'change',
    isLocked: true,
    last: { side: 'onRequest', cut: (chunk, isFirst) => (isFirst ? all(chunk) : undefined) },
  },
  'to a replica, before a connect': { action: 'read', isNew: true, ofReplica: true },
  'to a replica, idle': { action: 'lists', ofReplica: true },
};

/** The server agrees to TLS: nothing more comes. */
function offerTls(chunk: Buffer, name: ServerName): Buffer {
  if (!speaksMysql(name)) return Buffer.from('S');
  // Header and version of the protocol; the server's version; connection, salt and filler; then what it is able to do.
  const capabilities = chunk.indexOf(0, 5) + 1 + 4 + 8 + 1;
  const offer = Buffer.from(chunk);
  offer.writeUInt16LE(offer.readUInt16LE(capabilities) | tlsCapability, capabilities);
  return offer;
}

const tlsCapability = 0x800;

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(name, label.entities, label.subscribers);
    await label.fill(database.dataSource);
  });
  afterAll(() => database.close());

  test('the way is lost at every moment', async () => {
    const lives = Object.entries(moments).flatMap(([state, moment], place) =>
      Array.from({ length: runs }, (_, run) => ({ state, moment, run: run + place })),
    );
    const waits = new Map<string, Waits>();
    const live = async () => {
      for (let next = lives.shift(); next; next = lives.shift()) {
        const { state, moment, run } = next;
        const waited = await outlive(database, name, moment, run).catch((cause: unknown) => {
          throw new Error(`${name}, ${state}, run ${run}: ${String(cause)}`, { cause });
        });
        const { longest = 0, total = 0 } = waits.get(state) ?? {};
        waits.set(state, { longest: Math.max(longest, waited), total: total + waited });
        figures.count(name, 'faults injected');
        figures.count(name, 'faults survived');
      }
    };
    await Promise.all(Array.from({ length: together }, live));
    for (const [state, { longest, total }] of waits)
      process.stdout.write(
        `${name}, silent ${state}: served within ${longest.toFixed(0)} ms, ${(total / runs).toFixed(0)} on average\n`,
      );
    const longest = Math.max(...[...waits.values()].map((wait) => wait.longest));
    figures.count(name, 'slowest service after a silence, ms', Math.round(longest));
    expect(longest).toBeLessThan(maxMs);
  });
});

/** How long clients have waited after the silences of a state, in milliseconds. */
interface Waits {
  readonly longest: number;
  readonly total: number;
}

/** One process meets one silence. Returns the longest wait for any kind of request after it, in milliseconds. */
async function outlive(
  database: TestDatabase,
  name: ServerName,
  moment: Moment,
  run: number,
): Promise<number> {
  const { timeouts, minSilenceMs, maxSilenceMs } = settings[run % 2 === 0 ? 0 : 1];
  const life = await Life.begin(database, name, moment, timeouts);
  try {
    await life.lose();
    const acting = life.meet();
    await life.lost;
    await pause(minSilenceMs + Math.random() * (maxSilenceMs - minSilenceMs));
    // Others come meanwhile.
    const others = [life.act('read'), life.act('createInSteps')];
    await pause(100);
    life.find();
    const waited = await life.served();
    for (const statuses of await Promise.all([acting, ...others]))
      for (const status of statuses) expect([200, 201, 503, 504]).toContain(status);
    await life.check();
    return waited;
  } finally {
    await life.end();
  }
}

let lives = 0;

class Life {
  readonly #database: TestDatabase;
  readonly #name: ServerName;
  readonly #moment: Moment;
  readonly #proxy: TcpProxy;
  readonly #dataSource: DataSource;
  readonly #api: Api;
  readonly #prefix = `life ${++lives}`;
  readonly #acknowledged: string[] = [];
  #own = 0;
  #genres: readonly number[] = [];
  #written = 0;
  #unlock: () => Promise<void> = () => Promise.resolve();
  #isLost = false;
  #noteLoss: () => void = () => undefined;
  /** Settles when the way has been lost. */
  readonly lost = new Promise<void>((resolve) => {
    this.#noteLoss = () => {
      this.#isLost = true;
      resolve();
    };
  });

  private constructor(
    { database, name, moment }: { database: TestDatabase; name: ServerName; moment: Moment },
    { proxy, dataSource, api }: { proxy: TcpProxy; dataSource: DataSource; api: Api },
  ) {
    this.#database = database;
    this.#name = name;
    this.#moment = moment;
    this.#proxy = proxy;
    this.#dataSource = dataSource;
    this.#api = api;
  }

  static async begin(
    database: TestDatabase,
    name: ServerName,
    moment: Moment,
    timeouts: { readonly acquireMs: number; readonly statementMs: number },
  ): Promise<Life> {
    const { options } = database.dataSource;
    const direct = new URL('url' in options ? (options.url ?? '') : '');
    const proxy = await TcpProxy.before(Number(direct.port));
    const url = new URL(direct);
    url.port = String(proxy.port);
    const own = { driver: undefined, extra: undefined, synchronize: false, poolSize };
    const way = moment.ofReplica
      ? { url: undefined, replication: { master: { url: direct.href }, slaves: [{ url: url.href }] } }
      : { url: url.href };
    const dataSource = new DataSource({ ...options, ...own, ...way } as DataSourceOptions);
    await dataSource.initialize();
    const api = createApi(dataSource, { timeouts, logger: new ServerLog() });
    const life = new Life({ database, name, moment }, { proxy, dataSource, api });
    const made = await database.dataSource.manager.save(Label, { name: `${life.#prefix} own` });
    life.#own = made.id;
    life.#genres = await life.#makeGenres();
    return life;
  }

  /** Everything is ready for the moment at which the way is lost. */
  async lose(): Promise<void> {
    const { isNew = false, isLocked = false, isEncrypted = false, last } = this.#moment;
    await Promise.all(Array.from({ length: poolSize }, () => this.act('lists')));
    if (isNew) await this.#proxy.cut();
    if (isLocked) this.#unlock = await this.#lock();
    if (isEncrypted) this.#encrypt(true);
    if (!last) {
      this.#proxy.loseWay();
      this.#noteLoss();
      return;
    }
    const known = new Set<object>();
    const isOfPool = new Set<object>();
    this.#proxy[last.side] = (chunk, connection) => {
      // With a locked row, the first connection is that of the statement.
      if (isLocked && isOfPool.size === 0) isOfPool.add(connection);
      const isFirst = !known.has(connection) && !isOfPool.has(connection);
      known.add(connection);
      const fault = last.cut(chunk, isFirst, this.#name);
      if (!fault) return undefined;
      this.#proxy.rest();
      // What is to pass is written first.
      setImmediate(() => {
        this.#proxy.loseWay();
        this.#noteLoss();
      });
      return { ...fault, then: 'silence' };
    };
  }

  find(): void {
    this.#proxy.rest();
    if (this.#moment.isEncrypted) this.#encrypt(false);
    this.#proxy.findWay();
  }

  /** New connections ask for TLS; the server of the test need not have it. */
  #encrypt(on: boolean): void {
    const ssl = on ? { rejectUnauthorized: false } : undefined;
    const { master, pool } = this.#dataSource.driver as unknown as {
      master?: { options: { ssl?: object | undefined } };
      pool?: { config: { connectionConfig: { ssl?: object | undefined } } };
    };
    if (master && 'options' in master) master.options.ssl = ssl;
    else if (pool) pool.config.connectionConfig.ssl = ssl;
  }

  /** The server does not know that a session is lost, and keeps the locks of its transaction: other rows are free. */
  async #makeGenres(): Promise<readonly number[]> {
    const genres = await this.#database.dataSource.manager.save(Genre, [
      { name: `${this.#prefix} a` },
      { name: `${this.#prefix} b` },
    ]);
    return genres.map(({ id }) => id);
  }

  async #lock(): Promise<() => Promise<void>> {
    const runner = this.#database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.update(Label, this.#own, { name: `${this.#prefix} locked` });
    return async () => {
      await runner.rollbackTransaction();
      await runner.release();
    };
  }

  /** Acts until the way has been lost: a connection that was cut may be met first. Returns the statuses of the answers. */
  async meet(): Promise<readonly number[]> {
    const statuses = [...(await this.act(this.#moment.action))];
    while (!this.#isLost) statuses.push(...(await this.act(this.#moment.action)));
    return statuses;
  }

  /** Returns the statuses of the answers. */
  async act(action: Action): Promise<readonly number[]> {
    const text = `${this.#prefix} ${++this.#written}`;
    const sending = {
      read: () => [this.#send('GET', '/labels/1')],
      lists: () => Array.from({ length: poolSize + 1 }, () => this.#send('GET', '/artists?sort=-id')),
      create: () => [this.#write('POST', '/labels', text, { name: text })],
      change: () => [this.#send('PATCH', `/labels/${this.#own}`, { name: `${this.#prefix} own` })],
      createInSteps: () => [this.#write('POST', '/artists', text, { name: text, genres: this.#genres })],
      createWithListeners: () => [this.#write('POST', '/contracts', text, { text, genres: this.#genres })],
    }[action]();
    return Promise.all(sending);
  }

  async #write(method: string, path: string, text: string, body: object): Promise<number> {
    const status = await this.#send(method, path, body);
    if (status === 201) this.#acknowledged.push(text);
    return status;
  }

  async #send(method: string, target: string, body?: object): Promise<number> {
    const [path = '', query = ''] = target.split('?');
    const { status, headers } = await this.#api.handle({
      method,
      path,
      query,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
    });
    if (status === 503) expect(headers).toHaveProperty('retry-after');
    return status;
  }

  /** Each kind of request is served again. */
  async served(): Promise<number> {
    await this.#unlock();
    this.#unlock = () => Promise.resolve();
    this.#genres = await this.#makeGenres();
    const since = performance.now();
    const actions = ['read', 'lists', 'create', 'createInSteps', 'createWithListeners'] as const;
    await Promise.all(actions.map((action) => this.#repeat(action, since)));
    return performance.now() - since;
  }

  /** As clients do, new ones come while others wait. */
  async #repeat(action: Action, since: number): Promise<void> {
    const served = new Set<Action>();
    const attempts: Promise<void>[] = [];
    while (!served.has(action) && performance.now() - since < foreverMs) {
      const attempt = this.act(action).then((statuses) => {
        if (statuses.every((status) => status < 300)) served.add(action);
      });
      attempts.push(attempt);
      await Promise.race([attempt, pause(400)]);
      if (!served.has(action)) await pause(250);
    }
    if (!served.has(action)) throw new Error(`No ${action} is served again.`);
    await Promise.all(attempts);
  }

  /** Nothing stays lent, and what was acknowledged is stored once. */
  async check(): Promise<void> {
    const { manager } = this.#database.dataSource;
    const named = await Promise.all([Label, Artist].map((entity) => manager.find(entity)));
    const stored = [
      ...named.flat().map(({ name }) => name),
      ...(await manager.find(Contract)).map(({ text }) => text),
    ].filter((text) => new RegExp(`^${this.#prefix} \\d+$`).test(text));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(this.#acknowledged));
    if (this.#moment.ofReplica) return;
    for (let attempts = 0; lentConnections(this.#name, this.#dataSource) > 0; attempts++) {
      if (attempts > 200) throw new Error('A connection stays lent.');
      await pause(100);
    }
  }

  async end(): Promise<void> {
    this.#proxy.rest();
    await this.#unlock();
    await this.#proxy.close();
    await this.#dataSource.destroy();
  }
}
