// The same tests on every database. None is skipped: a database that cannot be opened fails its tests.
import { createApi, type ApiOptions } from '@decorest/core';
import type { DataSource } from 'typeorm';
import { ApiClient } from './client.js';
import { controllersMount, routerMount, type Mount } from './mounts.js';
import { ServerLog } from './server-log.js';
import type { StatementLog } from './statement-log.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type Schema,
  type TestDatabase,
} from './test-database.js';

/** Entities, the options they are served with, and the rows each test starts from. */
export interface Fixture extends Schema {
  readonly options: ApiOptions;
  fill(dataSource: DataSource): Promise<void>;
}

/** What tests see; valid while they run, not while they are declared. */
export interface Stage {
  readonly database: DatabaseName;
  /** What the API is served with. */
  readonly options: ApiOptions;
  readonly client: ApiClient;
  readonly dataSource: DataSource;
  /** The statements of the current test. */
  readonly statements: StatementLog;
  /** Back to the fixture's rows, in the middle of a test. */
  refill(): Promise<void>;
}

/** Declares the tests once per database. Each test finds the fixture's rows and nothing else. */
export function forEachDatabase(
  fixture: Fixture,
  declareTests: (stage: Stage) => void,
  mount = routerMount,
): void {
  describe.each(databaseNames)('%s', (name) => {
    declareTests(stageOn(name, fixture, mount));
  });
}

/** Declares the tests once per database, and once more for the API behind routing-controllers, on SQLite. */
export function forEachMount(fixture: Fixture, declareTests: (stage: Stage) => void): void {
  forEachDatabase(fixture, declareTests);
  describe('sqlite behind routing-controllers', () => {
    declareTests(stageOn('sqlite', fixture, controllersMount));
  });
}

function stageOn(name: DatabaseName, fixture: Fixture, mount: Mount): Stage {
  let database: TestDatabase | undefined;
  let client: ApiClient | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, fixture.entities, fixture.subscribers, fixture.tables);
    client = await serve(database.dataSource, fixture.options, mount);
  });
  beforeEach(() => refill(open(database), fixture));
  afterAll(async () => {
    await client?.stop();
    await database?.close();
  });
  return {
    database: name,
    options: fixture.options,
    refill: () => refill(open(database), fixture),
    get client() {
      return open(client);
    },
    get dataSource() {
      return open(database).dataSource;
    },
    get statements() {
      return open(database).statements;
    },
  };
}

function open<T>(opened: T | undefined): T {
  if (opened === undefined) throw new Error('The stage is open only while tests run.');
  return opened;
}

function serve(dataSource: DataSource, options: ApiOptions, mount: Mount): Promise<ApiClient> {
  const logger = new ServerLog();
  return ApiClient.start(createApi(dataSource, { ...options, logger }), logger, mount);
}

/** What the test before only read is as it was. */
async function refill(database: TestDatabase, fixture: Fixture): Promise<void> {
  await database.statements.settled();
  if (database.statements.wroteSince()) {
    await database.empty();
    await fixture.fill(database.dataSource);
    await database.statements.settled();
    database.statements.wroteSince();
  }
  database.statements.clear();
}
