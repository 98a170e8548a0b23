// A cluster of three database servers with a balancer before them, which the script of its name starts; and what happens to it.
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access } from '../faults/own-server.js';

export type ClusterName = 'patroni-cluster' | 'mysql-group';

/** How the application reaches a cluster: by its primary, its primary and its replicas, or a balancer that cuts no connection. */
export const wayNames = ['one address', 'replication', 'no cuts'] as const;
export type WayName = (typeof wayNames)[number];

/** The ways whose acknowledged writes readers by a way have to find. A replica may be behind. */
export type Visibility = Readonly<Record<WayName, readonly WayName[]>>;

/**
 * A primary of Patroni ends when another takes its place, and starts again as a standby: until the balancer's checks have failed, its
 * new connections lead there, and without cuts they stay. One of a MySQL group goes on as a secondary, and the balancer's ways do
 * not leave it at the same moment. A standby and a secondary may be behind.
 */
export const visibilities: Readonly<Record<ClusterName, Visibility>> = {
  'patroni-cluster': { 'one address': wayNames, replication: [], 'no cuts': [] },
  'mysql-group': { 'one address': ['one address', 'replication'], replication: [], 'no cuts': [] },
};

/** A data source without entities. */
type Way = Access & { readonly type: 'postgres' | 'mysql' };

/** This process, and the one whose worker it is: Jest's workers go on without it. */
const owners = process.send ? [process.pid, process.ppid] : [process.pid];

/** The script's addresses: the first port and so many after it. */
const portsOfCluster = 42;

const access: Readonly<Record<ClusterName, (port: number) => Way & { readonly url: string }>> = {
  'patroni-cluster': (port) => ({ type: 'postgres', url: `postgres://app:app@127.0.0.1:${port}/app` }),
  'mysql-group': (port) => ({
    type: 'mysql',
    url: `mysql://root@127.0.0.1:${port}/app`,
    timezone: 'Z',
  }),
};

export class Cluster {
  readonly name: ClusterName;
  readonly #folder: string;
  readonly #port: number;

  private constructor(name: ClusterName, folder: string, port: number) {
    this.name = name;
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts one, which ends with this process, however that ends. */
  static async start(name: ClusterName): Promise<Cluster> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), `decorest-${name}-`));
    const port = await freePorts(portsOfCluster);
    const cluster = new Cluster(name, folder, port);
    try {
      await run(join(__dirname, name), [folder, String(port), ...owners.map(String)]);
      return cluster;
    } catch (error) {
      await run(join(__dirname, 'end-cluster'), [folder]);
      throw error;
    }
  }

  /** What makes a process end with the cluster, at the latest. */
  get environment(): Readonly<Record<string, string>> {
    return { CLUSTER_FOLDER: this.#folder };
  }

  way(name: WayName): Way {
    const { primary, careless, replica } = this.addresses;
    if (name === 'no cuts') return careless;
    if (name === 'one address') return primary;
    const { url: master, ...rest } = primary;
    return { ...rest, replication: { master: { url: master }, slaves: [{ url: replica.url }] } };
  }

  /** Two addresses that lead to the primary, and one that leads to a replica. */
  get addresses() {
    const to = access[this.name];
    return { primary: to(this.#port), replica: to(this.#port + 1), careless: to(this.#port + 2) };
  }

  /** The number of the node that leads; undefined while none does. */
  async leader(): Promise<string | undefined> {
    return (await this.#event('leader').catch(() => '')).trim() || undefined;
  }

  async isHealthy(): Promise<boolean> {
    return (await this.#event('healthy').catch(() => '')).trim() === 'yes';
  }

  /** What it says of itself, for a test that failed. */
  describe(): Promise<string> {
    return this.#event('state').catch(String);
  }

  async kill(node: string): Promise<void> {
    await this.#event('kill', node);
  }

  async freeze(node: string): Promise<void> {
    await this.#event('freeze', node);
  }

  async startNode(node: string): Promise<void> {
    await this.#event('start', node);
  }

  async switchPrimary(): Promise<void> {
    await this.#event('switch');
  }

  async end(): Promise<void> {
    await this.#event('end');
  }

  #event(...given: readonly string[]): Promise<string> {
    return run(join(this.#folder, 'event'), given);
  }
}

function run(command: string, given: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, given, (error: ExecFileException | null, printed, errors) => {
      if (error) reject(new Error(`${command} ${given.join(' ')}: ${errors || error.message}`));
      else resolve(printed);
    });
  });
}

/** The first of so many ports that are free, below those that the system gives to clients. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 11_000 + Math.floor(Math.random() * 20_000);
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((answer) => {
    probe.once('error', () => {
      answer(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        answer(true);
      });
    });
  });
}
