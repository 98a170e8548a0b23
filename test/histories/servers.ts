// Three processes of the application over one database: a file, or a database of the servers that databases.ts found.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idempotencyEntity } from '@decorest/core';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AppProcesses } from '../support/app-process.js';
import { driverNames, openDatabase, type DatabaseName } from '../support/test-database.js';
import { Comment, Post, Tag, Tally } from './entities.js';

const processes = 3;
const entitiesOf = (database: DatabaseName) => [
  Post,
  Tag,
  Comment,
  Tally,
  idempotencyEntity(driverNames[database]),
];

export interface Servers {
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** Makes the tables, and starts the processes. */
export async function startServers(database: DatabaseName): Promise<Servers> {
  const { options, close } = database === 'sqlite' ? await openFile() : await openServer(database);
  const apps = new AppProcesses(join(__dirname, 'app.ts'));
  const stop = async () => {
    await apps.stop();
    await close();
  };
  try {
    const started = await Promise.all(Array.from({ length: processes }, () => apps.start(options)));
    return { ports: started.map(({ port }) => port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A database that processes of their own can open. */
interface Shared {
  readonly options: DataSourceOptions;
  close(): Promise<void>;
}

async function openFile(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'histories-'));
  const options = { type: 'better-sqlite3', database: join(folder, 'file'), enableWAL: true } as const;
  const dataSource = await new DataSource({
    ...options,
    entities: entitiesOf('sqlite'),
    synchronize: true,
  }).initialize();
  await dataSource.destroy();
  const close = () => {
    rmSync(folder, { recursive: true });
    return Promise.resolve();
  };
  return { options, close };
}

async function openServer(database: DatabaseName): Promise<Shared> {
  const { dataSource, close } = await openDatabase(database, entitiesOf(database));
  const url = 'url' in dataSource.options ? dataSource.options.url : undefined;
  if (url === undefined) throw new Error('The database has no address that a process could be given.');
  const { type } = dataSource.options;
  return { options: { type, url, timezone: 'Z' } as DataSourceOptions, close };
}
