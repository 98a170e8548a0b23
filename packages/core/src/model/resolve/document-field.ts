// JSON and arrays: how a column stores them, and the parts of a column that filters and sorts compare: the items of a list, and
// the value at a path.
import { fieldKinds, type FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { Predicate } from '../../vocabulary/predicate.js';
import type { DocumentModel, DocumentStorage, ItemModel } from '../document-model.js';
import type { FieldModel } from '../member-model.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import type { ValueCodec } from '../stored-column.js';
import { omitNull } from './null-schema.js';

const storages: ReadonlyMap<string, DocumentStorage> = new Map<string, DocumentStorage>([
  ['json', 'json'],
  ['jsonb', 'jsonb'],
  ['simple-json', 'json text'],
  ['simple-array', 'joined text'],
]);

/** How a column stores JSON or an array; null for other columns, and where only the author's code knows the stored value. */
export function resolveDocument(column: ScannedColumn, schema: JsonSchema): DocumentModel | null {
  const { codec, inferred, type, array } = column;
  if (codec.transformed || inferred || codec.opaque) return null;
  if (array) return { storage: 'array', items: findComparableKind(array), array, path: [] };
  const storage = storages.get(type);
  return storage ? { storage, items: findItemKind(storage, schema), array: null, path: [] } : null;
}

function findItemKind(storage: DocumentStorage, schema: JsonSchema): FieldKind | null {
  if (storage === 'joined text') return 'string';
  return schema.type === 'array' && schema.items ? findScalarKind(omitNull(schema.items), 'whole') : null;
}

/** Kinds whose items an array compares by what answers show: instants are stored with more digits, json has no equality. */
const comparableKinds: ReadonlySet<FieldKind> = new Set(
  fieldKinds.filter((kind) => !['datetime', 'json', 'bytes', 'array'].includes(kind)),
);

function findComparableKind({ kind, dimensions }: ItemModel): FieldKind | null {
  return dimensions === 1 && comparableKinds.has(kind) ? kind : null;
}

/** The kind of the JSON values that a schema describes: one of the four scalar types; null for every other. */
function findScalarKind(schema: JsonSchema, texts: 'whole' | 'instants'): FieldKind | null {
  const { type = inferType(schema.enum ?? [schema.const]), format } = schema;
  if (type === 'string') return texts === 'instants' && format === 'date-time' ? 'datetime' : 'string';
  return typeof type === 'string' ? (scalarKinds.get(type) ?? null) : null;
}

const scalarKinds: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['integer', 'integer'],
  ['number', 'float'],
  ['boolean', 'boolean'],
]);

function inferType(values: unknown): string | undefined {
  const types = new Set(Array.isArray(values) ? values.map((value) => typeof value) : []);
  return types.size === 1 ? [...types].join() : undefined;
}

/** Predicates that compare the items of a list. */
export const itemPredicates: ReadonlySet<Predicate> = new Set<Predicate>(['any', 'all']);

/** What a predicate compares with the values of a request: the items of a list, otherwise the field. */
export function getComparedField(field: FieldModel, predicate: Predicate): FieldModel {
  const { document } = field;
  if (!document?.items || !itemPredicates.has(predicate)) return field;
  const { array, items } = document;
  if (!array)
    return { ...field, ...describeValues(items, getSafeRange(items)), schema: schemas[items] ?? {} };
  const { items: schema = {} } = field.schema;
  const values = { ...describeValues(items, findItemRange(items, schema)), values: array.values };
  return { ...field, ...values, schema: omitNull(schema) };
}

/** The range of the numbers in an array of PostgreSQL. */
function findItemRange(kind: FieldKind, { minimum, maximum }: JsonSchema): FieldModel['range'] {
  if (kind === 'bigint') return { minimum: String(-(2n ** 63n)), maximum: String(2n ** 63n - 1n) };
  return kind === 'integer' && typeof minimum === 'number' && typeof maximum === 'number'
    ? { minimum: String(minimum), maximum: String(maximum) }
    : null;
}

