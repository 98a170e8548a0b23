// The table of idempotency keys, as an entity of TypeORM that no API serves.
import { EntitySchema, type DataSource, type EntityMetadata } from 'typeorm';
import { engines, isDatabaseType, type DatabaseType } from '../../vocabulary/database.js';
import type { IdempotencyModel, IdempotencyRow } from '../idempotency-model.js';

const entityName = 'DecorestIdempotency';

/** Hexadecimal digits of SHA-256. */
const digestLength = 64;

/**
 * The entity `DecorestIdempotency` of the table `decorest_idempotency`, for the entities of a data source whose API has the
 * option `idempotency`. Migrations create the table like any other. It is never served.
 *
 * @param type TypeORM's name of the database's driver, such as `postgres`.
 * @throws TypeError for a driver that is not supported.
 */
export function idempotencyEntity(type: DatabaseType): EntitySchema<IdempotencyRow> {
  if (!isDatabaseType(type))
    throw new TypeError(
      `idempotencyEntity: '${String(type)}' is not supported. Use ${Object.keys(engines).join(', ')}.`,
    );
  const isMysql = engines[type] === 'mysql' || engines[type] === 'mariadb';
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- TypeORM takes an object.
  return new EntitySchema<IdempotencyRow>({
    name: entityName,
    tableName: 'decorest_idempotency',
    columns: {
      id: { type: 'varchar', length: digestLength, primary: true },
      fingerprint: { type: 'varchar', length: digestLength },
      createdAt: { type: 'bigint' },
      answer: isMysql
        ? { type: 'longtext', charset: 'utf8mb4', nullable: true }
        : { type: 'text', nullable: true },
    },
    indices: [{ columns: ['createdAt'] }],
  });
}

/** Whether metadata of TypeORM is that of the table. A class of the same name is an entity like any other. */
export function isIdempotencyEntity({ target }: Pick<EntityMetadata, 'target'>): boolean {
  return target === entityName;
}

/** The table in a data source, whatever its naming strategy calls it; null where there is none. */
export function scanIdempotencyTable({
  entityMetadatas,
}: DataSource): Pick<IdempotencyModel, 'table' | 'columns'> | null {
  const metadata = entityMetadatas.find(isIdempotencyEntity);
  if (!metadata) return null;
  const getColumn = (property: string) =>
    metadata.findColumnWithPropertyName(property)?.databaseName ?? property;
  const columns = {
    id: getColumn('id'),
    fingerprint: getColumn('fingerprint'),
    createdAt: getColumn('createdAt'),
    answer: getColumn('answer'),
  };
  return { table: metadata.tablePath, columns };
}
