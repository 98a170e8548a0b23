// The supported databases, by TypeORM's names of their drivers.

/**
 * The engine behind each supported driver. Drivers of one engine store columns alike. `sqlite` is the driver sqlite3 of
 * TypeORM 0.3.
 */
export const engines = {
  'better-sqlite3': 'sqlite',
  sqlite: 'sqlite',
  postgres: 'postgres',
  mariadb: 'mariadb',
  mysql: 'mysql',
} as const;

/** TypeORM's name of a supported driver. It selects the dialect and the executor. */
export type DatabaseType = keyof typeof engines;

/** A database engine, whatever driver connects to it. */
export type Engine = (typeof engines)[DatabaseType];

/** Whether TypeORM's name of a driver is that of a supported one. */
export function isDatabaseType(type: string): type is DatabaseType {
  return Object.hasOwn(engines, type);
}
