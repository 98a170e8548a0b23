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

/**
 * Listens to a database: to what our executor says it sends, pipelined or not, and to what the driver is given.
 * better-sqlite3 logs statements with their values, so there it is asked what it prepares.
 */
export function sqlTextsOf({ name, dataSource, statements }: TestDatabase): SqlTexts {
  const sent = textsGivenTo(jest.spyOn(dataSource.logger, 'logQuery'));
  if (name !== 'sqlite') return new SqlTexts(() => [...sent(), ...statements.texts]);
  const driver = dataSource.driver as unknown as { databaseConnection: Database };
  const prepared = textsGivenTo(jest.spyOn(driver.databaseConnection, 'prepare'));
  return new SqlTexts(() => [...sent(), ...prepared()]);
}

/** The first arguments of the calls since it was last asked. */
function textsGivenTo({ mock }: { readonly mock: { readonly calls: unknown[][] } }): () => string[] {
  return () => mock.calls.splice(0).map(([text]) => String(text));
}
