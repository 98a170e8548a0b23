// The club with a handful of rows, as a stage with policies whose conditions are the state of the request.
import type { ApiOptions } from '@decorest/core';
import { databaseNames, openDatabase, type TestDatabase } from '../../support/test-database.js';
import { clubEntities } from './club-entities.js';
import { clubPolicies, type ClubState } from './club-policies.js';
import { clubTables, insertClub, type ClubRows } from './club-rows.js';
import { DirectClient } from '../../support/direct-client.js';

/** Ada and Ben are red, Cleo is blue. Ada wrote 1 and 2, Cleo 3; 4 has no author. */
export const clubRows: ClubRows = {
  Person: [
    { id: 1, name: 'Ada', rank: 1, team: 'red', mentor: 3 },
    { id: 2, name: 'Ben', rank: 2, team: 'red', mentor: 1 },
    { id: 3, name: 'Cleo', rank: 3, team: 'blue', mentor: null },
  ],
  Note: [
    { id: 1, title: 'First', stars: 1, author: 1, circles: [1] },
    { id: 2, title: 'Second', stars: null, author: 1, circles: [2] },
    { id: 3, title: 'Third', stars: 3, author: 3, circles: [1, 2] },
    { id: 4, title: 'Fourth', stars: 2, author: null, circles: [] },
  ],
  Circle: [
    { id: 1, name: 'Chess', members: [1, 3] },
    { id: 2, name: 'Go', members: [2, 3] },
  ],
  Locker: [
    { id: 1, code: 'A1', holder: 1 },
    { id: 2, code: 'C3', holder: 3 },
    { id: 3, code: 'free', holder: null },
  ],
  Item: [
    { id: 1, kind: 'Item', label: 'Board', lender: 1, pages: null, sharp: null },
    { id: 2, kind: 'Book', label: 'Openings', lender: 2, pages: 300, sharp: null },
    { id: 3, kind: 'Book', label: 'Endings', lender: 3, pages: 100, sharp: null },
    { id: 4, kind: 'Tool', label: 'Saw', lender: 3, pages: null, sharp: true },
  ],
  Grant: [{ id: 1, person: 2, circle: 1 }],
};

/** What the tests of one database see; valid while they run. */
export interface Club {
  readonly database: TestDatabase;
  readonly dataSource: TestDatabase['dataSource'];
  readonly statements: TestDatabase['statements'];
  /** A client for whom there are the rows that the conditions let through. */
  as(conditions: ClubState): DirectClient;
  /** All rows of all tables. */
  tables(): ReturnType<typeof clubTables>;
}

/** Declares the tests once per database. Each test finds the club's rows and nothing else. */
export function forEachClub(options: ApiOptions, declareTests: (club: Club) => void): void {
  describe.each(databaseNames)('%s', (name) => {
    let open: { readonly database: TestDatabase; readonly client: DirectClient } | undefined;
    const current = () => {
      if (!open) throw new Error('The club is open only while tests run.');
      return open;
    };
    beforeAll(async () => {
      const database = await openDatabase(name, clubEntities);
      open = {
        database,
        client: DirectClient.of(database.dataSource, { policies: clubPolicies, ...options }),
      };
    });
    beforeEach(async () => {
      const { database } = current();
      await database.empty();
      await insertClub(database.dataSource, clubRows);
      database.statements.clear();
    });
    afterAll(() => open?.database.close());
    declareTests({
      get database() {
        return current().database;
      },
      get dataSource() {
        return current().database.dataSource;
      },
      get statements() {
        return current().database.statements;
      },
      as: (conditions) => current().client.as(conditions),
      tables: () => clubTables(current().database.dataSource),
    });
  });
}
