// The kind of the values that a transformer makes of what a column stores: what the property declares, not the column.
import type { EntityMetadata } from 'typeorm';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { typeOfValues, type ValueType } from './rule-types.js';

type ColumnMetadata = EntityMetadata['columns'][number];

interface DeclaredType {
  /** Of the values, as the rules of class-validator see them. */
  readonly type: ValueType;
  /** Of the values on the wire. */
  readonly kind: FieldKind;
}

/** By the types that `emitDecoratorMetadata` records for properties. */
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
 * The kind of the values of a column with a transformer. The type of the property decides, then the type in the author's
 * schema. Null where neither is known.
 */
export function transformedKind(
  column: ColumnMetadata,
  columnKind: FieldKind | null,
  schema: JsonSchema | undefined,
): FieldKind | null {
  const declared = declaredTypes.get(designType(column));
  if (declared) return keepsKind(column, columnKind, declared.type) ? columnKind : declared.kind;
  if (columnKind === 'json') return 'json';
  return schema ? (kindBySchemaType.get(schema.type) ?? 'json') : null;
}

/** Whether the values are those of the column as far as types tell. A number in a column of integers need not be whole. */
function keepsKind(column: ColumnMetadata, columnKind: FieldKind | null, type: ValueType): boolean {
  if (columnKind === null || columnKind === 'json') return columnKind === 'json';
  const stored = typeOfValues({ kind: columnKind, values: column.enum ?? null });
  return stored === type && (columnKind !== 'integer' || column.isPrimary);
}

function designType({
  target,
  propertyName,
  embeddedMetadata,
  type,
  isVirtualProperty,
}: ColumnMetadata): unknown {
  // TypeORM has found it already, or was given another constructor.
  if (isVirtualProperty && typeof type === 'function') return type;
  const declaring = embeddedMetadata ? embeddedMetadata.type : target;
  return typeof declaring === 'function'
    ? Reflect.getMetadata('design:type', declaring.prototype as object, propertyName)
    : undefined;
}
