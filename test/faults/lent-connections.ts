// How many connections of a data source are in use, or in a transaction that will never end.
import type { Database } from 'better-sqlite3';
import type { Pool } from 'pg';
import type { DataSource, Driver, QueryRunner } from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';

/** What mysql2 keeps about its pool; it has no public numbers. */
interface MysqlPool {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

const lent: Readonly<Record<DatabaseName, (driver: Driver) => number>> = {
  sqlite: (driver) =>
    Number((driver as Driver & { databaseConnection: Database }).databaseConnection.inTransaction),
  sqlite3: (driver) =>
    Number((driver as Driver & { queryRunner?: QueryRunner }).queryRunner?.isTransactionActive ?? false),
  postgres: (driver) => {
    const { totalCount, idleCount, waitingCount } = (driver as Driver & { master: Pool }).master;
    return totalCount - idleCount + waitingCount;
  },
  mariadb: lentByMysql,
  mysql: lentByMysql,
};

function lentByMysql(driver: Driver): number {
  const { _allConnections, _freeConnections, _connectionQueue } = (driver as Driver & { pool: MysqlPool })
    .pool;
  return _allConnections.length - _freeConnections.length + _connectionQueue.length;
}

export function lentConnections(database: DatabaseName, { driver }: DataSource): number {
  return lent[database](driver);
}
