// The record label served over a database server of the test's own: written to while something happens to the server, and
// reckoned up afterwards.
import { createApi, type Api, type ApiOptions } from '@decorest/core';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { HttpClient } from '../support/http-client.js';
import type { Figures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import type { DatabaseName } from '../support/test-database.js';
import { Artist, label } from './crash-point-entities.js';
import { lentConnections } from './lent-connections.js';
import type { OwnServer } from './own-server.js';
import { WriteLedger } from './write-ledger.js';

/** Clients of each kind. */
const clients = 8;

/** Most connections of the pool. */
export const poolSize = 10;

/** The writes under which something happened. */
export interface Load {
  /** New artists, each with two genres. */
  readonly creates: WriteLedger;
  /** Each client's own artist, whose name and genres change together. */
  readonly updates: WriteLedger;
  /** The ids of those. */
  readonly own: readonly number[];
}

export class Outage {
  readonly server: OwnServer;
  readonly dataSource: DataSource;
  readonly api: Api;
  readonly client: ApiClient;

  private constructor(server: OwnServer, dataSource: DataSource, api: Api, client: ApiClient) {
    this.server = server;
    this.dataSource = dataSource;
    this.api = api;
    this.client = client;
  }

  /** `port` is the server's own, or that of a proxy before it. */
  static async open(server: OwnServer, options: ApiOptions = {}, port = server.port): Promise<Outage> {
    const dataSource = await labelBy(server, port);
    const logger = new ServerLog();
    const api = createApi(dataSource, { ...options, logger });
    return new Outage(server, dataSource, api, await ApiClient.start(api, logger));
  }

  /** Clients create artists and change their own while something happens. */
  async underLoad(happening: (load: Load) => Promise<void>): Promise<Load> {
    const own: number[] = [];
    while (own.length < clients) own.push(await this.#newArtist());
    const load: Load = { creates: new WriteLedger(clients), updates: new WriteLedger(clients), own };
    const stop = new AbortController();
    const round = String(performance.now()).replace('.', '');
    const writing = Promise.all([
      load.creates.write(
        new HttpClient(this.client.port),
        round,
        (name) => ({ method: 'POST', path: '/artists', body: { name, genres: genresOf(name) } }),
        stop.signal,
      ),
      load.updates.write(
        new HttpClient(this.client.port),
        round,
        (name, client) => ({
          method: 'PATCH',
          path: `/artists/${own[client] ?? 0}`,
          body: { name, genres: genresOf(name) },
        }),
        stop.signal,
      ),
    ]);
    await happening(load).finally(() => {
      stop.abort();
    });
    await writing;
    return load;
  }

  async #newArtist(): Promise<number> {
    const { json } = await this.client.post('/artists', { name: 'own' });
    return (json as { readonly id: number }).id;
  }

  /** Waits until requests are served again. Returns how long it took, in milliseconds. */
  async served(): Promise<number> {
    const since = performance.now();
    while ((await this.client.attempt('GET', '/labels/1')).status !== 200) {
      await pause(50);
    }
    return performance.now() - since;
  }

  /** Compares the answers with the stored rows; the pool must be complete. */
  async settle({ creates, updates, own }: Load, figures: Figures): Promise<void> {
    const artists = await this.dataSource.manager.find(Artist, { relations: { genres: true } });
    const written = artists.filter(({ name }) => /^w.*-\d+$/.test(name));
    const { lost, twice, unrefused } = creates.compare(
      written.filter(({ id }) => !own.includes(id)).map(({ name }) => name),
    );
    const stored = own.map((id) => artists.find((artist) => artist.id === id)?.name);
    const outdated = updates.compareLast(stored);
    const { database } = this.server;
    figures.count(database, 'requests tried', creates.tried + updates.tried);
    figures.count(database, 'acknowledged writes', creates.acknowledged + updates.acknowledged);
    figures.count(database, 'acknowledged writes lost', lost.length + outdated.length);
    expect({ lost, twice, unrefused, outdated }).toEqual({
      lost: [],
      twice: [],
      unrefused: [],
      outdated: [],
    });
    // No half of a request: the genres of each are those that came with its name.
    expect(written.filter(isHalf)).toEqual([]);
    expect([...creates.strange, ...updates.strange]).toEqual([]);
    await this.poolIsWhole();
    figures.count(database, 'faults injected');
    figures.count(database, 'faults survived');
  }

  /** Nothing is lent, and as many connections as ever can be had at the same time. */
  async poolIsWhole(): Promise<void> {
    expect(lentConnections(this.server.database, this.dataSource)).toBe(0);
    const asked = Array.from({ length: poolSize }, () =>
      this.dataSource.query<{ id: unknown }[]>(slowIdentity[this.server.database]),
    );
    const ids = (await Promise.all(asked)).map(([row]) => String(row?.id));
    expect(new Set(ids).size).toBe(poolSize);
  }

  async close(): Promise<void> {
    // A test that failed may have left it hanging.
    this.server.wake();
    await this.client.stop();
    await this.dataSource.destroy();
    await this.server.remove();
  }
}

/** The server's answer, after long enough that no request is answered twice. */
const slowIdentity = {
  postgres: 'SELECT pg_backend_pid() AS id, pg_sleep(0.5)',
  mariadb: 'SELECT CONNECTION_ID() AS id, SLEEP(0.5)',
};

/** Of the sequence that ends the name: every second write has the other two. */
function genresOf(name: string): number[] {
  return Number(name.slice(name.lastIndexOf('-') + 1)) % 2 === 0 ? [1, 2] : [3, 4];
}

function isHalf({ name, genres }: Artist): boolean {
  return (
    genres
      .map(({ id }) => id)
      .sort()
      .join() !== genresOf(name).join()
  );
}

/** How long each 503 took, in milliseconds, of the requests made since a moment. */
export function refusalsSince(since: number, { creates, updates }: Load): number[] {
  const refusals = [...creates.refusals, ...updates.refusals];
  return refusals.filter((refusal) => refusal.since > since).map(({ ms }) => ms);
}

/** Their middle and their end, to be printed. */
export function spread(milliseconds: readonly number[]): string {
  const [median, most] = [0.5, 1].map((share) => quantile(milliseconds, share).toFixed(0));
  return `${median ?? ''} ms (median of ${milliseconds.length}), ${most ?? ''} ms (most)`;
}

/** What a share of all is below. */
function quantile(milliseconds: readonly number[], share: number): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
}

export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}

/** Who is stored, and who listens. */
export function labelSchema(database: DatabaseName): Pick<DataSourceOptions, 'entities' | 'subscribers'> {
  const { entities, subscribers = [] } = label;
  return { entities: typeof entities === 'function' ? entities(database) : entities, subscribers };
}

/** The label's tables and rows on a server, and a pool of connections to it. */
export async function labelBy(server: OwnServer, port: number): Promise<DataSource> {
  const schema = labelSchema(server.database);
  const dataSource = new DataSource({ ...server.accessBy(port), ...schema, synchronize: true, poolSize });
  await dataSource.initialize();
  await label.fill(dataSource);
  return dataSource;
}
