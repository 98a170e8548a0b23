// The kind of the values that a transformer returns: the property declares it, not the column.
import type { EntityMetadata } from 'typeorm';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { getValueType, type ValueType } from './rule-types.js';

type ColumnMetadata = EntityMetadata['columns'][number];

interface DeclaredType {
  /** Type of the values as seen by class-validator's rules. */
  readonly type: ValueType;
  /** Kind of the values in requests and responses. */
  readonly kind: FieldKind;
}

/** Keyed by the types that `emitDecoratorMetadata` records for properties. */
const declaredTypes: ReadonlyMap<unknown, DeclaredType> = new Map<unknown, DeclaredType>([
  [String, { type: 'string', kind: 'string' }],
  [Number, { type: 'number', kind: 'float' }],
  [Boolean, { type: 'boolean', kind: 'boolean' }],
  [Date, { type: 'date', kind: 'datetime' }],
  [Buffer, { type: 'buffer', kind: 'bytes' }],
  [BigInt, { type: 'string', kind: 'bigint' }],
]);

const kindBySchemaType: ReadonlyMap<unknown, FieldKind> = new Map<unknown, FieldKind>([
  ['string', 'string'],
  ['number', 'float'],
  ['integer', 'float'],
  ['boolean', 'boolean'],
]);

/**
 * The kind of the values of a column with a transformer: from the type of the property, otherwise from the author's schema.
 * Null if neither is known.
 */
export function inferTransformedKind(
  column: ColumnMetadata,
  columnKind: FieldKind | null,
  schema: JsonSchema | undefined,
): FieldKind | null {
  const declared = declaredTypes.get(getDesignType(column));
  if (declared) return hasColumnKind(column, columnKind, declared.type) ? columnKind : declared.kind;
  if (columnKind === 'json') return 'json';
  return schema ? (kindBySchemaType.get(schema.type) ?? 'json') : null;
}

/** Whether the values have the column's own kind, judging by types. A number need not be an integer. */
function hasColumnKind(column: ColumnMetadata, columnKind: FieldKind | null, type: ValueType): boolean {
  if (columnKind === null || columnKind === 'json') return columnKind === 'json';
  const stored = getValueType({ kind: columnKind, values: column.enum ?? null });
  return stored === type && (columnKind !== 'integer' || column.isPrimary);
}

function getDesignType({
  target,
  propertyName,
  embeddedMetadata,
  type,
  isVirtualProperty,
}: ColumnMetadata): unknown {
  // TypeORM has read it already, or the author gave a constructor.
  if (isVirtualProperty && typeof type === 'function') return type;
  const declaring = embeddedMetadata ? embeddedMetadata.type : target;
  return typeof declaring === 'function'
    ? Reflect.getMetadata('design:type', declaring.prototype as object, propertyName)
    : undefined;
}
