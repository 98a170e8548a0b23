// What the servers of a stage stand on: one database, what it was asked, and whether its rows are those of the start.
import type { DataSource } from 'typeorm';
import type { TestDatabase } from '../support/test-database.js';
import { fillRows } from './rows.js';
import { sqlTextsOf, type SqlTexts } from './sql-texts.js';
import { tableDigest } from './table-digest.js';
import { Tally } from './tally.js';
import type { WatchedExchange } from './watched-exchange.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export class Ground {
  readonly database: TestDatabase;
  readonly tally = new Tally();
  readonly #texts: SqlTexts;
  #first = 'never filled';
  #latest = 'unknown';
  #latestCount = 0;

  constructor(database: TestDatabase) {
    this.database = database;
    this.#texts = sqlTextsOf(database);
  }

  get dataSource(): DataSource {
    return this.database.dataSource;
  }

  /** Puts the rows back to those of the start, if they are others. */
  async restore(): Promise<void> {
    if (this.#latest === this.#first) return;
    await this.database.empty();
    await fillRows(this.dataSource);
    this.#first = this.#latest = await tableDigest(this.database);
  }

  /** The rows are no longer known: an unwatched write changed them. */
  forget(): void {
    this.#latest = 'unknown';
  }

  /** From now on statements are those of the request to come. */
  expect(): void {
    this.#texts.takeNew();
    this.database.statements.clear();
  }

  /** The statements since then. */
  statements(): { count: number; newTexts: readonly string[] } {
    this.#latestCount = this.database.statements.count;
    return { count: this.#latestCount, newTexts: this.#texts.takeNew() };
  }

  /** How many statements the latest watched request made. */
  get latestCount(): number {
    return this.#latestCount;
  }

  /** I4: what is refused or only reads changes no row. Without a statement there is nothing to look for. */
  async changesBy({ method, answer, statements }: WatchedExchange): Promise<string[]> {
    if (statements === 0) return [];
    const before = this.#latest;
    this.#latest = await tableDigest(this.database);
    const mayChange = answer.status < 400 && !safeMethods.has(method);
    if (mayChange || before === 'unknown' || before === this.#latest) return [];
    return ['I4 rows changed'];
  }
}
