// Three nodes of MariaDB with Galera in one temporary folder, each on ports of its own.
import { chmodSync, chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePort } from '../support/program.js';
import { runToEnd, ServerProcess, unprivilegedAccount } from '../support/server-process.js';

const provider = '/usr/lib/galera/libgalera_smm.so';
const mariadbd = '/usr/sbin/mariadbd';

export interface GaleraNode {
  readonly port: number;
  readonly process: ServerProcess;
}

interface Ports {
  readonly sql: number;
  readonly group: number;
  readonly transfer: number;
  readonly snapshot: number;
}

/** What docs/guide/scaling.md names as the tested configuration; the rest is for a server in a test. */
const tested = [
  '--wsrep-on=ON',
  `--wsrep-provider=${provider}`,
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--wsrep-sync-wait=7',
];

const small = [
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--innodb-flush-log-at-trx-commit=0',
  '--performance-schema=OFF',
  '--max-connections=100',
];

export class GaleraCluster {
  readonly nodes: GaleraNode[] = [];
  readonly #folder = mkdtempSync(join(realpathSync(tmpdir()), 'decorest-galera-'));

  /** Starts three nodes and waits until each is part of the cluster. */
  static async start(): Promise<GaleraCluster> {
    if (!existsSync(provider)) throw new Error(`There is no ${provider}: install galera-4.`);
    const cluster = new GaleraCluster();
    try {
      await cluster.#start(3);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #start(count: number): Promise<void> {
    const account = unprivilegedAccount();
    chmodSync(this.#folder, 0o755);
    if ('uid' in account) chownSync(this.#folder, account.uid, account.gid);
    const install = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db'];
    const ports: Ports[] = [];
    for (let at = 0; at < count; at++)
      ports.push({
        sql: await freePort(),
        group: await freePort(),
        transfer: await freePort(),
        snapshot: await freePort(),
      });
    const address = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
    for (const [at, own] of ports.entries()) {
      const data = join(this.#folder, `node${at}`);
      // The others get all data from the first when they join.
      if (at === 0) runToEnd('mariadb-install-db', [...install, `--datadir=${data}`], this.#folder, account);
      else runToEnd('mkdir', ['-m', '700', data], this.#folder, account);
      const flags = nodeFlags(data, own, address, at);
      const temporary = join(this.#folder, `tmp${at}`);
      runToEnd('mkdir', ['-m', '700', temporary], this.#folder, account);
      const log = join(this.#folder, `log${at}`);
      const process = new ServerProcess(mariadbd, flags, log, temporary, account);
      this.nodes.push({ port: own.sql, process });
      await process.until(() => joined(own.sql, at + 1));
    }
  }

  /** Runs a statement on a node. */
  async query(at: number, sql: string): Promise<unknown> {
    const port = this.nodes[at]?.port;
    if (port === undefined) throw new Error(`There is no node ${at}.`);
    return query(port, sql);
  }

  /** What a node thinks of the cluster, for a test that failed. */
  async describe(at: number): Promise<string> {
    const status =
      "SHOW STATUS WHERE Variable_name IN ('wsrep_cluster_status', 'wsrep_cluster_size', 'wsrep_ready')";
    const told = await this.query(at, status).catch((error: unknown) => String(error));
    const log = this.nodes[at]?.process.log ?? '';
    const views = log.split('\n').filter((line) => /suspect|inactive|view\(|PRIM|quorum/i.test(line));
    return [`node ${at}: ${JSON.stringify(told)}`, ...views.slice(-20)].join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ process }) => process.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function nodeFlags(
  data: string,
  { sql, group, transfer, snapshot }: Ports,
  address: string,
  at: number,
): string[] {
  // Timeouts are Galera's own: on a busy machine shorter ones have living nodes suspect each other while one is dead, and
  // two of three that parted without a majority stay without one when they meet again.
  const options = {
    'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
    base_port: String(group),
    'ist.recv_addr': `127.0.0.1:${transfer}`,
    'gcache.size': '32M',
  };
  const optionText = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${sql}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(data, 'socket')}`,
    `--pid-file=${join(data, 'pid')}`,
    ...tested,
    ...small,
    `--wsrep-cluster-address=${address}`,
    '--wsrep-cluster-name=decorest',
    `--wsrep-node-name=node${at}`,
    '--wsrep-node-address=127.0.0.1',
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${snapshot}`,
    `--wsrep-provider-options=${optionText.join(';')}`,
    ...(at === 0 ? ['--wsrep-new-cluster'] : []),
  ];
}

/** Fails unless the node is ready in a cluster of this size. */
async function joined(port: number, size: number): Promise<void> {
  const rows = (await query(
    port,
    "SHOW STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_size')",
  )) as {
    readonly Value: string;
  }[];
  const values = rows.map(({ Value }) => Value);
  if (!values.includes('ON') || !values.includes(String(size)))
    throw new Error(`not joined: ${values.join()}`);
}

async function query(port: number, sql: string): Promise<unknown> {
  const connection = await mysql.createConnection({
    host: '127.0.0.1',
    port,
    user: 'root',
    connectTimeout: 2_000,
  });
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end();
  }
}
