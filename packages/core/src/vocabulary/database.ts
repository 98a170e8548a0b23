// The supported databases, by TypeORM's names of their drivers.

/** All supported database types. `sqlite` is the driver sqlite3 of TypeORM 0.3. */
export const databases = ['better-sqlite3', 'sqlite', 'postgres', 'mariadb', 'mysql'] as const;

/** TypeORM's name of a supported driver. It selects the dialect and the executor. */
export type DatabaseType = (typeof databases)[number];
