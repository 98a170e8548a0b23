// A template filled once, and as many identical copies of it as there are contestants.
import type { DatabaseName } from './database.js';
import { postgresTemplate } from './postgres-template.js';
import { petCount } from './rows.js';
import { sqliteTemplate } from './sqlite-template.js';

export interface DatabaseTemplate {
  /** A new copy; the answer is its URL. */
  copy(name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Removes the template and whatever copies are left. */
  close(): Promise<void>;
}

interface Data {
  /** At least 10,000, or visits have none to visit. */
  readonly pets?: number;
  /** SQLite's planner has statistics, which it makes only when told to; PostgreSQL keeps them by itself. */
  readonly analysed?: boolean;
}

export function databaseTemplate(
  database: DatabaseName,
  { pets = petCount, analysed = true }: Data = {},
): Promise<DatabaseTemplate> {
  return database === 'sqlite' ? sqliteTemplate(pets, analysed) : postgresTemplate(pets);
}
