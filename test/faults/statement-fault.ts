// Ways in which a statement fails, injected at the driver.
import type { DatabaseName } from '../support/test-database.js';
import type { Cut, Interception } from '../support/statement-log.js';

/** Refused by the database; tried at a bad moment; or its connection is cut before or after it is sent. */
export type Fault = 'refused' | 'conflict' | 'cut before' | 'cut after';

/** SQLite is in our own process: there is nothing to cut. */
const faults: Readonly<Record<DatabaseName, readonly Fault[]>> = {
  sqlite: ['refused', 'conflict'],
  sqlite3: ['refused', 'conflict'],
  postgres: ['refused', 'conflict', 'cut before', 'cut after'],
  mariadb: ['refused', 'conflict', 'cut before', 'cut after'],
  mysql: ['refused', 'conflict', 'cut before', 'cut after'],
};

const conflicts: Readonly<Record<DatabaseName, object>> = {
  sqlite: { code: 'SQLITE_BUSY' },
  sqlite3: { code: 'SQLITE_BUSY' },
  postgres: { code: '40P01' },
  mariadb: { code: 'ER_LOCK_DEADLOCK', errno: 1213 },
  mysql: { code: 'ER_LOCK_DEADLOCK', errno: 1213 },
};

export function faultsOf(database: DatabaseName): readonly Fault[] {
  return faults[database];
}

/** Makes the k-th statement from now on fail, once. */
export function failing(
  fault: Fault,
  database: DatabaseName,
  k: number,
): { intercept: Interception; struck: () => boolean } {
  let seen = 0;
  return {
    intercept: (_text, cut) => {
      if (++seen === k) strike(fault, database, cut);
    },
    struck: () => seen >= k,
  };
}

function strike(fault: Fault, database: DatabaseName, cut: Cut): void {
  if (fault === 'cut before') cut?.();
  else if (fault === 'cut after') setImmediate(() => cut?.());
  else throw Object.assign(new Error('injected'), fault === 'conflict' ? conflicts[database] : {});
}