function getSafeRange(kind: FieldKind): FieldModel['range'] {
  return kind === 'integer' ? safeIntegers : null;
}

/** The field at a path of a JSON column, or what is wrong with the path. */
export function createPathField(
  field: FieldModel,
  path: string,
): { readonly ok: true; readonly field: FieldModel } | { readonly ok: false; readonly problem: string } {
  const { document } = field;
  if (!document || document.storage === 'array' || document.storage === 'joined text')
    return { ok: false, problem: 'paths are for JSON columns without a transformer.' };
  const keys = path.split('.');
  if (keys.some((key) => key === '' || /["\\\p{Cc}]/u.test(key)))
    return {
      ok: false,
      problem: `'${path}' is not a path: keys joined by dots, without quotes and backslashes.`,
    };
  const found = findSchemaAt(field.schema, keys);
  if (!found) return { ok: false, problem: `@Schema declares no property at '${path}'.` };
  const kind = findScalarKind(found, 'instants');
  if (!kind)
    return {
      ok: false,
      problem: `@Schema declares neither a string, a number, an integer nor a boolean at '${path}'.`,
    };
  return { ok: true, field: buildPathField(field, keys, kind) };
}

function findSchemaAt(schema: JsonSchema, keys: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = omitNull(schema);
  for (const key of keys) {
    const properties: JsonSchema['properties'] = at.properties;
    if (!properties || !Object.hasOwn(properties, key)) return undefined;
    at = properties[key];
    if (!at) return undefined;
    at = omitNull(at);
  }
  return at;
}

function buildPathField(field: FieldModel, keys: readonly string[], kind: FieldKind): FieldModel {
  return {
    ...field,
    ...describeValues(kind, getSafeRange(kind)),
    name: [field.name, ...keys].join('.'),
    columnKind: storedKinds[kind] ?? kind,
    codec: pathCodecs[kind] ?? plainCodec,
    nullable: true,
    unique: false,
    indexed: false,
    document: { storage: field.document?.storage ?? 'json', items: null, array: null, path: keys },
    schema: schemas[kind] ?? {},
    nulls: 'lowest',
  };
}

type Values = Pick<
  FieldModel,
  'kind' | 'columnKind' | 'codec' | 'range' | 'bounds' | 'values' | 'padded' | 'spelling' | 'scale'
>;

/** What differs between a column and the values inside it. */
function describeValues(kind: FieldKind, range: FieldModel['range']): Values {
  return {
    kind,
    columnKind: kind,
    codec: plainCodec,
    range,
    bounds: null,
    values: null,
    padded: false,
    spelling: 'normal',
    scale: null,
  };
}

/** The integers that JSON implementations exchange exactly (RFC 7493). */
const safeIntegers = {
  minimum: String(Number.MIN_SAFE_INTEGER),
  maximum: String(Number.MAX_SAFE_INTEGER),
} as const;

const asIs = (value: unknown): unknown => value;

const plainCodec: ValueCodec = { encode: asIs, decode: asIs, transformed: false };

/** Integers are compared with all their digits, and instants as milliseconds since 1970. */
const storedKinds: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  integer: 'decimal',
  datetime: 'bigint',
};

/** Drivers of SQLite take no booleans; decimals and bigints are bound as text. */
const pathCodecs: Readonly<Partial<Record<FieldKind, ValueCodec>>> = {
  boolean: { ...plainCodec, encode: Number },
  integer: { ...plainCodec, encode: String },
  datetime: { ...plainCodec, encode: (value) => String(value instanceof Date ? value.getTime() : value) },
};

const schemas: Readonly<Partial<Record<FieldKind, JsonSchema>>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  bigint: { type: 'string', format: 'int64', pattern: '^(0|-?[1-9][0-9]{0,18})$' },
  uuid: { type: 'string', format: 'uuid' },
  float: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
};
