// A server process with a heap of 256 MB, for the tests of writes that are bounded.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { AppProcesses } from '../support/app-process.js';
import { HttpClient } from '../support/http-client.js';
import { openDatabase, type DatabaseName, type TestDatabase } from '../support/test-database.js';

/** A running server. */
export interface BoundedServer {
  /** Of the test that runs: the server closes connections that are idle between two tests. */
  readonly http: HttpClient;
}

/** Starts a program of this folder before the tests of the block, and ends it after them. */
export function serveBounded(name: DatabaseName, program: string): BoundedServer {
  const file = join(tmpdir(), `decorest-${program}-${process.pid}.sqlite`);
  let database: TestDatabase;
  let apps: AppProcesses;
  let port = 0;
  let http: HttpClient;

  beforeAll(async () => {
    database = await openDatabase(name, []);
    apps = new AppProcesses(join(__dirname, `${program}.ts`));
    const heap = { NODE_OPTIONS: '--max-old-space-size=256' };
    ({ port } = await apps.start(findAccess(name, database, file), heap));
  });
  beforeEach(() => {
    http = new HttpClient(port);
  });
  afterEach(() => {
    http.close();
  });
  afterAll(async () => {
    await apps.stop();
    await database.close();
    rmSync(file, { force: true });
  });
  return {
    get http() {
      return http;
    },
  };
}

function findAccess(
  name: DatabaseName,
  { dataSource: { options } }: TestDatabase,
  file: string,
): DataSourceOptions {
  if (name === 'sqlite') return { type: 'better-sqlite3', database: file };
  return { type: options.type, url: 'url' in options ? options.url : undefined } as DataSourceOptions;
}
