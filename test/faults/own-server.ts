// Database servers of a test's own, to be stopped, killed and held. Their data is safe against a crash, as in earnest.
import type { DataSourceOptions } from 'typeorm';
import { databaseNames, type DatabaseName } from '../support/test-database.js';
import { OwnMariadb } from './own-mariadb.js';
import { OwnPostgres } from './own-postgres.js';

/** Databases whose servers tests start themselves. MariaDB stands for MySQL. */
export type ServedDatabase = Exclude<DatabaseName, 'sqlite' | 'sqlite3' | 'mysql'>;

export type Access = Extract<DataSourceOptions, { type: 'postgres' | 'mariadb' | 'mysql' }>;

export interface OwnServer {
  readonly database: ServedDatabase;
  readonly port: number;
  /** What a data source needs to reach it, by its own port or that of a proxy before it. */
  accessBy(port: number): Access;
  start(): Promise<void>;
  /** `crash` saves nothing; `orderly` throws its clients out and saves all. */
  stop(mode: StopMode): Promise<void>;
  /** Stops all its processes where they are: connections stay open, nothing answers. */
  hang(): void;
  /** Lets them go on. */
  wake(): void;
  /** Runs statements on a connection of its own. */
  administer(...statements: readonly string[]): Promise<Record<string, unknown>[]>;
  /** Opens a connection and does nothing with it; answers how to close it. */
  hold(): Promise<() => Promise<void>>;
  /** Ends the connections of all others. */
  throwOut(): Promise<void>;
  /** Ends it, its data too. */
  remove(): Promise<void>;
}

export type StopMode = 'crash' | 'orderly';

/** How many connections a server takes. */
export interface ServerBounds {
  readonly maxConnections?: number;
  /** MariaDB writes a log for replicas; PostgreSQL always does. */
  readonly isReplicated?: boolean;
}

const making: Readonly<Record<ServedDatabase, (bounds?: ServerBounds) => Promise<OwnServer>>> = {
  postgres: (bounds) => OwnPostgres.make(bounds),
  mariadb: (bounds) => OwnMariadb.make(bounds),
};

/** Starts a server of this run's databases. */
export function makeServer(database: ServedDatabase, bounds?: ServerBounds): Promise<OwnServer> {
  return making[database](bounds);
}

/** Those of this run: databases.ts says why one is missing. */
export const servedDatabases = databaseNames.filter((name): name is ServedDatabase => name in making);
