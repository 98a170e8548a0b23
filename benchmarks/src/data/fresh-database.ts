// A template filled once, and as many identical copies of it as there are contestants.
import type { DatabaseName } from './database.js';
import { postgresTemplate } from './postgres-template.js';
import { sqliteTemplate } from './sqlite-template.js';

export interface DatabaseTemplate {
  /** A new copy; the answer is its URL. */
  copy(name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Removes the template and whatever copies are left. */
  close(): Promise<void>;
}

export function databaseTemplate(database: DatabaseName): Promise<DatabaseTemplate> {
  return database === 'sqlite' ? sqliteTemplate() : postgresTemplate();
}
