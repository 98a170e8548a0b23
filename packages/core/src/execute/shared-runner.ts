// The one query runner that TypeORM lends to everybody who uses a SQLite connection.
import type { DataSource, QueryRunner } from 'typeorm';

/** Where TypeORM's SQLite drivers keep it. */
interface LendingDriver {
  queryRunner?: QueryRunner | undefined;
}

/** After a transaction that ended without the runner's knowledge: it would go on to think itself in that transaction. */
export function forgetRunner({ driver }: DataSource): void {
  (driver as LendingDriver).queryRunner = undefined;
}
