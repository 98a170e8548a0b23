// The texts of statements as a database is given them, without their values.
import type { Database } from 'better-sqlite3';
import type { TestDatabase } from '../support/test-database.js';

/** The different texts that a database has been given. */
export class SqlTexts {
  readonly #seen = new Set<string>();
  readonly #given: () => readonly string[];

  /** `given` answers the texts of the time since it was last asked; some may be known. */
  constructor(given: () => readonly string[]) {
    this.#given = given;
  }

  /** Those that are new since the last call. */
  takeNew(): readonly string[] {
    const fresh = this.#given().filter((text) => !this.#seen.has(text));
    for (const text of fresh) this.#seen.add(text);
    return fresh;
  }
}

/** Listens to a database. better-sqlite3 logs statements with their values, so there it is asked what it prepares. */
export function sqlTextsOf(database: TestDatabase): SqlTexts {
  if (database.name !== 'sqlite') return new SqlTexts(() => database.statements.texts);
  const driver = database.dataSource.driver as unknown as { databaseConnection: Database };
  const prepared = jest.spyOn(driver.databaseConnection, 'prepare').mock;
  return new SqlTexts(() => prepared.calls.splice(0).map(([text]) => text));
}
