// Scans a column as writes that listeners observe see it: how its value is stored, and where it is in an instance.
import type { StoredColumn, WrittenColumn } from '../stored-column.js';
import { getColumnType } from './column-type.js';
import type { ColumnMetadata } from './scan-classes.js';
import { createCodec } from './scan-codecs.js';
import { getAuthorSchema, type KindSource } from './scan-kinds.js';

/** A column as seen by writes that listeners observe. */
export function scanStoredColumn(source: KindSource, column: ColumnMetadata): StoredColumn {
  return {
    property: column.propertyPath,
    column: column.databaseName,
    columnType: getColumnType(column, getAuthorSchema(column, source.annotations)),
    owned: !column.isVirtual,
    codec: createCodec(source, column),
    get: (entity) => column.getEntityValue(entity) as unknown,
    set: (entity, value) => {
      column.setEntityValue(entity, value);
    },
    ...scanBeside(column),
  };
}

/** A column as the server writes it, whatever clients may set. */
export function scanWrittenColumn(source: KindSource, column: ColumnMetadata): WrittenColumn {
  const { isInsert: insertable, isUpdate: updatable } = column;
  return { ...scanStoredColumn(source, column), insertable, updatable };
}

/** A foreign key that has a property besides that of its relation. */
function scanBeside({
  relationMetadata,
  propertyName,
  ...column
}: ColumnMetadata): Pick<StoredColumn, 'beside'> {
  const isBeside =
    !column.isVirtual && !column.embeddedMetadata && relationMetadata?.propertyName !== propertyName;
  if (!relationMetadata || !isBeside) return {};
  return {
    beside: {
      getOwn: (entity) => Reflect.get(entity, propertyName) as unknown,
      getRelated: (entity) => relationMetadata.getEntityValue(entity) as unknown,
    },
  };
}
