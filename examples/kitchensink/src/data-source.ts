// DATABASE_URL -> TypeORM data source. Opens nothing.
import { DataSource } from 'typeorm';
import { AuditSubscriber } from './audit-subscriber.js';
import { entitiesOf } from './entities.js';

const shared = { subscribers: [AuditSubscriber], synchronize: true };

/**
 * The festival's data source, not yet initialised. Tables are made on first use.
 *
 * @param url `postgres://...`, `mariadb://...`, `mysql://...` or `sqlite:<file>`; SQLite in memory when left out.
 */
export function kitchensinkDataSource(url = 'sqlite::memory:'): DataSource {
  if (/^postgres(ql)?:/.test(url)) {
    return new DataSource({ type: 'postgres', url, entities: [...entitiesOf.postgres], ...shared });
  }
  const [, type] = /^(mariadb|mysql):/.exec(url) ?? [];
  if (type === 'mariadb' || type === 'mysql') {
    return new DataSource({ type, url, timezone: 'Z', entities: [...entitiesOf[type]], ...shared });
  }
  const database = url.replace(/^sqlite:/, '');
  return new DataSource({ type: 'better-sqlite3', database, entities: [...entitiesOf.sqlite], ...shared });
}
