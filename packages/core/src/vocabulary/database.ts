// The databases that can be served, by TypeORM's names of their drivers. No behaviour.

/** All databases that can be served. `sqlite` is the driver sqlite3, which TypeORM 0.3 has. */
export const databases = ['better-sqlite3', 'sqlite', 'postgres', 'mariadb', 'mysql'] as const;

/** TypeORM's name of a driver that is supported: what dialects and executors are chosen by. */
export type DatabaseType = (typeof databases)[number];
