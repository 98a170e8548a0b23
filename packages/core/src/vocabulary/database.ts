// The databases that can be served, by TypeORM's names of their drivers. No behaviour.

/** All databases that can be served: those that every test runs on. */
export const databases = ['better-sqlite3', 'postgres', 'mariadb', 'mysql'] as const;

/** TypeORM's name of a driver that is supported: what dialects and executors are chosen by. */
export type DatabaseType = (typeof databases)[number];
