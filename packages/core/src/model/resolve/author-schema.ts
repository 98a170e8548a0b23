// The author's @Schema and the schema of a column's kind: values satisfy both. The kind's is what makes a value storable.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { buildKindSchema } from './field-schema.js';
import { intersectSchemas } from './schema-intersection.js';

/** Formats that the validator checks. The others only document. */
const checkedFormats: ReadonlySet<unknown> = new Set([
  'byte',
  'int64',
  'uint64',
  'uuid',
  'date',
  'date-time',
]);

/** The author's schema, narrowed to the values that the column stores. Of a transformer's values only the form is known. */
export function narrowByKind(written: JsonSchema, kind: FieldKind, column: ScannedColumn): JsonSchema {
  if (kind === 'json') return written;
  return intersectWithKind(written, getBinding(kind, column));
}

function intersectWithKind(written: JsonSchema, own: JsonSchema): JsonSchema {
  const { format, items, ...others } = own;
  const isChecked = checkedFormats.has(format) && format !== undefined && written.format !== format;
  const formats = !isChecked ? {} : written.format === undefined ? { format } : { allOf: [{ format }] };
  const narrowed = intersectSchemas(intersectSchemas(written, others), formats);
  if (!items) return narrowed;
  return { ...narrowed, items: written.items ? intersectWithKind(written.items, items) : items };
}

/** The part of the kind's schema that holds for every value of the property. */
function getBinding(kind: FieldKind, column: ScannedColumn): JsonSchema {
  const own = buildKindSchema(kind, column);
  if (!column.codec.transformed && !column.inferred) return own;
  const { type, format } = own;
  return { ...(type === undefined ? {} : { type }), ...(format === 'byte' ? { format } : {}) };
}

/** What contradicts the kind in the author's schema; null if some value satisfies both. */
export function findSchemaFault(written: JsonSchema, kind: FieldKind, column: ScannedColumn): string | null {
  return kind === 'json' ? null : findFault(written, getBinding(kind, column), 'values of this column');
}

function findFault(written: JsonSchema, own: JsonSchema, values: string): string | null {
  const types = findTypes(written);
  const ownTypes = [own.type ?? []].flat().filter((type) => type !== 'null');
  if (types && ownTypes.length > 0 && !ownTypes.some((type) => types.has(type)))
    return `allows ${[...types].join(' and ') || 'nothing'}, but ${values} are of type ${ownTypes.join(' or ')} in JSON.`;
  if (hasOtherValues(written.enum, own.enum)) return 'allows none of the values of this column.';
  return own.items && written.items ? findFault(written.items, own.items, 'items of this column') : null;
}

function hasOtherValues(written: unknown, own: unknown): boolean {
  return Array.isArray(written) && Array.isArray(own) && !written.some((value) => own.includes(value));
}

/** The JSON types that a schema allows, other than null; undefined for all. Each integer is a number. */
function findTypes(schema: JsonSchema): ReadonlySet<string> | undefined {
  const { type, enum: values, anyOf, oneOf, allOf = [] } = schema;
  const listed = Array.isArray(values) ? values : 'const' in schema ? [schema.const] : undefined;
  const limits = [
    type === undefined ? undefined : widenTypes([type].flat()),
    listed && widenTypes(listed.map(getJsonType)),
    ...[anyOf, oneOf].map((some) => (Array.isArray(some) ? uniteTypes(some as JsonSchema[]) : undefined)),
    ...(allOf as readonly JsonSchema[]).map(findTypes),
  ].filter((limit) => limit !== undefined);
  const [first, ...others] = limits;
  return first && new Set([...first].filter((each) => others.every((other) => other.has(each))));
}

function uniteTypes(schemas: readonly JsonSchema[]): ReadonlySet<string> | undefined {
  const some = schemas.map(findTypes);
  return some.includes(undefined) ? undefined : new Set(some.flatMap((types) => [...(types ?? [])]));
}

function widenTypes(types: readonly string[]): ReadonlySet<string> {
  const isNumeric = types.includes('number') || types.includes('integer');
  return new Set([...types, ...(isNumeric ? ['number', 'integer'] : [])].filter((type) => type !== 'null'));
}

function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
