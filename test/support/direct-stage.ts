// One database with an API that is talked to in process, open for all tests of a `describe`. Filled once: the
// properties that use it either only read or bring their own rows.
import { DirectClient } from './direct-client.js';
import type { Fixture } from './for-each-database.js';
import { databaseNames, openDatabase, type DatabaseName, type TestDatabase } from './test-database.js';

/** What the tests of one database see; valid while they run, not while they are declared. */
export interface DirectStage {
  readonly name: DatabaseName;
  readonly database: TestDatabase;
  readonly client: DirectClient;
}

/** Declares the tests once per database, each with a stage of its own. */
export function onEachDatabase(fixture: Fixture, declareTests: (stage: DirectStage) => void): void {
  describe.each(databaseNames)('%s', (name) => {
    declareTests(directStage(name, fixture));
  });
}

/** Opens a database before the tests of the surrounding `describe` and closes it after them. */
export function directStage(name: DatabaseName, fixture: Fixture): DirectStage {
  // Kept one by one: without an API the database is still to be closed, or its connections hold the process.
  let database: TestDatabase | undefined;
  let client: DirectClient | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, fixture.entities, fixture.subscribers);
    client = DirectClient.of(database.dataSource, fixture.options);
    await fixture.fill(database.dataSource);
  });
  afterAll(() => database?.close());
  return {
    name,
    get database() {
      return open(database);
    },
    get client() {
      return open(client);
    },
  };
}

function open<T>(opened: T | undefined): T {
  if (opened === undefined) throw new Error('The stage is open only while tests run.');
  return opened;
}
