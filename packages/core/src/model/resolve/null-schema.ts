// Schemas and null: a field's schema describes its values; the column decides whether they may be null.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { hasJsonNull } from '../scan/scan-kinds.js';

/** Keywords other than `allOf` and `not` that can reject null even if `type` allows it. The rest apply to one type. */
const keywordsForAnyType = ['const', 'anyOf', 'oneOf', 'if', '$ref', '$dynamicRef'] as const;

const typesExceptNull: readonly string[] = ['object', 'array', 'string', 'number', 'boolean'];

/** Adds null to a schema that does not allow it. */
export function allowNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).every((keyword) => keyword === 'description')) return schema;
  const types = getTypes(schema);
  if (types.length === 0 || !isNullAllowedByRest(schema)) return { anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, type: [...types, 'null'], ...values };
}

/** Whether all keywords except `type` and `enum` allow null. */
function isNullAllowedByRest({ allOf = [], not, ...schema }: JsonSchema): boolean {
  if (keywordsForAnyType.some((keyword) => schema[keyword] !== undefined)) return false;
  if (not !== undefined && !isNullRejected(not as JsonSchema)) return false;
  return (allOf as readonly JsonSchema[]).every((part) => !isNullRejected(part) && isNullAllowedByRest(part));
}

function isNullRejected(schema: JsonSchema): boolean {
  const types = getTypes(schema);
  if (types.length > 0 && !types.includes('null')) return true;
  return Array.isArray(schema.enum) && !schema.enum.includes(null);
}

/**
 * The schema of a field's values from the author's schema. Null is a value only in a JSON column that is NOT NULL, as JSON
 * null, and only if the schema names it.
 */
export function buildValueSchema(written: JsonSchema, kind: FieldKind, nullable: boolean): JsonSchema {
  if (hasJsonNull(written, kind, nullable)) return written;
  const schema = omitNull(written);
  if (nullable || getTypes(schema).length > 0 || Array.isArray(schema.enum)) return schema;
  return { ...schema, type: typesExceptNull };
}

export function omitNull(schema: JsonSchema): JsonSchema {
  const types = getTypes(schema).filter((type) => type !== 'null');
  const [only = '', ...others] = types;
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  return {
    ...schema,
    ...(types.length > 0 && Array.isArray(schema.type) ? { type: others.length > 0 ? types : only } : {}),
    ...(values.length > 0 ? { enum: values } : {}),
  };
}

function getTypes({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}
