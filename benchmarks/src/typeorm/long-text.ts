// The column type of texts of any length. Annotations are evaluated when a class is loaded, so the database's name comes
// from the environment, where server programs have it, or from what the program said before it loaded its entities.
import type { ColumnType } from 'typeorm';

/** `text` ends at 64 kB on MariaDB. */
export function longText(): ColumnType {
  return process.env.BENCH_DATABASE_URL?.startsWith('mariadb:') ? 'longtext' : 'text';
}
