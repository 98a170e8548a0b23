// The one query runner that TypeORM lends to everybody who uses a SQLite connection.
import type { DataSource, QueryRunner } from 'typeorm';

/** What can be said of a runner only by writing where TypeORM notes it. */
interface Revocable {
  isReleased: boolean;
}

/** Where TypeORM's SQLite drivers keep it. */
interface LendingDriver {
  queryRunner?: QueryRunner | undefined;
}

/** After a transaction that ended without the runner's knowledge: it would go on to think itself in that transaction. */
export function forgetRunner({ driver }: DataSource): void {
  (driver as LendingDriver).queryRunner = undefined;
}

/** Whoever goes on with the runner is refused. Others get a new one. */
export function revokeRunner(dataSource: DataSource, runner: QueryRunner): void {
  (runner as Revocable).isReleased = true;
  forgetRunner(dataSource);
}
