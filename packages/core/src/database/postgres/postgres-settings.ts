// How a data source of PostgreSQL connects, and how many connections its server allows.
import type { DataSource, Driver } from 'typeorm';
import { getProcessOffset } from '../../advice/clock-warnings.js';
import type { ConnectionSettings } from '../../advice/connection-warnings.js';
import { hasOption } from '../connection-options.js';

/** The part of TypeORM's PostgreSQL driver that knows its pool. */
interface PooledDriver {
  readonly master: {
    /** Of node-postgres, those of the user's `extra` among them. */
    readonly options: {
      readonly max: number;
      /** In milliseconds; 0: a connect has no end. */
      readonly connectionTimeoutMillis?: number;
    };
  };
}

/** Some connections are kept for superusers and, from PostgreSQL 16, for a role. -1 is no limit of a role or a database. */
const selectAllowed = `SELECT LEAST(
  CAST(current_setting('max_connections') AS int) - CAST(current_setting('superuser_reserved_connections') AS int)
    - CAST(COALESCE(current_setting('reserved_connections', true), '0') AS int),
  (SELECT NULLIF(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
  (SELECT NULLIF(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))`;

/** TypeORM and node-postgres read and write times without a zone in that of the process. */
const selectClock = 'SELECT extract(epoch FROM clock_timestamp()), extract(timezone FROM now())';

/** Reads the options of the primary's pool; those of replicas have the same. */
export function readPostgresSettings({ driver, options }: DataSource): ConnectionSettings {
  const { master }: PooledDriver = driver as Driver & PooledDriver;
  const { max, connectionTimeoutMillis } = master.options;
  const setting = hasOption(options.extra, 'connectionTimeoutMillis')
    ? 'extra.connectionTimeoutMillis'
    : 'connectTimeoutMS';
  return {
    endless: connectionTimeoutMillis === 0 ? [`${setting}: 0`] : [],
    poolSize: max,
    selectAllowed,
    clock: { selectClock, getDriverOffset: getProcessOffset },
  };
}
